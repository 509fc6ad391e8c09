import type { StockReason } from '@esteira/domain/products/stock';
import { type SQL, sql } from 'drizzle-orm';

/** A line of the stock ledger, each part as SQL that may use the rows it is inserted from. */
export interface NewMovement {
  usuario_id: SQL;
  produto_id: SQL;
  id: SQL;
  /** Units, signed. */
  quantidade: SQL;
  motivo: StockReason;
  /** The order that took the stock or gave it back; absent for the seller's own changes. */
  pedido_id?: SQL;
  /** The seller, where they did it themselves; null and absent: the marketplace. */
  ator_id?: SQL;
}

/**
 * Writes the ledger, with one line for each row of `from`: the only statement that does. It changes no stock; whoever
 * writes a line changes `estoque` by the same units in the same transaction.
 */
export function insertMovements(movement: NewMovement, from: SQL): SQL {
  const { usuario_id, produto_id, id, quantidade, motivo } = movement;
  const { pedido_id = sql`NULL::uuid`, ator_id = sql`NULL::uuid` } = movement;
  return sql`
    INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, pedido_id, ator_id)
    SELECT ${usuario_id}, ${produto_id}, ${id}, ${quantidade}, ${sql.raw(`'${motivo}'`)}, ${pedido_id}, ${ator_id}
    FROM ${from}`;
}
