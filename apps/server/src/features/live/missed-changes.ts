import { queryRows, toUuids } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { isEntityId } from '../../core/ids';
import { CHANGE_LOGS, OVERLAP_MS } from './service';

/** Of so many users one statement looks whether something changed. */
const USERS_PER_LOOK = 200;

/**
 * Makes the look for changes without an announcement, because the server that committed them was killed: each look wakes
 * the screens here of those for whom something was written since the one before. It reads one index entry of each table
 * for each user who is watched.
 */
export function createMissedChangesLook(deps: Pick<Deps, 'db' | 'changes'>): () => Promise<void> {
  let lookedAt = Date.now();
  return async () => {
    const since = new Date(lookedAt - OVERLAP_MS);
    const begin = Date.now();
    const watched = deps.changes.listWatched().filter(isEntityId);
    for (let start = 0; start < watched.length; start += USERS_PER_LOOK) {
      const usuarioIds = watched.slice(start, start + USERS_PER_LOOK);
      await deps.changes.wake(await findChanged(deps, usuarioIds, since));
    }
    lookedAt = begin;
  };
}

async function findChanged(
  { db }: Pick<Deps, 'db'>,
  usuarioIds: readonly string[],
  since: Date,
): Promise<string[]> {
  const cursor = newId(since);
  const logs = CHANGE_LOGS.map(
    ({ table, id }) => sql`(SELECT 1 FROM ${sql.raw(table)} WHERE usuario_id = u.id
      AND ${sql.raw(id)} > ${cursor}::uuid LIMIT 1)`,
  );
  const rows = await queryRows<{ id: string }>(
    db,
    sql`SELECT u.id::text FROM unnest(${toUuids(usuarioIds)}) AS u (id)
      CROSS JOIN LATERAL (SELECT FROM (${sql.join(logs, sql` UNION ALL `)}) AS mudanca LIMIT 1) AS mudou`,
  );
  return rows.map(({ id }) => id);
}
