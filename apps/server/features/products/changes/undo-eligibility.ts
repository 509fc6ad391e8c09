import type { ChangedValues } from '@esteira/db/schema/products/change-sets';
import type { SkipReason } from '@esteira/domain/products/change-set';
import { MAX_STOCK } from '@esteira/domain/products/stock';
import { findUnsellable } from '../unsellable';
import { type LockedProduct, toStoredValues, withValues } from './product-writes';

/** One product of a change set. */
export interface ChangedProduct {
  /** The values before; null: the change created the product. */
  antes: ChangedValues | null;
  depois: ChangedValues;
}

/** What else is known of the product as of now. */
export interface ProductFacts {
  /** Units that the seller moved since by anything but sales and cancellations, together. */
  adjusted: number;
  hasOrders: boolean;
  /** It has a listing that was not ended. */
  isListed: boolean;
  /** The supplier that it had before is there. */
  hasFormerSupplier: boolean;
}

/** `values` to write, `delete`, or why the product stays as it is. */
export type UndoDecision = { values: ChangedValues } | 'delete' | SkipReason;

/**
 * What taking a change back does to one product: only what was not changed since is restored. Stock goes back by its
 * difference, so that sales and cancellations meanwhile keep counting.
 */
export function decideUndo(
  { antes, depois }: ChangedProduct,
  product: LockedProduct | undefined,
  facts: ProductFacts,
): UndoDecision {
  if (product === undefined || product.excluido_em !== null) return 'excluido';
  if (antes === null) return decideDeletion(depois, product, facts);
  if (isChangedSince(depois, product) || facts.adjusted !== 0) return 'alterado';
  const estoque = product.estoque + (antes.estoque ?? 0) - (depois.estoque ?? 0);
  if (estoque < 0) return 'estoque_insuficiente';
  if (estoque > MAX_STOCK) return 'estoque_maximo';
  const values = { ...antes, estoque };
  if (findUnsellable(product, withValues(product, values)) !== null) return 'publicado';
  return facts.hasFormerSupplier ? { values } : 'fornecedor_excluido';
}

function decideDeletion(depois: ChangedValues, product: LockedProduct, facts: ProductFacts): UndoDecision {
  if (facts.hasOrders) return 'com_pedidos';
  if (product.publicado_ml || product.publicado_amazon || facts.isListed) return 'publicado';
  return isChangedSince(depois, product) || facts.adjusted !== 0 ? 'alterado' : 'delete';
}

/** Whether a column has another value than the change gave it; stock is decided by its ledger. */
function isChangedSince(depois: ChangedValues, product: LockedProduct): boolean {
  const now = toStoredValues(product);
  const columns = Object.keys(depois) as (keyof ChangedValues)[];
  return columns.some((column) => column !== 'estoque' && now[column] !== depois[column]);
}
