import { type Database, preparing } from '@esteira/db/database';
import { retryingDeadlocks, violatesUnique } from '@esteira/db/postgres/postgres-errors';
import { newId } from '@esteira/db/schema/columns';
import { orderAttention } from '@esteira/db/schema/orders/order-attention';
import { orderEstimates } from '@esteira/db/schema/orders/order-estimates';
import { orderLines } from '@esteira/db/schema/orders/order-lines';
import { orders } from '@esteira/db/schema/orders/orders';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { fromCents, toCents } from '@esteira/domain/money';
import { listLineWords } from '@esteira/domain/orders/line-words';
import type { AttentionReason } from '@esteira/domain/orders/order-attention';
import { getFirstStatus } from '@esteira/domain/orders/sent-by-marketplace';
import { type CostFact, sumFacts } from '@esteira/domain/profit/facts/cost-fact';
import type { ExternalOrderItem } from '@esteira/marketplaces/port';
import { sql } from 'drizzle-orm';
import { toEstimateRow } from '../costs/estimates/fact-rows';
import type { OrderKey } from '../shipping/order-to-ship';
import { recordEvents } from './move-orders';
import { recordSold, type Units } from './order-stock';

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

/** One line of an order that is to be written, with its product where the listing is known here. */
export type NewLine = Required<Omit<typeof orderLines.$inferInsert, 'usuario_id' | 'pedido_id' | 'numero'>>;

/** A sale, simulated or real. */
export interface Sale {
  usuarioId: string;
  marketplace: Marketplace;
  contaId: number;
  /** The marketplace's order number. */
  numero: string;
  lines: readonly NewLine[];
  /** What was taken from the stock for it: units by product. */
  taken: Units;
  /** Null where the marketplace does not tell it. */
  cliente_nome: string | null;
  cliente_endereco: string | null;
  reasons: readonly AttentionReason[];
  /** How long after the sale the parcel must be on its way; null where the marketplace tells it with the parcel. */
  dispatchWithinMs: number | null;
  /** When the buyer bought it; absent: now. */
  soldAt?: Date;
  /** Who made it; null: the marketplace. */
  atorId: string | null;
  /** The marketplace sends it itself: it takes no stock, and its line begins behind the seller's steps. */
  enviado_pelo_marketplace?: boolean;
  /** What it costs; null: not estimated yet. */
  facts: readonly CostFact[] | null;
}

/** Runs a sale in one transaction. Returns null, with nothing written, where its number is known already. */
export async function sellOnce<T>(db: Database, sell: (tx: Database) => Promise<T>): Promise<T | null> {
  try {
    return await retryingDeadlocks(() => preparing(db).transaction(sell));
  } catch (error) {
    if (violatesUnique(error, 'pedidos_numero_unico')) return null;
    throw error;
  }
}

/**
 * Records the order of a sale whose stock was taken in the same transaction, with its lines, the ledger's, its history,
 * its reasons for attention and its costs. Returns its id. Fails where its number is known, see `sellOnce`.
 */
export async function recordSale(tx: Database, sale: Sale): Promise<string> {
  const { usuarioId, atorId, facts, dispatchWithinMs, soldAt, enviado_pelo_marketplace = false } = sale;
  const status = getFirstStatus(enviado_pelo_marketplace);
  const pedidoId = newId(soldAt);
  const key = { usuarioId, pedidoId };
  const costCents = facts === null ? null : sumFacts(facts).cents;
  await tx.insert(orders).values({
    ...{ usuario_id: usuarioId, id: pedidoId, marketplace: sale.marketplace, conta_id: sale.contaId },
    ml_order_id: sale.numero,
    ...{ ...sumLines(sale.lines), status, enviado_pelo_marketplace },
    ...{ cliente_nome: sale.cliente_nome, cliente_endereco: sale.cliente_endereco },
    custos: costCents === null ? null : fromCents(costCents),
    despachar_ate: sql`now() + ${dispatchWithinMs}::bigint * interval '1 millisecond'`,
    ...(soldAt && { criado_em: soldAt.toISOString() }),
  });
  await insertLines(tx, key, sale.lines);
  await recordSold(tx, key, { taken: sale.taken, lines: sale.lines, atorId });
  await recordEvents(tx, { usuarioId, ids: [pedidoId], de: null, para: status, atorId });
  if (sale.reasons.length > 0) {
    await tx
      .insert(orderAttention)
      .values(sale.reasons.map((reason) => ({ usuario_id: usuarioId, pedido_id: pedidoId, ...reason })));
  }
  if (facts !== null) await tx.insert(orderEstimates).values(toEstimateRow(facts, key));
  return pedidoId;
}

/** A line of an item as the marketplace sold it. One whose listing is not known here is named as the marketplace does. */
export function toLine(item: ExternalOrderItem, product: SoldProduct | null): NewLine {
  const { id_externo, quantidade } = item;
  return {
    ...{ id_externo, variacao_externa: item.variacao_externa ?? null, quantidade },
    produto_id: product?.id ?? null,
    produto_nome: product?.nome ?? item.titulo,
    produto_sku: product === null ? item.sku : product.sku,
    fornecedor_id: product?.fornecedor_id ?? null,
    fornecedor_nome: product?.fornecedor_nome ?? 'Desconhecido',
    preco_venda: fromCents(quantidade * item.preco_unitario_centavos),
    preco_fornecedor: fromCents(quantidade * (product?.custo ?? 0)),
  };
}

/** Writes the lines of an order that has none. */
export async function insertLines(tx: Database, key: OrderKey, lines: readonly NewLine[]): Promise<void> {
  const owner = { usuario_id: key.usuarioId, pedido_id: key.pedidoId };
  await tx.insert(orderLines).values(lines.map((line, index) => ({ ...owner, numero: index + 1, ...line })));
}

/** What an order of these lines holds: their sums, and the first product that is known. */
export function sumLines(lines: readonly NewLine[]) {
  const main = lines.find(({ produto_id }) => produto_id !== null);
  const sum = (read: (line: NewLine) => number) => lines.reduce((all, line) => all + read(line), 0);
  return {
    quantidade: sum(({ quantidade }) => quantidade),
    preco_venda: fromCents(sum(({ preco_venda }) => toCents(preco_venda))),
    preco_fornecedor: fromCents(sum(({ preco_fornecedor }) => toCents(preco_fornecedor))),
    ...pickProduct(main ?? UNKNOWN_PRODUCT),
    outros_itens: listLineWords(lines.filter((line) => line !== main)),
  };
}

const UNKNOWN_PRODUCT = {
  ...{ produto_id: null, produto_nome: 'Produto', produto_sku: null },
  ...{ fornecedor_id: null, fornecedor_nome: 'Desconhecido' },
};

type LineProduct = Pick<NewLine, keyof typeof UNKNOWN_PRODUCT>;

/** What a line says of its product and supplier. */
export function pickProduct(line: LineProduct): LineProduct {
  const { produto_id, produto_nome, produto_sku, fornecedor_id, fornecedor_nome } = line;
  return { produto_id, produto_nome, produto_sku, fornecedor_id, fornecedor_nome };
}

/** The reason that an order's block makes, while the marketplace holds one against it. */
export function blockReasons({ motivo_bloqueio }: { motivo_bloqueio: string | null }): AttentionReason[] {
  return motivo_bloqueio === null ? [] : [{ codigo: 'bloqueado', detalhe: motivo_bloqueio }];
}
