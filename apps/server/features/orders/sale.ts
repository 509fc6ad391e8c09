import { type Database, preparing } from '@esteira/db/database';
import { retryingDeadlocks, violatesUnique } from '@esteira/db/postgres/postgres-errors';
import { newId } from '@esteira/db/schema/columns';
import { orderAttention } from '@esteira/db/schema/orders/order-attention';
import { orderEstimates } from '@esteira/db/schema/orders/order-estimates';
import { orders } from '@esteira/db/schema/orders/orders';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { fromCents } from '@esteira/domain/money';
import type { AttentionReason } from '@esteira/domain/orders/order-attention';
import { type CostFact, sumFacts } from '@esteira/domain/profit/facts/cost-fact';
import type { ExternalOrderItem } from '@esteira/marketplaces/port';
import { sql } from 'drizzle-orm';
import { toEstimateRow } from '../costs/estimates/fact-rows';
import { recordEvents } from './move-orders';
import { recordTaken, type Units } from './order-stock';

/** A product as a sale finds it. */
export interface SoldProduct {
  id: string;
  nome: string;
  sku: string | null;
  fornecedor_id: string;
  fornecedor_nome: string;
  /** What its supplier gets for one unit, in cents. */
  custo: number;
}

/** One line of an order, with its product where the listing is known here. */
export interface SaleLine {
  item: Pick<ExternalOrderItem, 'quantidade' | 'preco_unitario_centavos'>;
  product: SoldProduct | null;
}

/** A sale, simulated or real. */
export interface Sale {
  usuarioId: string;
  marketplace: Marketplace;
  /** The marketplace's order number. */
  numero: string;
  lines: readonly SaleLine[];
  /** What was taken from the stock for it: units by product. */
  taken: Units;
  /** Null where the marketplace does not tell it. */
  cliente_nome: string | null;
  cliente_endereco: string | null;
  reasons: readonly AttentionReason[];
  /** How long after the sale the parcel must be on its way; null where the marketplace tells it with the parcel. */
  dispatchWithinMs: number | null;
  /** Who made it; null: the marketplace. */
  atorId: string | null;
  /** What it costs; null: not estimated yet. */
  facts: readonly CostFact[] | null;
}

/** Runs a sale in one transaction. Returns null, with nothing written, where its number is known already. */
export async function sellOnce<T>(db: Database, sell: (tx: Database) => Promise<T>): Promise<T | null> {
  try {
    return await retryingDeadlocks(() => db.transaction((tx) => sell(preparing(tx))));
  } catch (error) {
    if (violatesUnique(error, 'pedidos_numero_unico')) return null;
    throw error;
  }
}

/**
 * Records the order of a sale whose stock was taken in the same transaction, with the ledger's lines, its history, its
 * reasons for attention and its costs. Returns its id. Fails where its number is known, see `sellOnce`.
 */
export async function recordSale(tx: Database, sale: Sale): Promise<string> {
  const { usuarioId, atorId, facts, dispatchWithinMs } = sale;
  const pedidoId = newId();
  const key = { usuarioId, pedidoId };
  const costCents = facts === null ? null : sumFacts(facts).cents;
  await tx.insert(orders).values({
    ...{ usuario_id: usuarioId, id: pedidoId, marketplace: sale.marketplace, ml_order_id: sale.numero },
    ...toContent(sale.lines),
    ...{ cliente_nome: sale.cliente_nome, cliente_endereco: sale.cliente_endereco },
    custos: costCents === null ? null : fromCents(costCents),
    despachar_ate: sql`now() + ${dispatchWithinMs}::bigint * interval '1 millisecond'`,
  });
  await recordTaken(tx, key, { taken: sale.taken, motivo: 'venda', atorId });
  await recordEvents(tx, { usuarioId, ids: [pedidoId], de: null, para: 'pendente', atorId });
  if (sale.reasons.length > 0) {
    await tx
      .insert(orderAttention)
      .values(sale.reasons.map((reason) => ({ usuario_id: usuarioId, pedido_id: pedidoId, ...reason })));
  }
  if (facts !== null) await tx.insert(orderEstimates).values(toEstimateRow(facts, key));
  return pedidoId;
}

/** Units by product. */
export function countUnits(lines: readonly SaleLine[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const { item, product } of lines) {
    if (product !== null) units.set(product.id, item.quantidade + (units.get(product.id) ?? 0));
  }
  return units;
}

/** What an order of these lines holds: the sums, and the first product that is known. Amounts in reais. */
export function toContent(lines: readonly SaleLine[]) {
  const main = lines.find(({ product }) => product !== null)?.product ?? null;
  const sum = (read: (line: SaleLine) => number) => lines.reduce((all, line) => all + read(line), 0);
  return {
    quantidade: sum(({ item }) => item.quantidade),
    preco_venda: fromCents(sum(({ item }) => item.quantidade * item.preco_unitario_centavos)),
    preco_fornecedor: fromCents(sumCost(lines)),
    produto_id: main?.id ?? null,
    produto_nome: main?.nome ?? 'Produto',
    produto_sku: main?.sku ?? null,
    fornecedor_id: main?.fornecedor_id ?? null,
    fornecedor_nome: main?.fornecedor_nome ?? 'Desconhecido',
  };
}

/** What the suppliers of the known products get, in cents. */
export function sumCost(lines: readonly SaleLine[]): number {
  return lines.reduce((all, { item, product }) => all + item.quantidade * (product?.custo ?? 0), 0);
}

/** The reason that an order's block makes, while the marketplace holds one against it. */
export function blockReasons({ motivo_bloqueio }: { motivo_bloqueio: string | null }): AttentionReason[] {
  return motivo_bloqueio === null ? [] : [{ codigo: 'bloqueado', detalhe: motivo_bloqueio }];
}
