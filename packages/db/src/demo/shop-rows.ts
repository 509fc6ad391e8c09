import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { PUBLISHED_FIELD } from '@esteira/domain/products/channels';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import { and, eq } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../database';
import { costSettings } from '../schema/costs/cost-settings';
import { labels } from '../schema/orders/labels';
import { orderAttention } from '../schema/orders/order-attention';
import { orderEstimates } from '../schema/orders/order-estimates';
import { orderEvents } from '../schema/orders/order-events';
import { orderLines } from '../schema/orders/order-lines';
import { orderNotes } from '../schema/orders/order-notes';
import { orders } from '../schema/orders/orders';
import { listings } from '../schema/products/listings';
import { products } from '../schema/products/products';
import { stockMovements } from '../schema/products/stock-movements';
import { suppliers } from '../schema/products/suppliers';
import { raiseConcerns } from './attention';
import { DEMO_COST_SETTINGS, estimateCosts } from './costs';
import type { DemoHistory } from './history';
import { writeNotes } from './notes';
import type { DemoShop } from './shop';

/** Rows per INSERT: far below PostgreSQL's 65,535 parameters. */
const BATCH = 500;

/** The label of an order that is on its way, as the marketplace would give it. */
export type DemoLabel = (order: DemoHistory['orders'][number]) => { tipo: string; conteudo: Uint8Array };

/** What the simulated marketplaces would answer; this package does not know them. */
export interface MarketplaceResponses {
  listingId: (marketplace: Marketplace, produtoId: string) => string;
  label: DemoLabel;
}

/** Everything of a shop, ready to be written. */
export type ShopRows = ReturnType<typeof toShopRows>;

interface ShopOptions extends MarketplaceResponses {
  usuarioId: string;
  shop: DemoShop;
  history: DemoHistory;
  /** The rules that the orders' costs are estimated by. */
  table: FeeTable;
  /** Of which orders the label is kept. */
  keepsLabel: (order: DemoHistory['orders'][number]) => boolean;
}

export function toShopRows(options: ShopOptions) {
  const { usuarioId, shop, history, table, listingId, label, keepsLabel } = options;
  const concerns = raiseConcerns(history, shop);
  const estimates = estimateCosts(history, shop, table);
  const labelled = toLabelRows(history, { label, keepsLabel });
  return {
    usuarioId,
    suppliers: shop.suppliers,
    products: shop.products.map(({ row }) => row),
    listings: toListingRows(shop, listingId),
    orders: history.orders,
    lines: toLineRows(history, listingId),
    estimates,
    events: history.events,
    movements: history.movements,
    labels: labelled,
    notes: writeNotes(history.orders),
    concerns,
  };
}

/** Writes them in the caller's transaction. */
export async function insertShop(tx: Database, rows: ShopRows): Promise<void> {
  // Whoever said something of the costs already keeps it.
  await tx
    .insert(costSettings)
    .values({ usuario_id: rows.usuarioId, ...DEMO_COST_SETTINGS })
    .onConflictDoNothing();
  await insert(tx, suppliers, rows.suppliers);
  await insert(tx, products, rows.products);
  await insert(tx, listings, rows.listings);
  await insert(tx, orders, rows.orders);
  await insertLines(tx, rows);
  await insert(tx, orderEstimates, rows.estimates);
  await insert(tx, orderEvents, rows.events);
  await insert(tx, stockMovements, rows.movements);
  await insert(tx, labels, rows.labels);
  await insert(tx, orderNotes, rows.notes);
  await insert(tx, orderAttention, rows.concerns);
  await saveMoments(tx, rows);
}

export async function insert<Table extends PgTable>(
  tx: Database,
  table: Table,
  rows: Table['$inferInsert'][],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    await tx.insert(table).values(rows.slice(start, start + BATCH));
  }
}

/** All lines of an order in one statement, as the sums by product need them. */
async function insertLines(tx: Database, { orders: all, lines }: ShopRows): Promise<void> {
  for (let start = 0; start < all.length; start += BATCH) {
    const ids = new Set(all.slice(start, start + BATCH).map(({ id }) => id));
    await tx.insert(orderLines).values(lines.filter(({ pedido_id }) => ids.has(pedido_id)));
  }
}

/** A reason that is raised touches its order: these orders changed when their history says. */
async function saveMoments(tx: Database, { orders: all, concerns }: ShopRows): Promise<void> {
  const raised = new Set(concerns.map(({ pedido_id }) => pedido_id));
  for (const { usuario_id, id, atualizado_em } of all.filter((order) => raised.has(order.id))) {
    await tx
      .update(orders)
      .set({ atualizado_em })
      .where(and(eq(orders.usuario_id, usuario_id), eq(orders.id, id)));
  }
}

function toListingRows({ products: all }: DemoShop, listingId: MarketplaceResponses['listingId']) {
  return all.flatMap(({ row }) => {
    const where = MARKETPLACES.filter((marketplace) => row[PUBLISHED_FIELD[marketplace]] === true);
    return where.map((marketplace) => ({
      usuario_id: row.usuario_id,
      produto_id: row.id,
      marketplace,
      id_externo: listingId(marketplace, row.id),
      status: 'publicado' as const,
    }));
  });
}

function toLineRows({ orders: all, lines }: DemoHistory, listingId: MarketplaceResponses['listingId']) {
  const places = new Map(all.map(({ id, marketplace }) => [id, marketplace]));
  return lines.map((line) => {
    const marketplace = places.get(line.pedido_id);
    const id_externo = marketplace && line.produto_id ? listingId(marketplace, line.produto_id) : null;
    return { ...line, id_externo };
  });
}

function toLabelRows(history: DemoHistory, { label, keepsLabel }: Pick<ShopOptions, 'label' | 'keepsLabel'>) {
  const rows: (typeof labels.$inferInsert)[] = [];
  for (const order of history.orders.filter(keepsLabel)) {
    order.tem_etiqueta = true;
    if (order.status !== 'enviado_fornecedor') order.etiqueta_impressa_em = order.atualizado_em ?? null;
    rows.push({ usuario_id: order.usuario_id, pedido_id: order.id, ...label(order) });
  }
  return rows;
}
