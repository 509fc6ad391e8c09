import { enterOffice, manageUser, readPlatform } from './main-job/administering';
import { importCsv, registerAndLogin, workOnProducts, workOnSuppliers } from './main-job/catalogue';
import { Client, tally } from './main-job/client';
import { buyPlan } from './main-job/paying';
import { moveOrders, publishAndSell, readDashboard, unpublish } from './main-job/selling';
import { runningServer, startServer } from './main-job/server';

/**
 * Plays a seller's whole main job through `/api` and compares every answer with what it must be: every call of
 * the specification, in the order a person would make them. With an address it plays against that server, which
 * nobody else may be using meanwhile; without one it starts the built server itself.
 */
async function main(): Promise<void> {
  const [address, ...rest] = process.argv.slice(2);
  if (rest.length > 0) throw new Error('Usage: npm run main-job -- [address of a running server]');
  const target = address === undefined ? await startServer() : runningServer(address);
  console.log(`Playing the main job at ${target.url}`);
  try {
    await play(new Client(target.url), target.admin);
  } finally {
    await target.stop();
  }
  console.log(`${tally.calls} calls, ${tally.checks} answers compared, all as they must be.`);
}

async function play(client: Client, admin: { email: string; senha: string }): Promise<void> {
  await client.expect(200, 'GET /health');
  await client.expect(200, 'GET /ready');
  const office = await enterOffice(client, admin);
  const seller = await registerAndLogin(client, 'Vendedora do Trabalho');
  const supplier = await workOnSuppliers(client, seller);
  const [lamp, bottle] = await workOnProducts(client, seller, supplier);
  await importCsv(client, seller, supplier);
  await publishAndSell(client, seller, [lamp, bottle]);
  await moveOrders(client, seller, { lamp, supplier });
  await readDashboard(client, seller, lamp);
  await unpublish(client, seller, lamp);
  await buyPlan(client, seller);
  await readPlatform(client, office, seller);
  await manageUser(client, office, seller);
}

main().catch((error: unknown) => {
  console.error(`✗ ${error instanceof Error ? error.message : error}`);
  console.error(`${tally.calls} calls, ${tally.checks} answers compared, the last one wrong.`);
  process.exitCode = 1;
});
