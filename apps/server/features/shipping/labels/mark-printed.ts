import { type Database, queryRows, toUuids } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { sql } from 'drizzle-orm';

/** Keeps when each label was first handed out; screens hear of it. Printing again changes nothing. */
export async function markPrinted(db: Database, usuarioId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const usuario = sql`${usuarioId}::uuid`;
  await retryingDeadlocks(() =>
    queryRows(
      db,
      sql`
      WITH alvo AS (
        SELECT id FROM pedidos
        WHERE usuario_id = ${usuario} AND id = ANY(${toUuids(ids)}) AND tem_etiqueta
          AND etiqueta_impressa_em IS NULL
        ORDER BY id FOR UPDATE
      ), pedido AS (
        UPDATE pedidos p SET etiqueta_impressa_em = now() FROM alvo
        WHERE p.usuario_id = ${usuario} AND p.id = alvo.id
        RETURNING p.id
      )
      UPDATE etiquetas e SET mudanca_id = NULL FROM pedido
      WHERE e.usuario_id = ${usuario} AND e.pedido_id = pedido.id`,
    ),
  );
}
