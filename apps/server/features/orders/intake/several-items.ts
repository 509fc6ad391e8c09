import { type Database, queryRows } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { orders } from '@esteira/db/schema/orders/orders';
import { fromCents } from '@esteira/domain/money';
import { ATTENTION_CODES, type AttentionReason } from '@esteira/domain/orders/order-attention';
import { toPlainIdentifier } from '@esteira/domain/text/plain-text';
import type { ExternalOrder, ExternalOrderItem } from '@esteira/marketplaces/port';
import { sql } from 'drizzle-orm';
import { getUnknownFacts } from '../../costs/estimates/estimate-facts';
import { insertEstimates, toEstimateRow } from '../../costs/estimates/fact-rows';
import { recordEvents } from '../move-orders';
import { moveUnits } from '../order-stock';
import { blockReasons } from '../sale';
import { saveReasons, UNKNOWN_PRODUCT, UNKNOWN_SUPPLIER } from '../writes';

/**
 * Takes in an order of several items: every product's stock is taken, or none of that product's when there is too
 * little. The order itself shows the first product and the sums, and is flagged with the list, because each product
 * may have a supplier of its own (docs/decisions/0010). Locks the order before its products, these by their ids.
 */
export async function recordSeveralItems(
  db: Database,
  usuarioId: string,
  order: ExternalOrder,
): Promise<void> {
  await retryingDeadlocks(() =>
    db.transaction(async (tx) => {
      const products = await findSoldProducts(tx, usuarioId, order);
      const lines = order.itens.map((item) => ({ item, product: findItem(products, item.id_externo) }));
      const pedidoId = await recordOrder(tx, { usuarioId, order, lines });
      if (pedidoId === null || order.situacao === 'cancelado') return;
      const short = await takeAll(tx, { usuarioId, pedidoId, lines });
      const open = [...blockReasons(order), ...getItemReasons(lines, short)];
      await saveReasons(tx, { usuarioId, pedidoId }, { codes: ATTENTION_CODES, open });
    }),
  );
}

interface FoundProduct extends Record<string, unknown> {
  id_externo: string;
  id: string;
  nome: string;
  sku: string | null;
  fornecedor_id: string;
  fornecedor_nome: string;
  /** Cost of one unit, in cents. */
  custo: string;
}

/** One line of an order, with its product where the listing is known here. */
export interface Line {
  item: ExternalOrderItem;
  product: FoundProduct | null;
}

interface Recorded {
  usuarioId: string;
  pedidoId: string;
  lines: readonly Line[];
}

/** The products of an order's listings, by the listings' ids. */
export async function findSoldProducts(tx: Database, usuarioId: string, order: ExternalOrder) {
  const rows = await queryRows<FoundProduct>(
    tx,
    sql`SELECT a.id_externo, p.id::text, p.nome, p.sku, f.id::text AS fornecedor_id, f.nome AS fornecedor_nome,
          p.preco_fornecedor::text AS custo
        FROM anuncios a
        JOIN produtos p ON p.usuario_id = a.usuario_id AND p.id = a.produto_id
        JOIN fornecedores f ON f.usuario_id = p.usuario_id AND f.id = p.fornecedor_id
        WHERE a.usuario_id = ${usuarioId}::uuid AND a.marketplace = ${order.marketplace}::text
          AND a.id_externo IN ${order.itens.flatMap(({ id_externo }) => [id_externo, toPlainIdentifier(id_externo)])}`,
  );
  return new Map(rows.map((row) => [row.id_externo, row]));
}

/** The product of an item's listing, as the marketplace writes its id, or else as Esteira does. */
const findItem = (products: ReadonlyMap<string, FoundProduct>, id: string) =>
  products.get(id) ?? products.get(toPlainIdentifier(id)) ?? null;

