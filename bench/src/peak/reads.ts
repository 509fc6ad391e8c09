import { filterCall, listFilters } from '../api/order-filters';
import { listPeriods, periodCall } from '../api/periods';
import { call } from '../harness/call';
import type { Call } from '../harness/drive';
import { commonSearches, dashboardCall, orderPages, productPages, sessionCall } from '../harness/jobs';
import { PASSWORD, sellerEmail } from '../harness/login';
import { read } from '../kill/caller';
import { type Act, roundRobin, type Shop } from './act';
import { expectSame, post, take } from './ask';

/** What has to be quick: lists, searches and dashboards. */
export const QUICK = /^(?:product |order|dashboard|period)/;

/** Everything that is only looked at. */
export async function listReads(shop: Shop): Promise<Act[]> {
  const { quiet, busy } = shop;
  const filters = (await listFilters(shop.databaseUrl, quiet)).map(([, input]) => filterCall(quiet, input));
  const periods = [quiet, ...busy.slice(0, 10)].flatMap((seller) =>
    listPeriods().map(([, span]) => periodCall(seller, span)),
  );
  const asked = (name: string, perMinute: number, calls: readonly Call[]): Act => {
    const next = roundRobin(calls);
    return { name, perMinute, run: () => call(shop.api, next()) };
  };
  return [
    asked('product page of 50', 480, productPages([quiet, ...busy])),
    asked('product search', 240, busy.flatMap(commonSearches)),
    asked('order page of 50', 360, orderPages([quiet, ...busy])),
    counted(shop, filters),
    asked(
      'orders with counts',
      300,
      busy.map((seller) => filterCall(seller, {})),
    ),
    asked('dashboard', 360, busy.map(dashboardCall)),
    asked('period of the dashboard', 180, periods),
    asked('own session', 480, busy.map(sessionCall)),
    exported(shop),
    signIns(shop),
  ];
}

/** Of a seller whose orders do not change: as many as the first time, but where the time of day decides. */
function counted({ api }: Shop, calls: readonly Call[]): Act {
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
  return { name: 'orders filtered, with counts', perMinute: 120, run };
}

/** All orders of the seller with the most. */
function exported({ api, quiet }: Shop): Act {
  const next = roundRobin(['csv', 'xlsx']);
  const run = () => take(api, `/api/exportar/pedidos.${next()}`, quiet);
  return { name: 'export of orders, csv or xlsx', perMinute: 2, isHeavy: true, run };
}

/** Sellers one after the other, each seldom enough for the limit of an account. */
function signIns({ api, busy }: Shop): Act {
  const next = roundRobin(busy.map((_, index) => index + 1));
  const run = async () => {
    const body = { email: sellerEmail(next()), senha: PASSWORD };
    const response = await post(api, '/api/auth/login', { seller: { token: '' }, body });
    expectSame('a session', typeof read(response, 'access_token'), 'string');
  };
  return { name: 'sign-in', perMinute: 6, isHeavy: true, run };
}
