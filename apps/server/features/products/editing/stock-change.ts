import type { Database } from '@esteira/db/database';
import { stockMovements } from '@esteira/db/schema/products/stock-movements';
import {
  ORDER_REASONS,
  type StockEdit,
  StockEditError,
  stockAfterEdit,
} from '@esteira/domain/products/stock';
import type { ProductInput } from '@esteira/validators/products/product';
import type { Changes } from '@esteira/validators/wire/record-edit';
import { and, desc, eq } from 'drizzle-orm';
import { AppError } from '../../../core/errors';

/** Of a product that sold more often while a form was open, the person is asked. */
const MAX_MOVEMENTS = 1_000;

interface StockedProduct {
  usuarioId: string;
  id: string;
  estoque: number;
}

type StockChange = NonNullable<Changes<ProductInput>['estoque']>;

/**
 * A form's change of the stock of a locked product, as a change of the stock it has now. What only orders moved
 * since the form was opened takes the difference, so that they are not undone; any other stock is left to be compared as
 * any field is. Fails with `conflict` where less than nothing would be left.
 */
export async function rebaseStock(
  tx: Database,
  product: StockedProduct,
  change: StockChange,
): Promise<StockChange> {
  const { antes, depois } = change;
  if (typeof antes !== 'number' || antes === product.estoque) return change;
  if (!(await wasMovedByBuyers(tx, product, antes))) return change;
  const { estoque } = applyStockEdit({ current: product.estoque, estoque: depois, estoque_anterior: antes });
  return { antes: product.estoque, depois: estoque };
}

/** As `stockAfterEdit`; fails with `conflict` where the stock would leave its bounds. */
export function applyStockEdit(edit: StockEdit): ReturnType<typeof stockAfterEdit> {
  try {
    return stockAfterEdit(edit);
  } catch (error) {
    if (error instanceof StockEditError) throw new AppError('conflict', error.message, { cause: error });
    throw error;
  }
}

/** Whether the ledger leads from the stock now back to `units` by what orders moved alone. */
async function wasMovedByBuyers(tx: Database, product: StockedProduct, units: number): Promise<boolean> {
  const { usuario_id, produto_id, id, motivo, quantidade } = stockMovements;
  const newest = await tx
    .select({ motivo, quantidade })
    .from(stockMovements)
    .where(and(eq(usuario_id, product.usuarioId), eq(produto_id, product.id)))
    .orderBy(desc(id))
    .limit(MAX_MOVEMENTS);
  let stock = product.estoque;
  for (const movement of newest) {
    if (!ORDER_REASONS.includes(movement.motivo)) return false;
    stock -= movement.quantidade;
    if (stock === units) return true;
  }
  return false;
}
