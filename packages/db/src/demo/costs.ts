import { toDay } from '@esteira/domain/calendar';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { fromCents, toCents } from '@esteira/domain/money';
import { type CostSettings, NO_COST_SETTINGS } from '@esteira/domain/profit/cost-settings';
import { type CostFact, sumFacts, toFacts } from '@esteira/domain/profit/facts/cost-fact';
import { quoteOrder } from '@esteira/domain/profit/order-quote';
import { type CostCurve, makeCostCurve } from '@esteira/domain/profit/pricing/cost-curve';
import { NO_PRODUCT_COSTS } from '@esteira/domain/profit/product-costs';
import { quoteParcel } from '@esteira/domain/profit/quote';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import { toSale } from '@esteira/domain/profit/to-sale';
import { type orderEstimates, toEstimate } from '../schema/orders/order-estimates';
import type { DemoHistory } from './history';
import type { DemoShop, DemoShopProduct } from './shop';

/** A small shop in Simples that leaves its parcels at a counter, so that every net value can be computed. */
export const DEMO_COST_SETTINGS: CostSettings = {
  ...NO_COST_SETTINGS,
  ...{ regime: 'simples', receita_12_meses: 240_000, embalagem: 1.5, devolucoes: 2, perda_devolucao: 20 },
  ...{ reputacao_ml: 'green', logistica_ml: 'xd_drop_off', categoria_ml: 'Outras categorias' },
  ...{ logistica_amazon: 'dba', origem_amazon: 'sp_capital', categoria_amazon: 'Demais Categorias' },
};

type Order = DemoHistory['orders'][number];

/** Estimates each order by the rules of its day, as its sale would have; the sums stand on the orders. */
export function estimateCosts(
  history: DemoHistory,
  shop: DemoShop,
  table: FeeTable,
): (typeof orderEstimates.$inferInsert)[] {
  const products = new Map(shop.products.map((product) => [product.row.id, product]));
  const findCurve = rememberCurves(table);
  const ofOrder = groupLines(history);
  return history.orders.flatMap((order) => {
    const day = toDay(order.criado_em);
    const lines = (ofOrder.get(order.id) ?? []).flatMap(({ produto_id, quantidade: units, preco_venda }) => {
      const product = products.get(produto_id ?? '');
      return product === undefined ? [] : { product, units, priceCents: toCents(preco_venda) / units };
    });
    const [first, ...further] = lines;
    if (first === undefined) return [];
    const quote =
      further.length === 0
        ? quoteParcel(findCurve(first.product, order.marketplace, day), first.priceCents, first.units)
        : quoteOrder(
            table,
            lines.map(({ product: { row }, ...sold }) => ({
              ...{ ...sold, productId: row.id, sale: saleOf(row, order.marketplace, day) },
            })),
          );
    const facts = toFacts(table, quote);
    const { cents } = sumFacts(facts);
    order.custos = cents === null ? null : fromCents(cents);
    return [toRow(order, facts)];
  });
}

function groupLines({ lines }: DemoHistory) {
  const groups = new Map<string, DemoHistory['lines']>();
  for (const line of lines) groups.set(line.pedido_id, [...(groups.get(line.pedido_id) ?? []), line]);
  return groups;
}

/** A product is sold on the same day more than once. */
function rememberCurves(table: FeeTable) {
  const known = new Map<string, CostCurve>();
  return ({ row }: DemoShopProduct, marketplace: Marketplace, day: string): CostCurve => {
    const key = `${row.id} ${marketplace} ${day}`;
    const curve = known.get(key) ?? makeCostCurve(table, saleOf(row, marketplace, day));
    known.set(key, curve);
    return curve;
  };
}

function saleOf(row: DemoShopProduct['row'], marketplace: Marketplace, day: string) {
  const { preco_fornecedor, peso_g = null } = row;
  const { categoria_tarifa_ml = null, categoria_tarifa_amazon = null } = row;
  const custos = { ...NO_PRODUCT_COSTS, peso_g, categoria_tarifa_ml, categoria_tarifa_amazon };
  const product = { preco_fornecedor, tipo_anuncio: 'classico' as const, custos };
  return toSale(DEMO_COST_SETTINGS, product, { marketplace, day });
}

function toRow({ usuario_id, id, criado_em }: Order, facts: readonly CostFact[]) {
  const amounts = facts.map(({ code, cents }) => [code, cents === null ? null : fromCents(cents)]);
  return { usuario_id, pedido_id: id, criado_em, ...toEstimate(facts), ...Object.fromEntries(amounts) };
}
