import type { Database } from '@esteira/db/database';
import { products } from '@esteira/db/schema/products/products';
import type { ProductCosts } from '@esteira/validators/costs/costs';
import { isEntityId } from '../../core/ids';
import { productCostColumns } from './product-columns';
import { owned, productNotFound } from './queries';

/** What the costs of the seller's product depend on besides its prices; `not_found` as for the product. */
export async function getProductCosts(db: Database, usuarioId: string, id: string): Promise<ProductCosts> {
  const [found] = isEntityId(id)
    ? await db.select(productCostColumns).from(products).where(owned(usuarioId, id))
    : [];
  if (found === undefined) throw productNotFound();
  return found;
}
