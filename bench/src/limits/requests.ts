import { compare } from '../harness/compare';
import type { Call } from '../harness/drive';
import { dashboardCall, type Job, readJobs, saleJob, sellerSales } from '../harness/jobs';
import type { Server } from '../harness/processes';
import type { Seller } from '../harness/sellers';
import { CONNECTIONS, printResult } from '../whole/bench';
import type { Bench, Both, Cast, Measured } from './bench';

export const LARGEST_DASHBOARD = 'Dashboard of the largest seller';
export const ONE_SELLERS_SALES = 'Simulated sale, one seller';

const READS = ['Product page of 50', 'Search, common term', 'Order page of 50', 'Dashboard'];

function listJobs(sellers: readonly Seller[]): (Job & Pick<Measured, 'kind'>)[] {
  const largest = sellers.slice(0, 1);
  const reads = readJobs(sellers).filter(({ name }) => READS.includes(name));
  return [
    ...[...reads, { name: LARGEST_DASHBOARD, calls: largest.map(dashboardCall) }].map((job) => ({
      ...job,
      kind: 'read' as const,
    })),
    { name: ONE_SELLERS_SALES, calls: largest.flatMap(sellerSales), kind: 'sale' },
    { name: `Simulated sale, ${sellers.length} sellers`, calls: saleJob(sellers).calls, kind: 'sale' },
  ];
}

/** All that is a single request, on both servers in turns. */
export async function measureRequests(
  { size, databaseCpuMs }: Bench,
  { servers, sellers }: Cast,
  only: string,
): Promise<Measured[]> {
  const bareJobs = new Map(listJobs(sellers.bare).map((job) => [job.name, job.calls]));
  const schedule = {
    rounds: size.rounds,
    seconds: size.secondsPerRound,
    connections: CONNECTIONS,
    databaseCpuMs,
  };
  const results: Measured[] = [];
  for (const { name, kind, calls } of listJobs(sellers.product)) {
    if (!name.toLowerCase().includes(only)) continue;
    const sides: Both<{ server: Server; calls: readonly Call[] }> = {
      product: { server: servers.product, calls },
      bare: { server: servers.bare, calls: bareJobs.get(name) ?? [] },
    };
    const bytes = { product: await averageBytes(sides.product), bare: await averageBytes(sides.bare) };
    const compared = await compare({ name, sides: [sides.product, sides.bare] }, schedule);
    results.push({ ...printResult(compared), kind, bytes });
  }
  return results;
}

/** Of all calls where they only read, of one sale otherwise. */
async function averageBytes({ server, calls }: { server: Server; calls: readonly Call[] }): Promise<number> {
  const asked = calls.filter(({ method }, index) => method === 'GET' || index === 0);
  let sum = 0;
  for (const { method, path, seller } of asked) {
    const headers = {
      authorization: `Bearer ${seller.token}`,
      'x-usuario-id': seller.id,
      // As the load asks, which unpacks nothing.
      'accept-encoding': 'identity',
    };
    const answer = await fetch(server.url + path, { method, headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    sum += (await answer.arrayBuffer()).byteLength;
  }
  return sum / asked.length;
}
