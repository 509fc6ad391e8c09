import { queryRows } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { openTestDatabase, type TestDatabase } from '@esteira/db/testing';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Deps } from '../core/context';
import type { JobData } from '../core/job-kinds';
import { deferred } from '../testing/deferred';
import { type Engine, type EngineOptions, openEngine } from './engine';
import type { Handlers, JobHandler } from './job-handler';
import { releaseHeldJobs } from './statements/waiting';

/** On a busy machine a second is short. */
const eventually = <T>(check: () => T) => vi.waitFor(check, { timeout: 10_000 });

let database: TestDatabase;
let engine: Engine;
let failures: unknown[];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  await engine.stop();
  // Every test has queues of its own.
  await database.db.execute(sql`DROP SCHEMA pgboss CASCADE`);
});
afterAll(() => database.close());

async function open(handlers: Handlers, options: Partial<EngineOptions> = {}) {
  failures = [];
  engine = await openEngine(database, {
    pollMs: 20,
    handlers,
    relays: {},
    onRefusedAccount: async () => undefined,
    onFailure: (...failure) => failures.push(failure),
    ...options,
  });
  return engine.queue;
}

/** The worker itself needs no more of what a server has. */
const start = () => engine.start({ db: database.db, clock: () => new Date() } as Deps);

const product = (): JobData<'stock-push'> => ({
  usuario_id: newId(),
  produto_id: newId(),
  marketplace: 'mercadolivre',
});

interface Stored extends Record<string, unknown> {
  state: string;
  output: Record<string, unknown> | null;
  wait: number;
}

const stored = () =>
  queryRows<Stored>(
    database.db,
    sql`SELECT state::text, output, extract(epoch FROM start_after - now())::float8 AS wait
        FROM pgboss.job ORDER BY created_on, id`,
  );
const states = async () => (await stored()).map(({ state }) => state);

describe('a job', () => {
  it('is done once its transaction committed, with what it was told', async () => {
    const seen: unknown[] = [];
    const queue = await open({ 'stock-push': async (_deps, data) => void seen.push(data) });
    start();
    const data = product();
    await database.db.transaction((tx) => queue.send(tx, 'stock-push', data));
    await eventually(async () => expect(await states()).toEqual(['completed']));
    expect(seen).toEqual([data]);
    expect(failures).toEqual([]);
  });

  it('does not exist when its transaction was rolled back', async () => {
    const queue = await open({});
    const attempt = database.db.transaction(async (tx) => {
      await queue.send(tx, 'stock-push', product());
      throw new Error('changed my mind');
    });
    await expect(attempt).rejects.toThrow('changed my mind');
    expect(await states()).toEqual([]);
  });

  it('waits until its moment', async () => {
    const queue = await open({ 'stock-push': async () => undefined });
    start();
    await queue.send(database.db, 'stock-push', product(), { runAt: new Date(Date.now() + 60_000) });
    await queue.send(database.db, 'stock-push', product());
    await eventually(async () => expect((await states()).sort()).toEqual(['completed', 'created']));
  });

  it('must be told what its kind needs', async () => {
    const queue = await open({});
    const wrong = { usuario_id: 'x' } as unknown as JobData<'stock-push'>;
    await expect(async () => queue.send(database.db, 'stock-push', wrong)).rejects.toThrow(/usuario_id/);
  });
});

describe('of one key', () => {
  it('one job waits, from the earlier moment on', async () => {
    const queue = await open({});
    const data = product();
    await queue.send(database.db, 'stock-push', data, { runAt: new Date(Date.now() + 60_000) });
    await queue.send(database.db, 'stock-push', data);
    await queue.send(database.db, 'stock-push', data, { runAt: new Date(Date.now() + 90_000) });
    const [job, ...others] = await stored();
    expect(others).toEqual([]);
    expect(job?.wait).toBeLessThanOrEqual(0);
  });

  it('another waits while one runs, because it may have been told of something newer', async () => {
    const first = deferred();
    let runs = 0;
    const queue = await open({
      'stock-push': async () => {
        runs += 1;
        if (runs === 1) await first.promise;
      },
    });
    start();
    const data = product();
    await queue.send(database.db, 'stock-push', data);
    await eventually(() => expect(runs).toBe(1));
    await queue.send(database.db, 'stock-push', data);
    first.resolve();
    await eventually(async () => expect(await states()).toEqual(['completed', 'completed']));
    expect(runs).toBe(2);
  });

  it('a failed one leaves the work to the one that waits', async () => {
    const first = deferred();
    let runs = 0;
    const queue = await open({
      'stock-push': async () => {
        runs += 1;
        await first.promise;
        if (runs === 1) throw new AdapterError('upstream_unavailable', 'Sem resposta');
      },
    });
    start();
    const data = product();
    await queue.send(database.db, 'stock-push', data);
    await eventually(() => expect(runs).toBe(1));
    await queue.send(database.db, 'stock-push', data, {
      runAt: new Date(Date.now() + 60_000),
    });
    first.resolve();
    await eventually(async () => expect((await states()).sort()).toEqual(['completed', 'created']));
  });
});

