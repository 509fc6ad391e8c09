import { type Database, queryRows } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { sql } from 'drizzle-orm';
import { addToTotal, type ChangeSetKey, insertChangeItems } from '../changes/change-set';

/**
 * Records products that an import created, within the transaction that created them, so that the import can be taken
 * back. Makes the change set unless it is there.
 */
export async function recordCreated(tx: Database, key: ChangeSetKey, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const [owner, set] = [sql`${key.usuarioId}::uuid`, sql`${key.loteId}::uuid`];
  await queryRows(
    tx,
    sql`
      WITH lote AS (
        INSERT INTO lotes_alteracao AS l (usuario_id, id, tipo, total, criado_em)
        VALUES (${owner}, ${set}, 'importacao', ${ids.length}::int, now())
        ON CONFLICT (usuario_id, id) DO UPDATE SET total = l.total + excluded.total
      )
      INSERT INTO produtos_importados (usuario_id, lote_id, id, produtos)
      VALUES (${owner}, ${set}, ${newId()}::uuid, ${`{${ids.join(',')}}`}::uuid[])`,
  );
}

interface UpdatedProduct {
  id: string;
  antes: object;
  valores: object;
  movimento_id: string | null;
}

/** Records what an import changed of stored products, within its transaction and with the change set held. */
export async function recordUpdated(
  tx: Database,
  key: ChangeSetKey,
  rows: readonly UpdatedProduct[],
): Promise<void> {
  const item = {
    usuario_id: sql`${key.usuarioId}::uuid`,
    lote_id: sql`${key.loteId}::uuid`,
    produto_id: sql`n.id`,
    antes: sql`n.antes`,
    depois: sql`n.valores`,
    movimento_id: sql`n.movimento_id`,
  };
  const from = sql`json_to_recordset(${JSON.stringify(rows)}::text::json)
    AS n(id uuid, antes jsonb, valores jsonb, movimento_id uuid)`;
  await queryRows(tx, insertChangeItems(item, from));
  await addToTotal(tx, key, rows.length);
}
