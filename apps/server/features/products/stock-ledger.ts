import type { Database } from '@esteira/db/database';
import { stockMovements } from '@esteira/db/schema/products/stock-movements';
import type { StockReason } from '@esteira/domain/products/stock';

/** A change of a product's stock. */
export interface StockMove {
  produto_id: string;
  /** The new line's id; absent: any. */
  id?: string;
  /** Units, signed; a movement of none is not written. */
  quantidade: number;
  /** The order's line that it is of; absent: of the product as a whole. */
  numero_item?: number | null;
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
