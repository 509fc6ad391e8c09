import postgres from 'postgres';

/** One for each core of a small machine: PostgreSQL works on one statement per connection. */
const CONNECTIONS = 2;

const SETTINGS = {
  // Neither triggers nor foreign keys: what they would have kept is computed at the end and then verified.
  session_replication_role: 'replica',
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
  // The other connection has the other core.
  max_parallel_maintenance_workers: 0,
  jit: false,
};

/** Of the server, while it is loaded only: a checkpoint writes the same pages again and again. */
const WHILE_LOADING = { max_wal_size: '8GB', checkpoint_timeout: '1h', autovacuum: 'off' };

export type Task = (sql: postgres.Sql) => Promise<unknown>;

export interface Loader {
  sql: postgres.Sql;
  /** Does all tasks, each connection the next one of the list when it has done its last. */
  runAll(tasks: readonly Task[]): Promise<void>;
}

/** Connections to load a database with, whose server gets its own settings back afterwards. */
export async function withLoader(url: string, work: (loader: Loader) => Promise<void>): Promise<void> {
  const pool = Array.from({ length: CONNECTIONS }, () =>
    postgres(url, { max: 1, onnotice: () => undefined, connection: SETTINGS }),
  );
  const [sql] = pool;
  if (sql === undefined) throw new Error('There is no connection.');
  try {
    for (const [name, value] of Object.entries(WHILE_LOADING))
      await sql.unsafe(`ALTER SYSTEM SET ${name} = '${value}'`);
    await sql`SELECT pg_reload_conf()`;
    await work({ sql, runAll: (tasks) => runAll(pool, tasks) });
  } finally {
    for (const name of Object.keys(WHILE_LOADING)) await sql.unsafe(`ALTER SYSTEM RESET ${name}`);
    await sql`SELECT pg_reload_conf()`;
    for (const each of pool) await each.end({ timeout: 5 });
  }
}

async function runAll(pool: readonly postgres.Sql[], tasks: readonly Task[]): Promise<void> {
  const waiting = [...tasks];
  const workOff = async (sql: postgres.Sql) => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await task(sql);
  };
  await Promise.all(pool.map(workOff));
}
