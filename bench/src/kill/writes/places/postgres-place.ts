import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database, OpenDatabase } from '@esteira/db/database';
import { openPostgres } from '@esteira/db/postgres';
import {
  createDatabase,
  databaseUrl,
  dropDatabase,
  migrationsFolder,
  withConnection,
} from '../../../harness/database';
import { readRows } from '../read-rows';
import type { Place } from './place';

/** In the root, where nothing has types. */
const SCRIPT = new URL('../../../../../scripts/postgres.mjs', import.meta.url);

interface KillablePostgres {
  url: string;
  /** As a machine that loses its power. */
  kill(): void;
  /** Resolves when it has recovered from the kill and takes connections. */
  restart(): Promise<void>;
  /** Ends and removes it. */
  stop(): Promise<void>;
}

/** `settings` are those of postgresql.conf. */
type StartPostgres = (options: { settings: Record<string, string> }) => Promise<KillablePostgres>;

const MODEL = 'kill_model';
/** Commits are acknowledged before they are on the disk. */
const FORGETFUL = { synchronous_commit: 'off', wal_writer_delay: '10s' };
const LOOK_EVERY_MS = 10;
const GONE_WITHIN_MS = 30_000;

/**
 * A PostgreSQL of its own with durable settings; it can be killed too. A forgetful one loses what it acknowledged when it
 * is killed.
 */
export async function createPostgresPlace(isForgetful: boolean): Promise<Place> {
  const { startPostgres } = (await import(SCRIPT.href)) as { startPostgres: StartPostgres };
  const postgres = await startPostgres({ settings: isForgetful ? FORGETFUL : {} });
  const dataDir = await mkdtemp(join(tmpdir(), 'esteira-kill-'));
  let copies = 0;
  let url = await createDatabase(postgres.url, MODEL);
  let opened: OpenDatabase | null = null;

  const open = () => openPostgres({ url, migrationsFolder, maxConnections: 1 });
  const release = async () => {
    await opened?.close();
    opened = null;
  };

  async function renew(): Promise<void> {
    await release();
    if (copies > 0) await dropDatabase(postgres.url, `kill_${copies}`);
    copies += 1;
    const name = `kill_${copies}`;
    await withConnection(postgres.url, (sql) => sql.unsafe(`CREATE DATABASE ${name} TEMPLATE ${MODEL}`));
    url = databaseUrl(postgres.url, name);
  }

  return {
    kind: 'postgres',
    env: () => ({ DATABASE_URL: url, DATA_DIR: dataDir }),
    saveAsTemplate: renew,
    renew,
    read: async (work) => {
      opened ??= await open();
      return work(opened.db);
    },
    killDatabase: async (onKilled) => {
      // Its connection would be lost, and the first look with it.
      await release();
      postgres.kill();
      onKilled();
      await postgres.restart();
    },
    close: async () => {
      await release();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits until PostgreSQL has ended what a dead server's connections were at: it goes on until it misses the client. */
export async function untilAlone(db: Database): Promise<void> {
  for (const deadline = Date.now() + GONE_WITHIN_MS; ; await wait(LOOK_EVERY_MS)) {
    const [others] = await readRows<{ total: number }>(
      db,
      `SELECT count(*)::int AS total FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    );
    if (others?.total === 0) return;
    if (Date.now() > deadline) throw new Error('Connections of a killed server stayed.');
  }
}
