import { type Database, queryRows } from '@esteira/db/database';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { sql } from 'drizzle-orm';
import { hasJobTables } from './job-tables';

/**
 * Lets the jobs go on that waited for the seller to connect this account again. Belongs into the transaction that
 * stores the connection.
 */
export async function releaseHeldJobs(
  db: Database,
  usuarioId: string,
  marketplace: Marketplace,
): Promise<void> {
  if (!(await hasJobTables(db))) return;
  await queryRows(
    db,
    sql`UPDATE pgboss.job SET start_after = now()
        WHERE state = 'retry' AND output->>'espera' = 'reconectar'
          AND data->>'usuario_id' = ${usuarioId}::text AND data->>'marketplace' = ${marketplace}::text`,
  );
}