/** The order's new id; null when its number is known. */
async function recordOrder(
  tx: Database,
  { usuarioId, order, lines }: { usuarioId: string; order: ExternalOrder; lines: readonly Line[] },
): Promise<string | null> {
  const main = lines.find(({ product }) => product !== null)?.product ?? null;
  const units = lines.reduce((sum, { item }) => sum + item.quantidade, 0);
  const price = lines.reduce((sum, { item }) => sum + item.quantidade * item.preco_unitario_centavos, 0);
  const cost = lines.reduce(
    (sum, { item, product }) => sum + item.quantidade * Number(product?.custo ?? 0),
    0,
  );
  const [inserted] = await tx
    .insert(orders)
    .values({
      usuario_id: usuarioId,
      marketplace: order.marketplace,
      ml_order_id: order.ml_order_id,
      produto_id: main?.id,
      fornecedor_id: main?.fornecedor_id,
      produto_nome: main?.nome ?? UNKNOWN_PRODUCT,
      produto_sku: main?.sku,
      fornecedor_nome: main?.fornecedor_nome ?? UNKNOWN_SUPPLIER,
      quantidade: units,
      preco_venda: fromCents(price),
      preco_fornecedor: fromCents(cost),
      cliente_nome: order.cliente_nome,
      cliente_endereco: order.cliente_endereco,
    })
    .onConflictDoNothing({ target: [orders.usuario_id, orders.marketplace, orders.ml_order_id] })
    .returning({ id: orders.id });
  if (inserted === undefined) return null;
  const pedidoId = inserted.id;
  await recordEvents(tx, { usuarioId, ids: [pedidoId], de: null, para: 'pendente', atorId: null });
  const isKnown = lines.every(({ product }) => product !== null);
  const row = toEstimateRow(getUnknownFacts(isKnown ? 'varios_itens' : 'produto', cost));
  const pedido = sql`(VALUES (${pedidoId}::uuid)) AS pedido (id)`;
  await queryRows(tx, insertEstimates(sql`${usuarioId}::uuid`, sql`${JSON.stringify([row])}`, pedido));
  return pedidoId;
}

/** Takes each product's stock; answers the names of those that have too little. */
async function takeAll(tx: Database, { usuarioId, pedidoId, lines }: Recorded): Promise<string[]> {
  const wanted = new Map<string, { nome: string; units: number }>();
  for (const { item, product } of lines) {
    if (product === null) continue;
    const units = (wanted.get(product.id)?.units ?? 0) + item.quantidade;
    wanted.set(product.id, { nome: product.nome, units });
  }
  const short: string[] = [];
  for (const [produtoId, { nome, units }] of [...wanted].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const isTaken = await moveUnits(tx, { usuarioId, pedidoId }, { produtoId, units, motivo: 'venda' });
    if (!isTaken) short.push(nome);
  }
  return short;
}

/** Each product may have a supplier of its own, so the seller has to look at the list. */
export function getItemReasons(lines: readonly Line[], short: readonly (string | null)[]): AttentionReason[] {
  const list = lines.map(({ item, product }) => `${item.quantidade}x ${product?.nome ?? item.titulo}`);
  const unknown = lines.filter(({ product }) => product === null).map(({ item }) => item.titulo);
  const reasons: AttentionReason[] = [{ codigo: 'varios_itens', detalhe: list.join(', ') }];
  const named = short.filter((nome) => nome !== null);
  if (short.length > 0) reasons.push({ codigo: 'sem_estoque', detalhe: named.join(', ') || null });
  if (unknown.length > 0) reasons.push({ codigo: 'sem_anuncio', detalhe: unknown.join(', ') });
  return reasons;
}

/** The same of an order of one item, which names no product. */
export function getSingleReasons(isKnown: boolean, short: readonly unknown[]): AttentionReason[] {
  if (!isKnown) return [{ codigo: 'sem_anuncio', detalhe: null }];
  return short.length > 0 ? [{ codigo: 'sem_estoque', detalhe: null }] : [];
}
