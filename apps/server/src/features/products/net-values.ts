import type { Database } from '@esteira/db/database';
import { listingAttributes } from '@esteira/db/schema/listing-attributes';
import { products } from '@esteira/db/schema/products';
import { toDay } from '@esteira/domain/calendar';
import { PRICE_FIELD } from '@esteira/domain/channels';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { fromCents, toCents } from '@esteira/domain/money';
import { type CostCurve, makeCostCurve } from '@esteira/domain/profit/cost-curve';
import type { CostSettings } from '@esteira/domain/profit/cost-settings';
import { quoteSale } from '@esteira/domain/profit/quote';
import { getBuiltInTable } from '@esteira/domain/profit/rules/built-in-table';
import { toSale } from '@esteira/domain/profit/to-sale';
import type { NetValue, NetValues } from '@esteira/validators/costs';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { isEntityId } from '../../core/ids';
import { readCostSettings } from '../costs/settings';
import { productCostColumns } from './costs';
import { DEFAULT_LISTING_ATTRIBUTES } from './service';

interface NetInput {
  usuarioId: string;
  ids: readonly string[];
  now: Date;
}

/** What a sale of each of these products leaves today at its prices; those that are not the seller's are left out. */
export async function listNetValues(db: Database, { usuarioId, ids, now }: NetInput): Promise<NetValues> {
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
      mercadolivre: netOn('mercadolivre', { settings, row, day }),
      amazon: netOn('amazon', { settings, row, day }),
    })),
  };
}

/** What the costs of these products' sales hang on; those that are not the seller's, or deleted, are left out. */
export function listSoldProducts(db: Database, usuarioId: string, ids: string[]) {
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
    .where(and(eq(products.usuario_id, usuarioId), inArray(products.id, ids), isNull(products.excluido_em)));
}

interface NetCase {
  settings: CostSettings;
  row: Awaited<ReturnType<typeof listSoldProducts>>[number];
  day: string;
}

/** What a sale of the product costs there on a day, at every price. */
export function makeProductCurve(marketplace: Marketplace, { settings, row, day }: NetCase): CostCurve {
  const product = { ...row, tipo_anuncio: row.tipo_anuncio ?? DEFAULT_LISTING_ATTRIBUTES.tipo_anuncio };
  return makeCostCurve(getBuiltInTable(), toSale(settings, product, { marketplace, day }));
}

/** Null where the product has no price there. */
function netOn(marketplace: Marketplace, of: NetCase): NetValue | null {
  const price = of.row[PRICE_FIELD[marketplace]];
  if (price === null) return null;
  const { netCents, marginPercent, missing } = quoteSale(makeProductCurve(marketplace, of), toCents(price));
  return {
    liquido: netCents === null ? null : fromCents(netCents),
    margem: marginPercent,
    falta: [...missing],
  };
}
