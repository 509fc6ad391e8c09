import { DAY_MS } from '@esteira/domain/durations';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import { EXAMPLE_CATALOG } from './catalog';
import { buildHistory, type Trade } from './history';
import { createRandom } from './random';
import { buildShop } from './shop';
import { type MarketplaceResponses, type ShopRows, toShopRows } from './shop-rows';

const SEED = 15;

/** For how long the examples have been selling. */
const SELLING_MS = 42 * DAY_MS;

/** A small shop: about an order a day, something to do in every status, one order that is late. */
const TRADE: Trade = {
  firstRate: 0.5,
  lastRate: 1.3,
  busySales: 9,
  recent: [0, 0, 0, 0, 0, 0, 1, 1, 2, 0, 3, 4, 4, 4],
  countFurther: (position) => (position === 2 ? 2 : [7, 8, 10, 12].includes(position % 15) ? 1 : 0),
  isCancelled: (position) => position % 7 === 3,
};

interface ExampleOptions extends MarketplaceResponses {
  usuarioId: string;
  now: Date;
  /** The rules that the orders' costs are estimated by. */
  table: FeeTable;
}

/**
 * A modest shop for a seller who has nothing yet: three suppliers, twelve products with pictures, six weeks of orders
 * on simulated marketplaces. The same for everybody but for the moments; suppliers and products bear that they are
 * examples.
 */
export function buildExamples({ usuarioId, now, table, ...answers }: ExampleOptions): ShopRows {
  const random = createRandom(SEED);
  // The shop opens at eight in São Paulo, so that people buy in the hours in which they do.
  const day = new Date(now.getTime() - SELLING_MS).toISOString().slice(0, 10);
  const opening = new Date(`${day}T11:00:00Z`);
  const shop = buildShop({ usuarioId, catalog: EXAMPLE_CATALOG, opening, random });
  for (const supplier of shop.suppliers) supplier.exemplo = true;
  for (const { row } of shop.products) row.exemplo = true;
  const history = buildHistory({ usuarioId, shop, trade: TRADE, opening, now, random });
  const sent = new Set(
    history.events.filter(({ para }) => para === 'enviado_fornecedor').map(({ pedido_id }) => pedido_id),
  );
  return toShopRows({ usuarioId, shop, history, table, ...answers, keepsLabel: ({ id }) => sent.has(id) });
}
