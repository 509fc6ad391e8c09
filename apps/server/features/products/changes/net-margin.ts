import { toDay } from '@esteira/domain/calendar';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { fromCents } from '@esteira/domain/money';
import type { ChangeField, ChangeRule } from '@esteira/domain/products/bulk-change';
import { PRICE_FIELD } from '@esteira/domain/products/channels';
import { findNetMarginPrice, type NetMarginPrice } from '@esteira/domain/profit/net-margin-change';
import type { Product } from '@esteira/validators/products/product';
import type { Deps } from '../../../core/context';
import { listSoldProducts, makeProductCurve, quoteProduct } from '../../costs/margins/net-values';
import { getFeeTable } from '../../costs/rules/fee-table';
import { readCostSettings } from '../../costs/settings';

/** The marketplace that a column is the price of. */
export const pricedOn = (campo: ChangeField): Marketplace | undefined =>
  MARKETPLACES.find((name) => PRICE_FIELD[name] === campo);

type PricedProduct = Pick<Product, 'id' | 'preco_fornecedor' | 'preco_venda_ml' | 'preco_venda_amazon'>;

/** What a sale leaves, in reais and as percent of the price; null where a cost is missing. */
interface Net {
  liquido: number | null;
  margem: number | null;
}

/** What the sales of some products cost today, and what that makes of their prices. */
export interface ProductNets {
  /** The price that leaves the product the net margin of the rule. */
  findPrice: (
    id: string,
    marketplace: Marketplace,
    rule: Pick<ChangeRule, 'valor' | 'final'>,
  ) => NetMarginPrice;
  /** Of a sale of the product at its price there. */
  netOf: (product: PricedProduct, marketplace: Marketplace) => Net;
}

export async function prepareNets(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  usuarioId: string,
  ids: string[],
): Promise<ProductNets> {
  const [table, settings, rows] = await Promise.all([
    getFeeTable(db),
    readCostSettings(db, usuarioId),
    listSoldProducts(db, usuarioId, ids),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const day = toDay(clock());
  return {
    findPrice(id, marketplace, rule) {
      const row = byId.get(id);
      if (row === undefined) return { ok: false, motivo: 'Produto não encontrado' };
      return findNetMarginPrice(makeProductCurve(marketplace, { table, settings, row, day }), rule);
    },
    netOf({ preco_fornecedor, preco_venda_ml, preco_venda_amazon, id }, marketplace) {
      const known = byId.get(id);
      const row = known && { ...known, preco_fornecedor, preco_venda_ml, preco_venda_amazon };
      const quote = row && quoteProduct(marketplace, { table, settings, row, day });
      const netCents = quote?.netCents ?? null;
      return {
        liquido: netCents === null ? null : fromCents(netCents),
        margem: quote?.marginPercent ?? null,
      };
    },
  };
}
