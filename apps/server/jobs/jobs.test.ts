import { newId } from '@esteira/db/schema/columns';
import { jobs } from '@esteira/db/schema/platform/jobs';
import { openTestDatabase, type TestDatabase } from '@esteira/db/testing';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Deps } from '../core/context';
import type { JobData } from '../core/job-kinds';
import { deferred } from '../testing/deferred';
import { createEngine, type Engine, type EngineOptions } from './engine';
import { jobQueue, releaseHeldJobs } from './enqueue';
import { completeJob, giveBack } from './finish';
import type { Handlers, JobHandler } from './job-handler';
import { deleteOldJobs } from './open-jobs';
import { takeJobs } from './take';

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
  await database.db.delete(jobs);
});
afterAll(() => database.close());

function open(handlers: Handlers, options: Partial<EngineOptions> = {}) {
  failures = [];
  engine = createEngine({
    pollMs: 20,
    handlers,
    relays: {},
    onRefusedAccount: async () => undefined,
    onFailure: (...failure) => failures.push(failure),
    ...options,
  });
  return jobQueue;
}

/** The worker itself needs no more of what a server has. */
const start = () => engine.start({ heavyDb: database.db, clock: () => new Date() } as Deps);

const product = (): JobData<'stock-push'> => ({
  conta_id: 1,
  usuario_id: newId(),
  produto_id: newId(),
  marketplace: 'mercadolivre',
});

const stored = () =>
  database.db
    .select({ ...getTableColumns(jobs), wait: sql<number>`extract(epoch FROM devida_em - now())::float8` })
    .from(jobs)
    .orderBy(jobs.id);
type Stored = Awaited<ReturnType<typeof stored>>[number];
/** Of the jobs that are not done. */
const states = async () => (await stored()).map(({ situacao }) => situacao);

describe('a job', () => {
  it('is done once its transaction committed, with what it was told', async () => {
    const seen: unknown[] = [];
    const queue = open({ 'stock-push': async (_deps, data) => void seen.push(data) });
    start();
    const data = product();
    await database.db.transaction((tx) => queue.send(tx, 'stock-push', data));
    await eventually(async () => expect(await states()).toEqual([]));
    expect(seen).toEqual([data]);
    expect(failures).toEqual([]);
  });

  it('does not exist when its transaction was rolled back', async () => {
    const queue = open({});
    const attempt = database.db.transaction(async (tx) => {
      await queue.send(tx, 'stock-push', product());
      throw new Error('changed my mind');
    });
    await expect(attempt).rejects.toThrow('changed my mind');
    expect(await states()).toEqual([]);
  });

  it('waits until its moment', async () => {
    const queue = open({ 'stock-push': async () => undefined });
    start();
    await queue.send(database.db, 'stock-push', product(), { runAt: new Date(Date.now() + 60_000) });
    await queue.send(database.db, 'stock-push', product());
    await eventually(async () => expect(await states()).toEqual(['na_fila']));
  });

  it('must be told what its kind needs', async () => {
    const queue = open({});
    const wrong = { usuario_id: 'x' } as unknown as JobData<'stock-push'>;
    await expect(async () => queue.send(database.db, 'stock-push', wrong)).rejects.toThrow(/usuario_id/);
  });
});

