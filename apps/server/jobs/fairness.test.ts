import { newId } from '@esteira/db/schema/columns';
import { jobs } from '@esteira/db/schema/platform/jobs';
import { openTestDatabase, type TestDatabase } from '@esteira/db/testing';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Deps } from '../core/context';
import type { JobData } from '../core/job-kinds';
import { deferred } from '../testing/deferred';
import { rowsReadBy } from '../testing/watching/statements';
import { createEngine, type Engine } from './engine';
import { jobQueue } from './enqueue';
import type { Handlers } from './job-handler';
import { dueKinds } from './take';

let database: TestDatabase;
let engine: Engine;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  await engine.stop();
  await database.db.delete(jobs);
});
afterAll(() => database.close());

function open(handlers: Handlers) {
  engine = createEngine({
    handlers,
    relays: {},
    pollMs: 20,
    perKind: 4,
    perAccount: 2,
    onRefusedAccount: async () => undefined,
    onFailure: () => undefined,
  });
  return jobQueue;
}

const start = () => engine.start({ heavyDb: database.db, clock: () => new Date() } as Deps);
const eventually = <T>(check: () => T) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

const order = (usuario_id: string, n: number): JobData<'order-read'> => ({
  conta_id: 1,
  usuario_id,
  marketplace: 'mercadolivre',
  ml_order_id: String(2_000_000 + n),
});

describe('sellers take turns', () => {
  it('so that a backlog of one does not hold up the others', async () => {
    const done: string[] = [];
    const queue = open({ 'order-read': async (_deps, { usuario_id }) => void done.push(usuario_id) });
    const [flooded, ...others] = Array.from({ length: 6 }, () => newId());
    await database.db.transaction(async (tx) => {
      for (let n = 0; n < 200; n += 1) await queue.send(tx, 'order-read', order(flooded ?? '', n));
    });
    for (const other of others) await queue.send(database.db, 'order-read', order(other, 1));
    start();
    await eventually(() => expect(others.every((other) => done.includes(other))).toBe(true));
    const last = Math.max(...others.map((other) => done.indexOf(other)));
    expect(last).toBeLessThan(20);
  });

  it('and one whose jobs hang leaves workers to the others', async () => {
    const hanging = newId();
    const end = deferred();
    const done: string[] = [];
    let hung = 0;
    const queue = open({
      'order-read': async (_deps, { usuario_id }) => {
        if (usuario_id === hanging) {
          hung += 1;
          await end.promise;
        }
        done.push(usuario_id);
      },
    });
    for (let n = 0; n < 8; n += 1) await queue.send(database.db, 'order-read', order(hanging, n));
    start();
    await eventually(() => expect(hung).toBe(2));
    const other = newId();
    for (let n = 0; n < 8; n += 1) await queue.send(database.db, 'order-read', order(other, n));
    await eventually(() => expect(done).toEqual(Array(8).fill(other)));
    expect(hung).toBe(2);
    end.resolve();
    await eventually(() => expect(done).toHaveLength(16));
  });

  it('also when more accounts than are looked at at once have nothing due yet', async () => {
    const done: string[] = [];
    const queue = open({ 'order-read': async (_deps, { usuario_id }) => void done.push(usuario_id) });
    const due = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
    await queue.send(database.db, 'order-read', order(due, 1));
    await database.db.execute(sql`
      INSERT INTO tarefas (id, tipo, chave, usuario_id, marketplace, dados, devida_em)
      SELECT id, 'order-read', id, id, 'mercadolivre',
        jsonb_build_object('usuario_id', id, 'marketplace', 'mercadolivre', 'ml_order_id', '1'), now() + interval '1 day'
      FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 1000)) AS ids WHERE id::text < ${due}`);
    start();
    await eventually(() => expect(done).toEqual([due]));
  });
});

it('whether a kind has something due is one look into an index, however much waits', async () => {
  open({});
  await database.db.execute(sql`
    INSERT INTO tarefas (id, tipo, chave, usuario_id, marketplace, dados, devida_em)
    SELECT gen_random_uuid(), 'order-read', n::text, gen_random_uuid(), 'amazon', '{}', now() - interval '1 hour'
    FROM generate_series(1, 2000) AS n`);
  await database.db.execute(sql`ANALYZE tarefas`);
  const kinds = ['order-read', 'stock-push', 'reconcile'] as const;
  expect(await dueKinds(database.db, kinds)).toEqual(['order-read']);
  expect(await rowsReadBy(database.db, (db) => dueKinds(db, kinds))).toBeLessThanOrEqual(kinds.length);
});
