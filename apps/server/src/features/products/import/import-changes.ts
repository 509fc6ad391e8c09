import { type Database, queryRows } from '@esteira/db/database';
import type { ChangedValues } from '@esteira/db/schema/change-sets';
import { newId } from '@esteira/db/schema/columns';
import { sql } from 'drizzle-orm';
import { insertChangeItems, type OwnChangeSet } from '../changes/change-set';
import { type ProductValues, updateProducts } from '../changes/product-writes';
import { insertMovements } from '../stock-ledger';

/**
 * Records products that an import created, within the transaction that created them, so that the import can be taken
 * back. Makes the change set unless it is there.
 */
export async function recordCreated(tx: Database, key: OwnChangeSet, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const [owner, set] = [sql`${key.usuarioId}::uuid`, sql`${key.loteId}::uuid`];
  await queryRows(
    tx,
    sql`
      WITH lote AS (
        INSERT INTO lotes_alteracao AS l (usuario_id, id, tipo, total, ator_id, criado_em)
        VALUES (${owner}, ${set}, 'importacao', ${ids.length}::int, ${key.atorId}::uuid, now())
        ON CONFLICT (usuario_id, id) DO UPDATE SET total = l.total + excluded.total
      )
      INSERT INTO produtos_importados (usuario_id, lote_id, id, produtos)
      VALUES (${owner}, ${set}, ${newId()}::uuid, ${`{${ids.join(',')}}`}::uuid[])`,
  );
}

interface UpdatedProduct extends ProductValues {
  antes: ChangedValues;
  /** Of the ledger's line; null where the stock stays. */
  movimento_id: string | null;
  /** By how many units the stock changes. */
  quantidade: number;
}

/**
 * Writes new values to locked products of the seller, the ledger's lines and the record of both values, with the change
 * set held. One statement: each of them took as long to send and to plan as to run.
 */
export async function writeUpdated(
  tx: Database,
  { usuarioId, atorId, loteId }: OwnChangeSet,
  rows: readonly UpdatedProduct[],
): Promise<void> {
  const [owner, set] = [sql`${usuarioId}::uuid`, sql`${loteId}::uuid`];
  const ator_id = sql`${atorId}::uuid`;
  const movement = { usuario_id: owner, produto_id: sql`n.id`, id: sql`n.movimento_id`, ator_id };
  const item = { usuario_id: owner, lote_id: set, produto_id: sql`n.id`, antes: sql`n.antes` };
  await queryRows(
    tx,
    sql`
      WITH n AS MATERIALIZED (
        SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::text::json)
          AS r(id uuid, antes jsonb, valores jsonb, movimento_id uuid, quantidade integer)
      ), gravados AS (${updateProducts(usuarioId, rows, sql`n`)}
      ), movimentos AS (${insertMovements(
        { ...movement, quantidade: sql`n.quantidade`, motivo: 'importacao' },
        sql`n WHERE n.movimento_id IS NOT NULL`,
      )}
      ), itens AS (${insertChangeItems({ ...item, depois: sql`n.valores`, movimento_id: sql`n.movimento_id` }, sql`n`)}
      )
      UPDATE lotes_alteracao SET total = total + ${rows.length}::int WHERE usuario_id = ${owner} AND id = ${set}`,
  );
}
