import type { EmbeddedClient } from './embedded/disk-space';

const EVERY_MS = 60_000;

/**
 * Of which 300 rows each are looked at. PostgreSQL's own 100 tells the planner no more that it uses here, and reading
 * the trigrams of 30,000 orders takes three seconds, in which no query is answered, where 9,000 take one.
 */
const STATISTICS = 'SET default_statistics_target = 30';

/** Tables that grew by a fifth, and by more than some pages, since they were last vacuumed. */
const GROWN = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
    AND pg_relation_size(c.oid) / current_setting('block_size')::int > greatest(c.relpages, 0) * 1.2 + 4
  ORDER BY 1`;

/**
 * Does once what a real PostgreSQL's autovacuum does beside it: gives back what dead rows took, and counts rows and
 * values for the planner, of tables that have grown. Everybody waits for the one table that is worked on. Answers the
 * tables' names.
 */
export async function runMaintenance(client: EmbeddedClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(GROWN);
  const names = rows.map(({ name }) => name);
  if (names.length > 0) await client.exec(STATISTICS);
  for (const name of names) await client.exec(`VACUUM (ANALYZE) ${name}`);
  return names;
}

/** Looks after the embedded database now and every minute from then on. Answers its stop, which waits for work under way. */
export function startUpkeep(client: EmbeddedClient): () => Promise<void> {
  let underWay = Promise.resolve();
  const look = () => {
    underWay = underWay.then(() => runMaintenance(client)).then(() => undefined, tellOfFailure);
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return underWay;
  };
}

/** Of no consequence but that the planner guesses: a full disk, say, which is told elsewhere too. */
function tellOfFailure(error: unknown): void {
  process.stderr.write(`The embedded database was not looked after: ${String(error)}\n`);
}
