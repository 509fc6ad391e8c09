import { callBudgets } from '@esteira/db/schema/platform/call-budgets';
import { openTestDatabase, type TestDatabase } from '@esteira/db/testing';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { CallLimiter } from '@esteira/marketplaces/call-limiter';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createCallLimiter, forgetIdleBudgets } from './call-limiter';

const RATE = { perSecond: 2, burst: 3 };
const START = Date.parse('2026-03-01T12:00:00Z');

let database: TestDatabase;
let now: number;
let limiter: CallLimiter;
let account = 0;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  now = START;
  account += 1;
  limiter = createCallLimiter({ db: database.db, marketplace: 'amazon', clock: () => new Date(now) });
});

const ctx = () => ({ usuarioId: `account-${account}`, contaId: 1 });

/** Null when the call may be made, else for how many milliseconds it has to wait. */
async function take(operacao = 'getOrder', who = ctx()): Promise<number | null> {
  try {
    await limiter.take(who, operacao, RATE);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(AdapterError);
    const { kind, retryAt } = error as AdapterError;
    expect(kind).toBe('rate_limited');
    return (retryAt?.getTime() ?? Number.NaN) - now;
  }
}

it('lets the burst pass and then tells when the next call is earned', async () => {
  expect([await take(), await take(), await take()]).toEqual([null, null, null]);
  expect(await take()).toBe(500);
  now += 499;
  expect(await take()).toBe(1);
  now += 1;
  expect([await take(), await take()]).toEqual([null, 500]);
});

it('earns no more than the burst, however long it was not called', async () => {
  await take();
  now += 3_600_000;
  expect([await take(), await take(), await take(), await take()]).toEqual([null, null, null, 500]);
});

it('forgets who has not called for a day, but no pause that lasts', async () => {
  const clock = () => new Date(now);
  for (let n = 0; n < 3; n += 1) await take();
  await limiter.pause(ctx(), 'paused', new Date(now + 48 * 3_600_000));
  now += 23 * 3_600_000;
  await take('lately');
  const kept = async () => {
    await forgetIdleBudgets({ db: database.db, clock });
    const rows = await database.db.select({ chave: callBudgets.chave }).from(callBudgets);
    return rows
      .map(({ chave }) => chave.split(':'))
      .map(([, id, , operation]) => [id, operation])
      .filter(([id]) => id === ctx().usuarioId);
  };
  expect(await kept()).toHaveLength(3);
  now += 2 * 3_600_000;
  expect((await kept()).map(([, operation]) => operation).toSorted()).toEqual(['lately', 'paused']);
  expect(await take('paused')).toBe(23 * 3_600_000);
  expect([await take(), await take(), await take(), await take()]).toEqual([null, null, null, 500]);
});

it('counts each account and each operation by itself', async () => {
  for (let n = 0; n < 3; n += 1) await take();
  expect(await take()).toBe(500);
  expect(await take('searchOrders')).toBeNull();
  expect(await take('getOrder', { contaId: 1, usuarioId: 'somebody else' })).toBeNull();
});

it('leaves half of what the application may call to other accounts, and lets all of them together take no more', async () => {
  const application = { perSecond: 1, burst: 8 };
  const shared = createCallLimiter({
    db: database.db,
    marketplace: 'mercadolivre',
    application,
    clock: () => new Date(now),
  });
  const wide = { perSecond: 100, burst: 100 };
  const usuarioId = ctx().usuarioId;
  const taken = async (contaId: number) => {
    let passed = 0;
    for (let n = 0; n < 12; n += 1) {
      const isRefused = await shared.take({ usuarioId, contaId }, `operation-${n}`, wide).catch(() => true);
      if (!isRefused) passed += 1;
    }
    return passed;
  };
  expect([await taken(1), await taken(2), await taken(3)]).toEqual([4, 4, 0]);
  now += 2_000;
  expect([await taken(1), await taken(3)]).toEqual([1, 1]);
  // A refused call costs the account nothing.
  now += 8_000;
  expect(await taken(3)).toBe(4);
  // While the others call nothing, it has their half too.
  now += 2_000;
  expect(await taken(3)).toBe(2);
});

it('lets nothing pass before the end of a pause, and starts with an empty bucket after it', async () => {
  await limiter.pause(ctx(), 'getOrder', new Date(now + 10_000));
  await limiter.pause(ctx(), 'getOrder', new Date(now + 4_000));
  expect(await take()).toBe(10_000);
  now += 9_999;
  expect(await take()).toBe(1);
  now += 1;
  expect(await take()).toBeNull();
});

it('earns nothing from a clock that lags behind', async () => {
  for (let n = 0; n < 3; n += 1) await take();
  now -= 60_000;
  expect(await take()).toBeGreaterThan(0);
  now += 60_000;
  expect(await take()).toBe(500);
});

it('goes by the clock of the database where none is given', async () => {
  const real = createCallLimiter({ db: database.db, marketplace: 'amazon' });
  const slow = { perSecond: 0.001, burst: 1 };
  await real.take(ctx(), 'getOrder', slow);
  await expect(real.take(ctx(), 'getOrder', slow)).rejects.toThrow(/Limite de chamadas atingido na Amazon/);
});
