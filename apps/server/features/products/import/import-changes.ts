import { type Database, queryRows } from '@esteira/db/database';
import type { ChangedValues } from '@esteira/db/schema/products/change-sets';
import { sql } from 'drizzle-orm';
import { insertChangeItems, type OwnChangeSet } from '../changes/change-set';
import { type ProductValues, updateProducts } from '../changes/product-writes';
import { insertMovements } from '../stock-ledger';

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
