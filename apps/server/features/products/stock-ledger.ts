import type { Database } from '@esteira/db/database';
import { stockMovements } from '@esteira/db/schema/products/stock-movements';
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
 * Writes the ledger, with one line for each row of `from`. It changes no stock; whoever writes a line changes `estoque`
 * by the same units in the same transaction.
 */
export function insertMovements(movement: NewMovement, from: SQL): SQL {
  const { usuario_id, produto_id, id, quantidade, motivo } = movement;
  const { pedido_id = sql`NULL::uuid`, ator_id = sql`NULL::uuid` } = movement;
  return sql`
    INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, pedido_id, ator_id)
    SELECT ${usuario_id}, ${produto_id}, ${id}, ${quantidade}, ${sql.raw(`'${motivo}'`)}, ${pedido_id}, ${ator_id}
    FROM ${from}`;
}

/** A change of a product's stock. */
export interface StockMove {
  produto_id: string;
  /** The new line's id; absent: any. */
  id?: string;
  /** Units, signed; a movement of none is not written. */
  quantidade: number;
}

interface MoveCause {
  usuarioId: string;
  /** Null: the marketplace. */
  atorId: string | null;
  motivo: StockReason;
  /** The order that took the stock or gave it back. */
  pedidoId?: string;
}

/** Writes lines of the ledger for stock that the caller changes in the same transaction. */
export async function writeMoves(
  tx: Database,
  { usuarioId, atorId, motivo, pedidoId }: MoveCause,
  moves: readonly StockMove[],
): Promise<void> {
  const cause = { usuario_id: usuarioId, ator_id: atorId, motivo, pedido_id: pedidoId };
  const lines = moves.filter(({ quantidade }) => quantidade !== 0).map((move) => ({ ...move, ...cause }));
  if (lines.length > 0) await tx.insert(stockMovements).values(lines);
}
