import { PUBLICATION_FILTERS } from '@esteira/domain/products/channels';
import { PRODUCT_SORTS } from '@esteira/domain/products/product-sort';
import { MAX_STOCK } from '@esteira/domain/products/stock';
import { z } from 'zod';
import { productCostsInput } from '../costs/costs';
import { ABBREVIATED, isAbbreviated } from '../csv/spreadsheet-damage';
import { accountCode } from '../marketplaces/accounts';
import { listingAttributesInput } from '../marketplaces/listing-attributes';
import { pageInput } from '../wire/page';
import { changesOf, expectedVersion, recordVersion } from '../wire/record-edit';
import {
  flag,
  money,
  optionalMoney,
  optionalText,
  orAbsent,
  orNull,
  recordId,
  requiredText,
  searchText,
  text,
  wholeNumber,
} from '../wire/text';
import { pictureAddress } from './picture-address';

const stock = wholeNumber(0, MAX_STOCK);

const sku = text(100, { as: 'identifier' }).refine((value) => !isAbbreviated(value), { error: ABBREVIATED });

/**
 * A product's own fields, which a row of the CSV import has too: prices in reais, stock in units;
 * empty optional fields come out as null.
 */
export const productInput = z.object({
  fornecedor_id: requiredText(200),
  nome: requiredText(200),
  descricao: optionalText(5000, { multiline: true }),
  sku: orNull(sku),
  preco_fornecedor: money(),
  preco_venda_ml: money(),
  preco_venda_amazon: optionalMoney(),
  estoque: stock,
  imagem_url: orNull(pictureAddress),
});

const ficha = listingAttributesInput.optional();
const custos = productCostsInput.optional();

/** POST /produtos: a product, what real marketplaces ask beside it, and what its costs depend on. */
export const productCreateInput = productInput.extend({ ficha, custos });

/**
 * products.update: all fields of the product, which one, and the stock that the editor saw. Without
 * `ficha` or `custos` the stored ones stay.
 */
export const productUpdateInput = productCreateInput.extend({
  id: recordId,
  estoque_anterior: orAbsent(stock),
  versao: expectedVersion,
});

/** products.edit: what a form changed of the product and its parts, and which one. */
export const productEditInput = z.object({
  id: recordId,
  mudancas: changesOf(productInput).extend({
    ficha: changesOf(listingAttributesInput).optional(),
    custos: changesOf(productCostsInput).optional(),
  }),
});

/** products.count: search and filters. */
export const productFilterInput = z.object({
  busca: searchText,
  publicado: orAbsent(z.enum(PUBLICATION_FILTERS)),
  /** Has a listing in this account that was not ended. */
  conta_id: orAbsent(accountCode),
  estoque_baixo: orAbsent(flag),
  sem_estoque: orAbsent(flag),
  sem_preco_amazon: orAbsent(flag),
  com_prejuizo: orAbsent(flag),
  /** Brought below the seller's margin by a change of fees of the last month. */
  margem_caiu: orAbsent(flag),
  fornecedor_id: orAbsent(text(200, { as: 'opaque' })),
});

/** products.list: search, filters, order and page. */
export const productListInput = pageInput
  .extend(productFilterInput.shape)
  .extend({ ordem: orAbsent(z.enum(PRODUCT_SORTS)) });

/** products.names: search, filters and where the page starts; its length is the server's. */
export const productNamesInput = productFilterInput.extend({ cursor: pageInput.shape.cursor });

/** What a bulk action needs to know of a product. */

/** How many products a search and its filters leave. */
export const productCount = z.object({ total: z.int() });

/** A product (docs/product-rules/products.md#product). */
export const product = z.object({
  id: z.string(),
  fornecedor_id: z.string(),
  nome: z.string(),
  descricao: z.string().nullable(),
  sku: z.string().nullable(),
  preco_fornecedor: z.number(),
  preco_venda_ml: z.number(),
  preco_venda_amazon: z.number().nullable(),
  estoque: z.int(),
  imagem_url: z.string().nullable(),
  publicado_ml: z.boolean(),
  publicado_amazon: z.boolean(),
});

/** A product as far as it is chosen for a bulk action: what it is called, and which steps it can take. */
export const productName = product.pick({
  id: true,
  nome: true,
  preco_fornecedor: true,
  preco_venda_ml: true,
  preco_venda_amazon: true,
  publicado_ml: true,
  publicado_amazon: true,
});

/** A product as lists and changes give it out. */
export const productRecord = product.extend({ versao: recordVersion });

export type ProductInput = z.output<typeof productInput>;
export type ProductCreateInput = z.output<typeof productCreateInput>;
/** What the product form holds while it is being filled in. */
export type ProductFormValues = z.input<typeof productCreateInput>;
export type ProductUpdateInput = z.output<typeof productUpdateInput>;
export type ProductEditInput = z.output<typeof productEditInput>;
export type ProductFilterInput = z.output<typeof productFilterInput>;
export type ProductListInput = z.output<typeof productListInput>;
export type ProductNamesInput = z.output<typeof productNamesInput>;
export type ProductName = z.output<typeof productName>;
export type ProductCount = z.output<typeof productCount>;
export type Product = z.output<typeof product>;
export type ProductRecord = z.output<typeof productRecord>;
