import type { ProductCosts } from '@esteira/validators/costs/costs';
import type { ListingAttributes } from '@esteira/validators/marketplaces/listing-attributes';
import type { Product, ProductFormValues } from '@esteira/validators/products/product';

/** What a new product's form starts with. */
export interface ProductTemplate {
  /** Which form it is, for what is typed into it and not saved. */
  name: string;
  values: Partial<ProductFormValues>;
}

/** Where this browser keeps the supplier of the product that it created last. */
export const LAST_SUPPLIER = 'ultimo-fornecedor';

export const BLANK: ProductTemplate = { name: 'produto novo', values: {} };

const COPY = ' (cópia)';
const MAX_NAME_LENGTH = 200;

/**
 * A copy of a product: its own name, no SKU and no EAN, which belong to one product only, and no stock, because none
 * of it has been counted yet.
 */
export function copyOf(
  product: Product,
  attributes: ListingAttributes,
  custos: ProductCosts,
): ProductTemplate {
  const { id, publicado_ml: _ml, publicado_amazon: _amazon, ...values } = product;
  const nome = product.nome.slice(0, MAX_NAME_LENGTH - COPY.length) + COPY;
  return {
    name: `produto cópia ${id}`,
    values: { ...values, nome, sku: '', estoque: 0, ficha: { ...attributes, ean: null }, custos },
  };
}
