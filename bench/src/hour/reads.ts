import { filterCall, listFilters } from '../api/order-filters';
import { listPeriods, periodCall } from '../api/periods';
import { call } from '../harness/call';
import type { Call } from '../harness/drive';
import { dashboardCall, orderPages, productPages, readJobs } from '../harness/jobs';
import { PASSWORD, sellerEmail } from '../harness/login';
import type { Seller } from '../harness/sellers';
import { read } from '../kill/caller';
import { type Act, roundRobin, type Shop } from './act';
import { expectSame, post, type Taken, take } from './ask';

/** Everything that is only looked at. */
export async function listReads(shop: Shop): Promise<Act[]> {
  const { quiet, busy } = shop;
  const searches = readJobs([quiet, ...busy]).filter(({ name }) => name.startsWith('Search'));
  const filters = (await listFilters(shop.databaseUrl, quiet)).map(([, input]) => filterCall(quiet, input));
  const periods = [quiet, ...busy.slice(0, 10)].flatMap((seller) =>
    listPeriods().map(([, span]) => periodCall(seller, span)),
  );
  return [
    asked(shop, 'product page of 50', 480, productPages([quiet, ...busy])),
    asked(
      shop,
      'product search',
      240,
      searches.flatMap(({ calls }) => calls),
    ),
    asked(shop, 'order page of 50', 360, orderPages([quiet, ...busy])),
    counted(shop, 'orders filtered, with counts', 300, filters),
    asked(
      shop,
      'orders with counts',
      120,
      busy.map((seller) => filterCall(seller, {})),
    ),
    asked(shop, 'period of the dashboard', 180, periods),
    ...['csv', 'xlsx'].map((format) => exported(shop, format)),
    signIns(shop, busy.length),
  ];
}

const asked = ({ api }: Shop, name: string, perMinute: number, calls: readonly Call[]): Act => {
  const next = roundRobin(calls);
  return { name, perMinute, run: () => call(api, next()) };
};

/** Of a seller whose orders do not change: as many as the first time, but where the time of day decides. */
function counted({ api }: Shop, name: string, perMinute: number, calls: readonly Call[]): Act {
  const next = roundRobin(calls);
  const first = new Map<string, unknown>();
  const run = async () => {
    const asking = next();
    const [, counts] = (await call(api, asking)) as unknown[];
    const found = read(read(read(counts, 'result'), 'data'), 'todos');
    const expected = first.get(asking.path) ?? found;
    first.set(asking.path, expected);
    if (!asking.path.includes('atrasados')) expectSame(`the orders of ${asking.path}`, found, expected);
  };
  return { name, perMinute, run };
}

/** All orders of the seller with the most, whose number stays as it is; a zipped file may differ by some bytes. */
function exported({ api, quiet }: Shop, format: string): Act {
  let first: Taken | undefined;
  const run = async () => {
    const file = await take(api, `/api/exportar/pedidos.${format}`, quiet);
    first ??= file;
    if (format === 'csv') expectSame('lines of an export', file.lines, first.lines);
    else if (Math.abs(file.bytes / first.bytes - 1) > 0.01)
      throw new Error(`an export has ${file.bytes} bytes, the first had ${first.bytes}`);
  };
  return { name: `export of orders, ${format}`, perMinute: 1, run };
}

/** Sellers in turns, each seldom enough for the limit of an account. */
function signIns({ api }: Shop, sellers: number): Act {
  const next = roundRobin(Array.from({ length: sellers }, (_, index) => index + 1));
  const run = async () => {
    const body = { email: sellerEmail(next()), senha: PASSWORD };
    const answer = await post(api, '/api/auth/login', { seller: { token: '' }, body });
    expectSame('a session', typeof read(answer, 'access_token'), 'string');
  };
  return { name: 'sign-in', perMinute: 6, run };
}

/** The dashboard of sellers who sell: it shows what was sold, and no more than was begun. */
export function dashboards({ api, busy }: Shop, sales: (seller: Seller) => { begun: number; done: number }) {
  const next = roundRobin(busy);
  const base = new Map<Seller, number>();
  const run = async () => {
    const seller = next();
    const { done } = sales(seller);
    const shown = Number(read(await call(api, dashboardCall(seller)), 'total_vendas'));
    const { begun } = sales(seller);
    const before = base.get(seller) ?? shown - done;
    // What was being sold when it was looked at first may be counted in it.
    if (begun === done) base.set(seller, before);
    if (base.has(seller) && (shown < before + done || shown > before + begun))
      throw new Error(`a dashboard shows ${shown} sales, not ${before + done} to ${before + begun}`);
  };
  return { name: 'dashboard', perMinute: 360, run };
}
