import type { Database } from '@esteira/db/database';
import { orders } from '@esteira/db/schema/orders/orders';
import { listingAttributes } from '@esteira/db/schema/products/listing-attributes';
import { products } from '@esteira/db/schema/products/products';
import { fromCents, toCents } from '@esteira/domain/money';
import type { CostSettings } from '@esteira/domain/profit/cost-settings';
import type { CostFact } from '@esteira/domain/profit/facts/cost-fact';
import { NO_PRODUCT_COSTS } from '@esteira/domain/profit/product-costs';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import { and, desc, eq, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { isEntityId } from '../../../core/ids';
import { productCostColumns } from '../product-costs';
import { getFeeTable } from '../rules/fee-table';
import { readCostSettings } from '../settings';
import { correctCosts, replaceEstimate } from './correct-costs';
import { estimateFacts, getUnknownFacts } from './estimate-facts';

/** How many orders one call looks at: a fraction of a second. */
const BATCH = 200;

/** How far a round of estimating came; `cursor` leads to the next older orders, null: there are none. */
export interface EstimateRound {
  lidos: number;
  calculados: number;
  cursor: string | null;
}

/**
 * Estimates the seller's orders whose costs are not all known, the newest first, each by the rules of its day and by
 * what product and settings say now. What is known of an order already stays.
 */
export async function estimateMissing(
  db: Database,
  usuarioId: string,
  before: string | null,
): Promise<EstimateRound> {
  const found = await selectOrders(
    db,
    and(
      eq(orders.usuario_id, usuarioId),
      isNull(orders.custos),
      ne(orders.status, 'cancelado'),
      before === null ? undefined : lt(orders.id, before),
    ),
  );
  const estimates = await estimateAll(db, usuarioId, found);
  await correctCosts(db, usuarioId, estimates);
  const last = found.at(-1);
  return {
    lidos: found.length,
    calculados: estimates.filter(({ facts }) => facts.every(({ cents }) => cents !== null)).length,
    cursor: found.length < BATCH || last === undefined ? null : last.id,
  };
}

/** Estimates one order, in whatever status, and writes what was not known of it. */
export async function estimateOrder(db: Database, usuarioId: string, id: string): Promise<void> {
  await correctCosts(db, usuarioId, await estimateAll(db, usuarioId, await findOrder(db, usuarioId, id)));
}

/** Estimates an order again whose units or amounts changed. What was charged or typed by hand stays until it is replaced. */
export async function reestimateOrder(tx: Database, usuarioId: string, id: string): Promise<void> {
  const [estimate] = await estimateAll(tx, usuarioId, await findOrder(tx, usuarioId, id));
  if (estimate !== undefined) await replaceEstimate(tx, usuarioId, estimate);
}

/** What an order would cost by what is known now, without writing it. */
export async function readEstimate(db: Database, usuarioId: string, id: string): Promise<CostFact[]> {
  const [estimate] = await estimateAll(db, usuarioId, await findOrder(db, usuarioId, id));
  return estimate?.facts ?? [];
}

type FoundOrder = Awaited<ReturnType<typeof selectOrders>>[number];

async function estimateAll(db: Database, usuarioId: string, found: readonly FoundOrder[]) {
  const [table, settings] = await Promise.all([getFeeTable(db), readCostSettings(db, usuarioId)]);
  return found.map((order) => ({
    pedidoId: order.id,
    facts: estimate(table, settings, order),
    isWhole: true,
  }));
}

function estimate(table: FeeTable, settings: CostSettings, order: FoundOrder): CostFact[] {
  const supplierCents = toCents(order.preco_fornecedor);
  if (order.produto_id === null) return getUnknownFacts('produto', supplierCents);
  const priceCents = toCents(order.preco_venda) / order.quantidade;
  const unitCents = supplierCents / order.quantidade;
  if (order.tem_varios || !Number.isInteger(priceCents) || !Number.isInteger(unitCents)) {
    return getUnknownFacts('varios_itens', supplierCents);
  }
  return estimateFacts(table, settings, {
    product: {
      preco_fornecedor: fromCents(unitCents),
      tipo_anuncio: order.tipo_anuncio ?? 'classico',
      custos: order.custos ?? NO_PRODUCT_COSTS,
    },
    ...{ marketplace: order.marketplace, day: order.dia, priceCents, units: order.quantidade },
  });
}

const findOrder = async (db: Database, usuarioId: string, id: string) =>
  isEntityId(id) ? selectOrders(db, and(eq(orders.usuario_id, usuarioId), inArray(orders.id, [id]))) : [];

const selectOrders = (db: Database, which: SQL | undefined) =>
  db
    .select({
      id: orders.id,
      marketplace: orders.marketplace,
      produto_id: orders.produto_id,
      quantidade: orders.quantidade,
      preco_venda: orders.preco_venda,
      preco_fornecedor: orders.preco_fornecedor,
      dia: sql<string>`(${orders.criado_em} AT TIME ZONE 'America/Sao_Paulo')::date::text`,
      // An order of several items shows the first one's product, and took the stock of others too.
      tem_varios: sql<boolean>`EXISTS (SELECT FROM movimentos_estoque m
        WHERE m.usuario_id = ${orders.usuario_id} AND m.pedido_id = ${orders.id} AND m.produto_id <> ${orders.produto_id})`,
      tipo_anuncio: listingAttributes.tipo_anuncio,
      // The id comes first: by the first column it is told whether there is a product.
      custos: { produto_id: products.id, ...productCostColumns },
    })
    .from(orders)
    .leftJoin(products, and(eq(products.usuario_id, orders.usuario_id), eq(products.id, orders.produto_id)))
    .leftJoin(
      listingAttributes,
      and(
        eq(listingAttributes.usuario_id, orders.usuario_id),
        eq(listingAttributes.produto_id, orders.produto_id),
      ),
    )
    .where(which)
    .orderBy(desc(orders.id))
    .limit(BATCH);
