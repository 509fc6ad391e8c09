import type { Database } from '@esteira/db/database';
import { orders } from '@esteira/db/schema/orders/orders';
import { fromCents, toCents } from '@esteira/domain/money';
import { type CostSettings, ofSale } from '@esteira/domain/profit/cost-settings';
import { type CostFact, toUnknown } from '@esteira/domain/profit/facts/cost-fact';
import { NO_PRODUCT_COSTS } from '@esteira/domain/profit/product-costs';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import { and, eq, isNull, lt, ne } from 'drizzle-orm';
import { isEntityId } from '../../../core/ids';
import { getFeeTable } from '../rules/fee-table';
import { readCostSettings } from '../settings';
import { correctCosts, replaceEstimate } from './correct-costs';
import { estimateFacts, type SoldLine } from './estimate-facts';
import { type FoundLine, type FoundOrder, selectOrders } from './select-orders';

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
  const found = await selectOrders(db, usuarioId, {
    which: and(
      isNull(orders.custos),
      ne(orders.status, 'cancelado'),
      before === null ? undefined : lt(orders.id, before),
    ),
    limit: BATCH,
  });
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

async function estimateAll(db: Database, usuarioId: string, found: readonly FoundOrder[]) {
  const [table, settings] = await Promise.all([getFeeTable(db), readCostSettings(db, usuarioId)]);
  return found.map((order) => ({
    pedidoId: order.id,
    facts: estimate(table, settings, order),
    isWhole: true,
  }));
}

function estimate(table: FeeTable, settings: CostSettings, order: FoundOrder): CostFact[] {
  const { marketplace, dia: day, itens } = order;
  if (itens.some(({ produto_id }) => produto_id === null)) return toUnknown(['produto']);
  const lines = itens.flatMap((line) => toSoldLine(line) ?? []);
  if (lines.length < itens.length) return getSuppliersFacts(itens);
  return estimateFacts(table, ofSale(settings, order.enviado_pelo_marketplace), { marketplace, day, lines });
}

/** Null of an order of before whose only line is several products, or whose amounts are no whole cents a unit. */
function toSoldLine(line: FoundLine): SoldLine | null {
  const { produto_id, quantidade: units } = line;
  const priceCents = toCents(line.preco_venda) / units;
  const unitCents = toCents(line.preco_fornecedor) / units;
  const isWhole = Number.isInteger(priceCents) && Number.isInteger(unitCents);
  if (produto_id === null || line.tem_outros || !isWhole) return null;
  return {
    produtoId: produto_id,
    product: {
      preco_fornecedor: fromCents(unitCents),
      tipo_anuncio: line.tipo_anuncio ?? 'classico',
      custos: line.custos ?? NO_PRODUCT_COSTS,
    },
    ...{ priceCents, units },
  };
}

/** What its suppliers get is all that can be said of an order whose lines are not told apart. */
function getSuppliersFacts(lines: readonly FoundLine[]): CostFact[] {
  const cents = lines.reduce((sum, { preco_fornecedor }) => sum + toCents(preco_fornecedor), 0);
  const supplier = { code: 'fornecedor', cents, origin: 'usuario', charged: false } as const;
  const noRule = { isSelfDelivered: false, ruleId: null, ruleSince: null, missing: null };
  return [...toUnknown(['varios_itens']), { ...supplier, ...noRule }];
}

const findOrder = async (db: Database, usuarioId: string, id: string) =>
  isEntityId(id) ? selectOrders(db, usuarioId, { which: eq(orders.id, id), limit: 1 }) : [];
