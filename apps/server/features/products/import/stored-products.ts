import type { ProductsBySkuInput, StoredProduct } from '@esteira/validators/csv/stored-product';
import type { Deps } from '../../../core/context';
import { findProductsBySku } from '../queries';
import { sumAdjusted, sumSold } from './ledger-facts';

/** What the preview of an import compares its rows with: the seller's products by SKU, and what their ledgers tell. */
export async function findStoredProducts(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  usuarioId: string,
  { skus, posicoes = [] }: ProductsBySkuInput,
): Promise<{ itens: StoredProduct[] }> {
  const products = await findProductsBySku(db, usuarioId, skus);
  const given = new Map(skus.map((sku, index) => [sku.toLowerCase(), posicoes[index] ?? null]));
  const positions = products.flatMap(({ id, sku }) => {
    const position = given.get(sku.toLowerCase()) ?? null;
    return position === null ? [] : [{ id, position }];
  });
  const [adjusted, sold] = await Promise.all([
    sumAdjusted(db, usuarioId, positions),
    sumSold(db, usuarioId, { ids: products.map(({ id }) => id), now: clock() }),
  ]);
  const asked = new Set(positions.map(({ id }) => id));
  return {
    itens: products.map((product) => ({
      ...product,
      vendidos: sold.get(product.id) ?? 0,
      ajustado: asked.has(product.id) ? (adjusted.get(product.id) ?? 0) : null,
    })),
  };
}
