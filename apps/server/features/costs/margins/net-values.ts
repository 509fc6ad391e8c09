import type { Database } from '@esteira/db/database';
import { listingAttributes } from '@esteira/db/schema/products/listing-attributes';
import { products } from '@esteira/db/schema/products/products';
import { toDay } from '@esteira/domain/calendar';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { fromCents, toCents } from '@esteira/domain/money';
import { PRICE_FIELD } from '@esteira/domain/products/channels';
import type { ListingType } from '@esteira/domain/products/listing';
import type { CostSettings } from '@esteira/domain/profit/cost-settings';
import type { PriceRange } from '@esteira/domain/profit/costs/segment';
import { type CostCurve, makeCostCurve } from '@esteira/domain/profit/pricing/cost-curve';
import { type Quote, quoteSale } from '@esteira/domain/profit/quote';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import { type SoldProduct, toSale } from '@esteira/domain/profit/to-sale';
import type { NetValue, NetValues } from '@esteira/validators/costs/costs';
import { DEFAULT_LISTING_ATTRIBUTES } from '@esteira/validators/marketplaces/listing-attributes';
import { and, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { isEntityId } from '../../../core/ids';
import { productCostColumns } from '../product-costs';
import { readCostSettings } from '../settings';

interface NetInput {
  table: FeeTable;
  usuarioId: string;
  ids: readonly string[];
  now: Date;
}

/** What a sale of each of these products leaves today at its prices; those that are not the seller's are left out. */
export async function listNetValues(
  db: Database,
  { table, usuarioId, ids, now }: NetInput,
): Promise<NetValues> {
  const known = ids.filter(isEntityId);
  if (known.length === 0) return { itens: [] };
  const [settings, rows] = await Promise.all([
    readCostSettings(db, usuarioId),
    listSoldProducts(db, usuarioId, known),
  ]);
  const day = toDay(now);
  return {
    itens: rows.map((row) => ({
      id: row.id,
      mercadolivre: netOn('mercadolivre', { table, settings, row, day }),
      amazon: netOn('amazon', { table, settings, row, day }),
    })),
  };
}

/** What the costs of these products' sales hang on; those that are not the seller's, or deleted, are left out. */
export const listSoldProducts = (db: Database, usuarioId: string, ids: string[]) =>
  selectSoldProducts(db, usuarioId, inArray(products.id, ids));

/** The same of the seller's newest products, at most so many. */
export const listNewestSold = (db: Database, usuarioId: string, limit: number) =>
  selectSoldProducts(db, usuarioId).orderBy(desc(products.id)).limit(limit);

export type SoldRow = Awaited<ReturnType<typeof listSoldProducts>>[number];

function selectSoldProducts(db: Database, usuarioId: string, which?: SQL) {
  return db
    .select({
      id: products.id,
      preco_fornecedor: products.preco_fornecedor,
      preco_venda_ml: products.preco_venda_ml,
      preco_venda_amazon: products.preco_venda_amazon,
      tipo_anuncio: listingAttributes.tipo_anuncio,
      custos: productCostColumns,
    })
    .from(products)
    .leftJoin(
      listingAttributes,
      and(
        eq(listingAttributes.usuario_id, products.usuario_id),
        eq(listingAttributes.produto_id, products.id),
      ),
    )
    .where(and(eq(products.usuario_id, usuarioId), which, isNull(products.excluido_em)));
}

/** What a product is quoted by; `tipo_anuncio` is null where none was chosen. */
export type QuotedProduct = Omit<SoldProduct, 'tipo_anuncio'> & {
  tipo_anuncio: ListingType | null;
  preco_venda_ml: number;
  preco_venda_amazon: number | null;
};

interface NetCase {
  table: FeeTable;
  settings: CostSettings;
  row: QuotedProduct;
  day: string;
}

/** What a sale of the product costs there on a day, at every price of a range; all prices, if none is named. */
export function makeProductCurve(
  marketplace: Marketplace,
  { table, settings, row, day }: NetCase,
  range?: PriceRange,
): CostCurve {
  const product = { ...row, tipo_anuncio: row.tipo_anuncio ?? DEFAULT_LISTING_ATTRIBUTES.tipo_anuncio };
  return makeCostCurve(table, toSale(settings, product, { marketplace, day }), range);
}

/** What a sale of the product at its price leaves on a day; null where it has no price on the marketplace. */
export function quoteProduct(marketplace: Marketplace, of: NetCase): Quote | null {
  const price = of.row[PRICE_FIELD[marketplace]];
  if (price === null) return null;
  const cents = toCents(price);
  return quoteSale(makeProductCurve(marketplace, of, { from: cents, to: cents }), cents);
}

/** Null where the product has no price there. */
function netOn(marketplace: Marketplace, of: NetCase): NetValue | null {
  const quote = quoteProduct(marketplace, of);
  if (quote === null) return null;
  const { netCents, marginPercent, missing } = quote;
  return {
    liquido: netCents === null ? null : fromCents(netCents),
    margem: marginPercent,
    falta: [...missing],
  };
}
