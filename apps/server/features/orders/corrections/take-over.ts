import type { Database } from '@esteira/db/database';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { fromCents, toCents } from '@esteira/domain/money';
import type { ExternalOrder } from '@esteira/marketplaces/port';
import { and, eq, sql } from 'drizzle-orm';
import { reestimateOrder } from '../../costs/estimates/estimate-orders';
import type { OrderKey } from '../../shipping/order-to-ship';
import { findLines, getItemReasons, getSingleReasons, type OrderLine } from '../intake/order-lines';
import { readHeldUnits, recordTaken, takeUnits, type Units } from '../order-stock';
import { countUnits, toContent } from '../sale';
import { saveReasons } from '../writes';
import { type ComparedOrder, type StoredItem, sumItems, toStoredItems } from './compare-order';

/** What is known of an order that its marketplace may change. Amounts in reais. */
export interface KnownContent extends ComparedOrder {
  produto_id: string | null;
  preco_fornecedor: number;
}

interface NewContent {
  known: KnownContent;
  told: ExternalOrder;
  /** What it was taken in with; null before the first reading. */
  stored: readonly StoredItem[] | null;
}

/**
 * Makes a locked order hold the items that are told: units, amounts, estimate, stock, and the reasons that these decide.
 * A product's further units are taken only where there are so many; those that the order has it keeps.
 */
export async function takeOverItems(tx: Database, key: OrderKey, content: NewContent): Promise<void> {
  const { known, told, stored } = content;
  const lines = await findLines(tx, key.usuarioId, told);
  // An order of one item stays one of its product, whatever became of the listing.
  const isSame = isOneItem(toStoredItems(told), stored) && known.produto_id !== null;
  const wanted = isSame
    ? new Map([[known.produto_id ?? '', sumItems(toStoredItems(told)).units]])
    : countUnits(lines);
  // Products before the order's sums: everybody takes their locks in this order.
  const short = await moveStock(tx, key, wanted);
  await tx
    .update(orders)
    .set({ ...toColumns(content, { lines, isSame }), atualizado_em: sql`now()` })
    .where(and(eq(orders.usuario_id, key.usuarioId), eq(orders.id, key.pedidoId)));
  const open =
    told.itens.length > 1 ? getItemReasons(lines, short) : getSingleReasons(wanted.size > 0, short);
  await saveReasons(tx, key, {
    codes: ['varios_itens', 'sem_estoque', 'sem_anuncio', 'pedido_alterado'],
    open,
  });
  await reestimateOrder(tx, key.usuarioId, key.pedidoId);
  await readChargesAgain(tx, key);
}

/** Name and address together, as they are told. */
export async function takeOverBuyer(
  tx: Database,
  { usuarioId, pedidoId }: OrderKey,
  { cliente_nome, cliente_endereco }: ExternalOrder,
): Promise<void> {
  await tx
    .update(orders)
    .set({ ...(cliente_nome !== null && { cliente_nome }), cliente_endereco, atualizado_em: sql`now()` })
    .where(and(eq(orders.usuario_id, usuarioId), eq(orders.id, pedidoId)));
}

/** Whether it was an order of one listing and still is one of the same. */
function isOneItem(told: readonly StoredItem[], stored: readonly StoredItem[] | null): boolean {
  const ids = new Set([...told, ...(stored ?? [])].map(({ id }) => id));
  return ids.size === 1;
}

function toColumns(
  { known }: NewContent,
  { lines, isSame }: { lines: readonly OrderLine[]; isSame: boolean },
): Partial<typeof orders.$inferInsert> {
  const { quantidade, preco_venda, preco_fornecedor, ...product } = toContent(lines);
  const sums = { quantidade, preco_venda };
  if (isSame) {
    // What one unit costs stays as it was at the sale.
    const unitCents = Math.round(toCents(known.preco_fornecedor) / known.quantidade);
    return { ...sums, preco_fornecedor: fromCents(unitCents * quantidade) };
  }
  const isMain = product.produto_id === null || lines.some((line) => line.product?.id === known.produto_id);
  return { ...sums, preco_fornecedor, ...(!isMain && product) };
}

/**
 * Takes or gives back what the ledger says that the order lacks or has too much, so that a repetition moves nothing.
 * Returns the ids of the products that have too little.
 */
async function moveStock(tx: Database, key: OrderKey, wanted: Units): Promise<string[]> {
  const held = await readHeldUnits(tx, key);
  const ids = [...held.keys(), ...wanted.keys()];
  const units = new Map(ids.map((id) => [id, (wanted.get(id) ?? 0) - (held.get(id) ?? 0)]));
  const { taken, short } = await takeUnits(tx, key.usuarioId, { units });
  await recordTaken(tx, key, { taken, motivo: 'alteracao', atorId: null });
  return short;
}

/** What the marketplace takes of it changes too. */
async function readChargesAgain(tx: Database, { usuarioId, pedidoId }: OrderKey): Promise<void> {
  await tx
    .update(orderShipping)
    .set({
      custos_ler_em: sql`least(${orderShipping.custos_ler_em}, ${orderShipping.lido_em})`,
      custos_leituras: 0,
    })
    .where(and(eq(orderShipping.usuario_id, usuarioId), eq(orderShipping.pedido_id, pedidoId)));
}
