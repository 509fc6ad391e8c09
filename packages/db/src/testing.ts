import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { createDatabase, type OpenDatabase } from './database';
import { createInMemory, embeddedRunner, listenEmbedded, scriptEmbedded } from './embedded';
import { loadMigrations, migrate } from './migrations';
import { openPostgres } from './postgres';
import { POSTGRES_TIMEOUTS, type PostgresAddress, type PostgresTimeouts } from './postgres/postgres-client';
import { migrationsFolder } from './testing/migrations-folder';

/** A test database; where it is found is there on PostgreSQL only. */
export interface TestDatabase extends OpenDatabase {
  /** Of PostgreSQL itself, for what a test does beside the product. */
  url: string | null;
  /** What the product opens it with: perhaps by way of a pooler. */
  address: PostgresAddress;
}

/**
 * A fresh migrated database for one test file: on the PostgreSQL of TEST_DATABASE_URL when that is set,
 * else embedded and in memory. Both start from a template made once per schema version. With `isPooled`, which is
 * TEST_THROUGH_POOLER unless told, it is used by way of the pooler of TEST_DATABASE_POOLER_URL.
 */
export async function openTestDatabase({
  isPooled = Boolean(process.env['TEST_THROUGH_POOLER']),
  timeouts,
}: {
  isPooled?: boolean;
  timeouts?: Partial<PostgresTimeouts> | undefined;
} = {}): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  const pooler = isPooled ? process.env['TEST_DATABASE_POOLER_URL'] : undefined;
  return server === undefined || server === '' ? openInMemory() : openOnServer(server, pooler, timeouts);
}

/** Read once by each process, which opens dozens of it. */
let template: Promise<Blob> | undefined;

async function openInMemory(): Promise<TestDatabase> {
  template ??= embeddedTemplate().then((dump) => new Blob([dump]));
  const client = await createInMemory(await template);
  const db = createDatabase(embeddedRunner(client));
  return {
    kind: 'embedded',
    db,
    heavy: db,
    reserved: db,
    url: null,
    address: { url: '' },
    listen: (channel, handlers) => listenEmbedded(client, channel, handlers),
    script: (statements) => scriptEmbedded(client, statements),
    close: () => client.close(),
  };
}

/** Two databases that nothing is made from here are more than half of the files that each opening unpacks. */
const DROP_SPARES = [
  'UPDATE pg_database SET datistemplate = false',
  'DROP DATABASE template0',
  'DROP DATABASE template1',
];

async function embeddedTemplate(): Promise<Uint8Array<ArrayBuffer>> {
  const folder = join(tmpdir(), 'esteira-test-templates');
  const file = join(folder, `${schemaVersion()}-bare.tar`);
  const stored = await readFile(file).catch(() => null);
  if (stored !== null) return new Uint8Array(stored);
  const client = await createInMemory();
  await migrate((statements) => scriptEmbedded(client, statements), migrationsFolder);
  for (const statement of DROP_SPARES) await client.exec(statement);
  const dump = new Uint8Array(await (await client.dumpDataDir('none')).arrayBuffer());
  await client.close();
  await mkdir(folder, { recursive: true });
  // Test files start side by side: a rename never shows a half-written template.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, dump);
  await rename(draft, file);
  return dump;
}

async function openOnServer(
  server: string,
  pooler: string | undefined,
  timeouts?: Partial<PostgresTimeouts>,
): Promise<TestDatabase> {
  const template = `esteira_modelo_${schemaVersion()}`;
  const name = `esteira_teste_${randomBytes(8).toString('hex')}`;
  const admin = postgres(server, { max: 1, onnotice: () => undefined });
  await admin`SELECT pg_advisory_lock(7305471121)`;
  try {
    const found = await admin`SELECT 1 FROM pg_database WHERE datname = ${template}`;
    if (found.length === 0) await createTemplate(server, admin, template);
    // With nothing to wait for on the disk a copy of its files is a quarter of the work of writing all pages to the log.
    await admin.unsafe(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  } finally {
    await admin.end();
  }
  const url = withDatabase(server, name);
  const address = pooler ? { url: withDatabase(pooler, name), directUrl: url } : { url };
  const opened = await openPostgres({
    ...address,
    migrationsFolder,
    // On a busy machine a statement of a test may take longer than people wait for one.
    timeouts: { ...POSTGRES_TIMEOUTS, ...timeouts },
  });
  return { ...opened, url, address, close: () => closeAndDrop(opened, server, name) };
}

async function createTemplate(server: string, admin: postgres.Sql, template: string): Promise<void> {
  const draft = `${template}_${randomBytes(4).toString('hex')}`;
  await admin.unsafe(`CREATE DATABASE ${draft}`);
  const opened = await openPostgres({
    url: withDatabase(server, draft),
    migrationsFolder,
    maxConnections: 1,
  });
  await opened.close();
  await admin.unsafe(`ALTER DATABASE ${draft} RENAME TO ${template}`);
}

async function closeAndDrop(opened: OpenDatabase, server: string, name: string): Promise<void> {
  await opened.close();
  const admin = postgres(server, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.end();
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

function schemaVersion(): string {
  const hashes = loadMigrations(migrationsFolder).map(({ hash }) => hash);
  return createHash('sha256').update(hashes.join()).digest('hex').slice(0, 16);
}