describe('a job that fails', () => {
  async function failing(error: unknown): Promise<Stored> {
    const queue = await open({ 'stock-push': () => Promise.reject(error) });
    start();
    await queue.send(database.db, 'stock-push', product());
    return eventually(async () => {
      const [job] = await stored();
      if (job === undefined || !['retry', 'failed'].includes(job.state)) throw new Error('not yet');
      return job;
    });
  }

  it('for a passing reason is tried again later, and heard of with its work and marketplace', async () => {
    const job = await failing(new AdapterError('upstream_unavailable', 'Sem resposta'));
    expect(job).toMatchObject({
      state: 'retry',
      output: { mensagem: 'Sem resposta', tentativas: 1, falhas: 1 },
    });
    expect(failures).toMatchObject([
      [{ kind: 'upstream_unavailable' }, { work: 'stock-push', marketplace: 'mercadolivre' }],
    ]);
  });

  it('is not tried before the moment that the marketplace named', async () => {
    const retryAt = new Date(Date.now() + 30_000);
    const job = await failing(new AdapterError('rate_limited', 'Limite', { retryAt }));
    expect(job.wait).toBeGreaterThan(25);
    expect(job).toMatchObject({ state: 'retry', output: { falhas: 0 } });
  });

  it('for a lasting reason is dead', async () => {
    const job = await failing(new AdapterError('forbidden', 'Sem permissão'));
    expect(job).toMatchObject({ state: 'failed', output: { mensagem: 'Sem permissão' } });
  });

  it('by a bug tells its kind and not its message, which may quote a buyer', async () => {
    const job = await failing(new TypeError('Rua das Flores, 1'));
    expect(job).toMatchObject({ state: 'retry', output: { mensagem: 'Erro inesperado (TypeError)' } });
  });

  it('for want of a connection waits for the seller, and goes on when the seller connected', async () => {
    let isConnected = false;
    const queue = await open({
      'stock-push': async () => {
        if (!isConnected) throw new AdapterError('reconnect_required', 'Reconecte a conta');
      },
    });
    start();
    const [mine, foreign] = [product(), product()];
    await queue.send(database.db, 'stock-push', mine);
    await queue.send(database.db, 'stock-push', foreign);
    await eventually(async () => expect(await states()).toEqual(['retry', 'retry']));
    expect((await stored()).every(({ wait }) => wait > 3000)).toBe(true);
    isConnected = true;
    await releaseHeldJobs(database.db, mine.usuario_id, 'amazon');
    await releaseHeldJobs(database.db, mine.usuario_id, 'mercadolivre');
    await eventually(async () => expect((await states()).sort()).toEqual(['completed', 'retry']));
  });
});

it('a job whose worker was killed is taken up again once it expired', async () => {
  const queue = await open({ 'stock-push': async () => undefined }, { expireMs: 1000 });
  await queue.send(database.db, 'stock-push', product());
  await database.db.execute(sql`UPDATE pgboss.job SET state = 'active', started_on = now()`);
  start();
  await eventually(async () => expect(await states()).toEqual(['completed']));
});

it('a job that does not end in time when its server closes is told to, and given back with its tries', async () => {
  const started = deferred();
  const untilTold: JobHandler<'stock-push'> = (_deps, _data, signal) =>
    new Promise((_, fail) => {
      signal.addEventListener('abort', () => fail(new AdapterError('upstream_unavailable', 'Sem resposta')));
      started.resolve();
    });
  const queue = await open({ 'stock-push': untilTold }, { finishMs: 1 });
  start();
  await queue.send(database.db, 'stock-push', product());
  await started.promise;
  await engine.stop();
  const [job] = await stored();
  expect(job).toMatchObject({ state: 'retry', output: null });
  expect(job?.wait).toBeLessThanOrEqual(0);
  expect(failures).toEqual([]);
});

it('opening twice finds the queues that are there', async () => {
  await open({});
  const queue = await open({});
  await queue.send(database.db, 'stock-push', product());
  expect(await states()).toEqual(['created']);
});
