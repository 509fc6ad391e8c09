import type { Database } from '@esteira/db/database';
import { products } from '@esteira/db/schema/products/products';
import type { ProductCosts } from '@esteira/validators/costs/costs';
import { and, eq, isNull } from 'drizzle-orm';
import { productNotFound } from '../../core/errors';
import { isEntityId } from '../../core/ids';

/** The columns of `custos` on the wire. */
export const productCostColumns = {
  peso_g: products.peso_g,
  altura_cm: products.altura_cm,
  largura_cm: products.largura_cm,
  comprimento_cm: products.comprimento_cm,
  categoria_tarifa_ml: products.categoria_tarifa_ml,
  categoria_tarifa_amazon: products.categoria_tarifa_amazon,
};

/** What the costs of the seller's product depend on besides its prices; `not_found` as for the product. */
export async function getProductCosts(db: Database, usuarioId: string, id: string): Promise<ProductCosts> {
  const [found] = isEntityId(id)
    ? await db
        .select(productCostColumns)
        .from(products)
        .where(and(eq(products.usuario_id, usuarioId), eq(products.id, id), isNull(products.excluido_em)))
    : [];
  if (found === undefined) throw productNotFound();
  return found;
}