describe('of one key', () => {
  it('one job waits, from the earlier moment on', async () => {
    const queue = open({});
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
    const queue = open({
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
    await eventually(async () => expect(await states()).toEqual([]));
    expect(runs).toBe(2);
  });

  it('a failed one leaves the work to the one that waits', async () => {
    const first = deferred();
    let runs = 0;
    const queue = open({
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
    await eventually(async () => expect(await states()).toEqual(['na_fila']));
  });
});

describe('a job that fails', () => {
  async function failing(error: unknown): Promise<Stored> {
    const queue = open({ 'stock-push': () => Promise.reject(error) });
    start();
    await queue.send(database.db, 'stock-push', product());
    return eventually(async () => {
      const [job] = await stored();
      if (job === undefined || ['na_fila', 'em_andamento'].includes(job.situacao)) throw new Error('not yet');
      return job;
    });
  }

  it('for a passing reason is tried again later, and heard of with its work and marketplace', async () => {
    const job = await failing(new AdapterError('upstream_unavailable', 'Sem resposta'));
    expect(job).toMatchObject({
      situacao: 'tentando',
      mensagem: 'Sem resposta',
      tentativas: 1,
      falhas: 1,
    });
    expect(failures).toMatchObject([
      [{ kind: 'upstream_unavailable' }, { work: 'stock-push', marketplace: 'mercadolivre' }],
    ]);
  });

  it('is not tried before the moment that the marketplace named', async () => {
    const retryAt = new Date(Date.now() + 30_000);
    const job = await failing(new AdapterError('rate_limited', 'Limite', { retryAt }));
    expect(job.wait).toBeGreaterThan(25);
    expect(job).toMatchObject({ situacao: 'tentando', falhas: 0 });
  });

  it('for a lasting reason is dead', async () => {
    const job = await failing(new AdapterError('forbidden', 'Sem permissão'));
    expect(job).toMatchObject({ situacao: 'falhou', mensagem: 'Sem permissão' });
  });

  it('by a bug tells its kind and not its message, which may quote a buyer', async () => {
    const job = await failing(new TypeError('Rua das Flores, 1'));
    expect(job).toMatchObject({ situacao: 'tentando', mensagem: 'Erro inesperado (TypeError)' });
  });

  it('for want of a connection waits for the seller, and goes on when the seller connected', async () => {
    let isConnected = false;
    const needConnection = async () => {
      if (!isConnected) throw new AdapterError('reconnect_required', 'Reconecte a conta');
    };
    const queue = open({ 'listing-price': needConnection, 'stock-push': needConnection });
    start();
    const [mine, foreign] = [product(), product()];
    await queue.send(database.db, 'listing-price', mine);
    await queue.send(database.db, 'listing-price', foreign);
    await queue.send(database.db, 'stock-push', mine);
    await eventually(async () => expect(await states()).toEqual(Array(3).fill('aguardando')));
    expect((await stored()).every(({ wait }) => wait > 3000)).toBe(true);
    isConnected = true;
    await releaseHeldJobs(database.db, { usuarioId: mine.usuario_id, marketplace: 'amazon', contaId: 1 });
    await releaseHeldJobs(database.db, {
      usuarioId: mine.usuario_id,
      marketplace: 'mercadolivre',
      contaId: 1,
    });
    await eventually(async () => expect(await states()).toEqual(['aguardando', 'aguardando']));
    // A stock that is told before what was sold meanwhile is read would be sold twice.
    const waits = (await stored()).map(({ wait }) => Math.ceil(wait / 60)).sort((a, b) => a - b);
    expect(waits).toEqual([2, 60]);
  });
});

it('a job whose worker was killed is taken up again once it expired', async () => {
  const queue = open({ 'stock-push': async () => undefined });
  await queue.send(database.db, 'stock-push', product());
  await database.db.update(jobs).set({
    situacao: 'em_andamento',
    tomada_em: sql`now()`,
    devida_em: sql`now() + interval '1 second'`,
  });
  start();
  await eventually(async () => expect(await states()).toEqual([]));
});

it('a job that loses its worker again and again is dead', async () => {
  const queue = open({ 'stock-push': async () => undefined }, { crashes: 2 });
  await queue.send(database.db, 'stock-push', product());
  await database.db
    .update(jobs)
    .set({ situacao: 'em_andamento', tomada_em: sql`now()`, devida_em: sql`now()`, quedas: 2 });
  start();
  const mensagem = 'A tarefa foi interrompida antes de terminar';
  await eventually(async () =>
    expect(await stored()).toMatchObject([{ situacao: 'falhou', mensagem, quedas: 3 }]),
  );
  expect(failures).toEqual([]);
});

it('a worker that comes back after another one took its job changes nothing', async () => {
  const queue = open({});
  await queue.send(database.db, 'stock-push', product());
  const query = { kind: 'stock-push', limit: 1, busy: [], after: '', expireMs: 0 } as const;
  const [taken] = await takeJobs(database.db, query);
  const [earlier] = await database.db
    .update(jobs)
    .set({ tomada_em: sql`tomada_em - interval '1 second'` })
    .returning();
  const [again] = await takeJobs(database.db, query);
  if (taken === undefined || earlier === undefined || again === undefined) throw new Error('not taken');
  const late = { ...taken, tomada_em: earlier.tomada_em };
  await completeJob(database.db, late);
  await giveBack(database.db, late);
  expect(await stored()).toMatchObject([{ situacao: 'em_andamento', tomada_em: again.tomada_em, quedas: 1 }]);
  await completeJob(database.db, again);
  expect(await stored()).toEqual([]);
});

it('jobs that failed long ago or wait for too long are deleted', async () => {
  const queue = open({});
  const ages = [
    { situacao: 'falhou', devida_em: sql`now() - interval '29 days'` },
    { situacao: 'falhou', devida_em: sql`now() - interval '31 days'` },
    { situacao: 'aguardando', na_fila_desde: sql`now() - interval '89 days'` },
    { situacao: 'aguardando', na_fila_desde: sql`now() - interval '91 days'` },
  ] as const;
  for (const age of ages) {
    const data = product();
    await queue.send(database.db, 'stock-push', data);
    await database.db.update(jobs).set(age).where(eq(jobs.usuario_id, data.usuario_id));
  }
  await deleteOldJobs(database);
  expect(await states()).toEqual(['falhou', 'aguardando']);
});

it('a job that does not end in time when its server closes is told to, and given back with its tries', async () => {
  const started = deferred();
  const untilTold: JobHandler<'stock-push'> = (_deps, _data, signal) =>
    new Promise((_, fail) => {
      signal.addEventListener('abort', () => fail(new AdapterError('upstream_unavailable', 'Sem resposta')));
      started.resolve();
    });
  const queue = open({ 'stock-push': untilTold }, { finishMs: 1 });
  start();
  await queue.send(database.db, 'stock-push', product());
  await started.promise;
  await engine.stop();
  const [job] = await stored();
  expect(job).toMatchObject({ situacao: 'tentando', mensagem: null, tentativas: 0, falhas: 0 });
  expect(job?.wait).toBeLessThanOrEqual(0);
  expect(failures).toEqual([]);
});
