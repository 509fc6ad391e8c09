import { z } from 'zod';
import { product } from '../products/product';
import { text } from '../wire/text';

/** As many SKUs of 100 characters as one answer takes with all texts of their products. */
export const MAX_PRODUCTS_PER_CALL = 500;

/**
 * products.bySku: some SKUs of a file; answered are the seller's products that have them, in any case. `posicoes` beside
 * them: the line of each product's ledger that the file was made after, where it tells.
 */
export const productsBySkuInput = z.object({
  skus: z
    .array(text(100, { as: 'identifier' }))
    .min(1)
    .max(MAX_PRODUCTS_PER_CALL),
  posicoes: z
    .array(z.guid({ error: 'Valor inválido' }).nullable())
    .max(MAX_PRODUCTS_PER_CALL)
    .optional(),
});

/** As the days that `vendidos` counts. */
export const SOLD_DAYS = 7;

/** What an import may change of a product, and the SKU that it is found by. */
export const storedProduct = product.omit({ id: true, publicado_ml: true, publicado_amazon: true }).extend({
  sku: z.string(),
  /** Units sold and not cancelled in the last SOLD_DAYS days. */
  vendidos: z.int(),
  /** Units moved since `posicoes` by anything but sales and cancellations; null: without a position. */
  ajustado: z.int().nullable(),
});

export type ProductsBySkuInput = z.output<typeof productsBySkuInput>;

export const productsBySku = z.object({ itens: z.array(storedProduct) });

export type StoredProduct = z.output<typeof storedProduct>;
