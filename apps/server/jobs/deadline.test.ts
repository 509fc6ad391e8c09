import { newId } from '@esteira/db/schema/columns';
import { jobs } from '@esteira/db/schema/platform/jobs';
import { openTestDatabase, type TestDatabase } from '@esteira/db/testing';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Deps } from '../core/context';
import { JOB_CALL_TIMEOUT_MS, JOB_DEADLINE_MS, JOB_EXPIRE_MS, JOB_LEASE_MS } from '../core/time/deadline';
import { createEngine, type Engine } from './engine';
import { jobQueue } from './enqueue';
import type { JobHandler } from './job-handler';

const CALL_TAKES_MS = 59_000;

let database: TestDatabase;
const engines: Engine[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
  await database.close();
});

/** The time of this test: it passes when a call says so, and with it what is left of a job until it expires. */
let now = 0;
const deadlines: { at: number; controller: AbortController }[] = [];

function deadline(): AbortSignal {
  const controller = new AbortController();
  deadlines.push({ at: now + JOB_DEADLINE_MS, controller });
  return controller.signal;
}

async function pass(ms: number): Promise<void> {
  now += ms;
  for (const { at, controller } of deadlines) if (at <= now) controller.abort();
  await database.db
    .update(jobs)
    .set({ devida_em: sql`${jobs.devida_em} - ${ms}::int * interval '1 millisecond'` })
    .where(eq(jobs.situacao, 'em_andamento'));
}

/** A call to a marketplace that takes 59 seconds, or until the job's deadline. */
async function call(signal: AbortSignal, end: number): Promise<void> {
  await pass(Math.min(CALL_TAKES_MS, end > now ? end - now : CALL_TAKES_MS));
  if (signal.aborted) throw new AdapterError('upstream_unavailable', 'Sem resposta.');
}

it('every wait of a job ends before what guards it', () => {
  const order = [JOB_CALL_TIMEOUT_MS, JOB_DEADLINE_MS, JOB_LEASE_MS, JOB_EXPIRE_MS];
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(new Set(order).size).toBe(order.length);
});

it('no job runs twice at once on two servers, however many calls of 59 seconds it makes', async () => {
  const runs: string[] = [];
  let running = 0;
  let most = 0;
  const readOrder: JobHandler<'order-read'> = async (_deps, { ml_order_id }, signal) => {
    runs.push(ml_order_id);
    const end = deadlines.at(-1)?.at ?? 0;
    running += 1;
    most = Math.max(most, running);
    try {
      for (let made = 0; made < 10; made += 1) await call(signal, end);
    } finally {
      running -= 1;
    }
  };
  for (let server = 0; server < 2; server += 1) {
    const engine = createEngine({
      handlers: { 'order-read': readOrder },
      relays: {},
      pollMs: 5,
      deadline,
      onRefusedAccount: async () => undefined,
      onFailure: () => undefined,
    });
    engines.push(engine);
    engine.start({ heavyDb: database.db, clock: () => new Date() } as Deps);
  }
  const data = {
    conta_id: 1,
    usuario_id: newId(),
    marketplace: 'mercadolivre',
    ml_order_id: '2000',
  } as const;
  await jobQueue.send(database.db, 'order-read', data);
  const state = () => database.db.select({ situacao: jobs.situacao, quedas: jobs.quedas }).from(jobs);
  await vi.waitFor(async () => expect(await state()).toMatchObject([{ situacao: 'tentando' }]), {
    timeout: 20_000,
  });
  expect([runs, most]).toEqual([['2000'], 1]);
  // It ended by its deadline and was not taken for abandoned, which would count as a crash.
  expect(await state()).toMatchObject([{ quedas: 0 }]);
});
