import { queryRows } from '@esteira/db/database';
import { UNDO_CHANGES_MS } from '@esteira/domain/products/change-set';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';

/** So that an undo of the last minute comes to its end, and its answer can be read again. */
const GRACE_MS = 60 * 60_000;

/** In one statement, which on the embedded database everybody else waits for. */
const BATCH = 1_000;

/** Forgets the changes that can no longer be taken back. Safe on several servers at once. */
export async function forgetOldChanges({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const oldest = sql`${new Date(clock().getTime() - UNDO_CHANGES_MS - GRACE_MS).toISOString()}::timestamptz`;
  let forgotten: number;
  do {
    const rows = await queryRows(
      db,
      sql`DELETE FROM itens_alteracao WHERE (usuario_id, lote_id, produto_id) IN (
            SELECT i.usuario_id, i.lote_id, i.produto_id
            FROM lotes_alteracao l JOIN itens_alteracao i ON i.usuario_id = l.usuario_id AND i.lote_id = l.id
            WHERE l.criado_em < ${oldest} LIMIT ${BATCH}
          ) RETURNING 1 AS um`,
    );
    forgotten = rows.length;
  } while (forgotten > 0);
  await queryRows(
    db,
    sql`DELETE FROM lotes_alteracao l WHERE criado_em < ${oldest} AND NOT EXISTS (
          SELECT FROM itens_alteracao i WHERE i.usuario_id = l.usuario_id AND i.lote_id = l.id)`,
  );
}
