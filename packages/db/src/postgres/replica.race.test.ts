import { type PostgresCluster, startPostgresCluster } from '@esteira/config/testing/postgres-cluster';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANGES_CHANNEL, type Database, type OpenDatabase, queryRows } from '../database';
import { openPostgres } from '../postgres';
import { migrationsFolder } from '../testing/migrations-folder';
import { openReplica, type Replica, type ReplicaTrouble } from './replica';
import { openTcpLink, type TcpLink } from './tcp-link';

/** What a read may take on a busy machine, and far less than a replica that does not answer. */
const SOON_MS = 5_000;

let cluster: PostgresCluster;
let primary: OpenDatabase;
let link: TcpLink;
let replica: Replica;
let onReplica: postgres.Sql;
const troubles: ReplicaTrouble[] = [];
beforeAll(async () => {
  cluster = await startPostgresCluster({ isThrowaway: true });
  primary = await openPostgres({ url: cluster.primary, migrationsFolder });
  await primary.db.execute(sql`CREATE TABLE escritos (numero integer NOT NULL)`);
  link = await openTcpLink(cluster.replica);
  const onTrouble = (trouble: ReplicaTrouble) => troubles.push(trouble);
  replica = openReplica({ url: link.url, primary: primary.db, onTrouble });
  onReplica = postgres(cluster.replica, { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  await onReplica.end({ timeout: 1 });
  await replica.close();
  await primary.close();
  await link.cut();
  await cluster.close();
});

let written = 0;
async function write(): Promise<number> {
  written += 1;
  await primary.db.execute(sql`INSERT INTO escritos VALUES (${written})`);
  return written;
}

const readHighest = (db: Database) =>
  queryRows<{ numero: number }>(db, sql`SELECT max(numero) AS numero FROM escritos`).then(
    ([row]) => row?.numero,
  );

/** Writes and reads back so many times. Answers how many of the reads the replica answered. */
async function writeAndRead(times: number): Promise<number> {
  const before = replica.counts().replica;
  for (let time = 0; time < times; time += 1) {
    const number = await write();
    const since = performance.now();
    expect(await replica.read(readHighest)).toBe(number);
    expect(performance.now() - since).toBeLessThan(SOON_MS);
  }
  return replica.counts().replica - before;
}

/** Reads until the replica answers again. */
async function untilReplicaAnswers(): Promise<void> {
  while ((await writeAndRead(1)) === 0);
}

describe('a read beside a streaming replica', () => {
  it('shows what was written before it, from the replica', async () => {
    // Of how many it answers the machine decides: the primary answers in place of a replica that is late.
    for (let answered = 0; answered < 100; ) answered += await writeAndRead(20);
  });

  it('shows what an event tells of, which another server wrote', async () => {
    const changes: Promise<unknown>[] = [];
    await primary.listen(CHANGES_CHANNEL, {
      onMessage: (number) =>
        changes.push(replica.read(readHighest).then((highest) => [Number(number), highest])),
      onGap: () => undefined,
    });
    for (let time = 0; time < 100; time += 1) {
      written += 1;
      await primary.db.transaction(async (tx) => {
        await tx.execute(sql`INSERT INTO escritos VALUES (${written})`);
        await tx.execute(sql`SELECT pg_notify('esteira_mudancas', ${String(written)})`);
      });
    }
    while (changes.length < 100) await new Promise((next) => setTimeout(next, 1));
    for (const [number, highest] of (await Promise.all(changes)) as [number, number][])
      expect(highest).toBeGreaterThanOrEqual(number);
  });

  it('comes from the primary while the replica stands still, and from the replica when it goes on', async () => {
    await onReplica`SELECT pg_wal_replay_pause()`;
    expect(await writeAndRead(20)).toBe(0);
    expect(troubles.at(-1)).toBe('behind');
    await onReplica`SELECT pg_wal_replay_resume()`;
    await untilReplicaAnswers();
    expect(troubles.at(-1)).toBeNull();
  });

  it('comes from the primary when the work meant to write, and when the replica ends it', async () => {
    await untilReplicaAnswers();
    const write = (db: Database) => db.execute(sql`INSERT INTO escritos VALUES (0)`);
    await replica.read(write);
    await untilReplicaAnswers();
    const killer = sql`SELECT CASE WHEN pg_is_in_recovery() THEN pg_terminate_backend(pg_backend_pid()) END AS ended`;
    expect(await replica.read((db) => queryRows(db, killer))).toEqual([{ ended: null }]);
  });

  it('fails as the work fails that is at fault itself, without a second try', async () => {
    await untilReplicaAnswers();
    let tries = 0;
    const wrong = async () => {
      tries += 1;
      throw new Error('of the work itself');
    };
    await expect(replica.read(wrong)).rejects.toThrow('of the work itself');
    expect(tries).toBe(1);
  });

  it('is never refused while connections to the replica break, fall silent, or cannot be made', async () => {
    for (const break_ of [link.reset, link.mute, link.cut]) {
      await untilReplicaAnswers();
      const reads = Array.from({ length: 60 }, () => replica.read(readHighest));
      await break_();
      expect(new Set(await Promise.all(reads))).toEqual(new Set([written]));
      await writeAndRead(3);
      await link.restore();
    }
  });

  it('comes from the primary when the replica was promoted, and when it was killed', async () => {
    await untilReplicaAnswers();
    await cluster.promoteReplica();
    expect(await writeAndRead(10)).toBe(0);
    await cluster.killReplica();
    expect(await writeAndRead(10)).toBe(0);
    expect(troubles.at(-1)).toBe('away');
  });
});
