import { type Admin, enterOffice, manageUser, readPlatform } from './administering';
import { importCsv, registerAndLogin, workOnProducts, workOnSuppliers } from './catalogue';
import { Client, tally } from './client';
import { buyPlan } from './paying';
import { moveOrders, publishAndSell, readDashboard, unpublish } from './selling';

/**
 * Plays a seller's whole main job through `/api` and compares every answer with what it must be: every call of
 * the specification, in the order a person would make them, on a running server that only this uses meanwhile.
 */
async function main(): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_SENHA: senha } = process.env;
  const [address, ...rest] = process.argv.slice(2);
  if (address === undefined || rest.length > 0 || !email || !senha)
    throw new Error(
      'Usage: npm run main-job -- <address>, with ADMIN_EMAIL and ADMIN_SENHA of that server’s administrator',
    );
  console.log(`Playing the main job at ${address}`);
  await play(new Client(address), { email, senha });
  console.log(`${tally.calls} calls, ${tally.checks} answers compared, all as they must be.`);
}

async function play(client: Client, admin: Admin): Promise<void> {
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
