import type { Database } from '@esteira/db/database';
import { orderLines } from '@esteira/db/schema/orders/order-lines';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { fromCents, toCents } from '@esteira/domain/money';
import type { ExternalOrder } from '@esteira/marketplaces/port';
import { and, eq, sql } from 'drizzle-orm';
import { reestimateOrder } from '../../costs/estimates/estimate-orders';
import type { OrderKey } from '../../shipping/order-to-ship';
import { findLines, getItemReasons, getSingleReasons } from '../intake/order-lines';
import { countUnits, readHeldUnits, recordTaken, takeUnits, type Units } from '../order-stock';
import { insertLines, type NewLine, pickProduct, sumLines } from '../sale';
import { saveReasons } from '../writes';
import { addressOf, type ComparedOrder } from './compare-order';

/** What is known of an order that its marketplace may change. Amounts in reais. */
export interface KnownContent extends ComparedOrder {
  /** The account that sold it. */
  conta_id: number;
  produto_id: string | null;
  enviado_pelo_marketplace: boolean;
}

interface NewContent {
  known: KnownContent;
  told: ExternalOrder;
  /** What it holds. */
  lines: readonly (typeof orderLines.$inferSelect)[];
}

/**
 * Makes a locked order hold the items that are told: lines, amounts, estimate, stock, and the reasons that these decide.
 * A product's further units are taken only where there are so many; those that the order has it keeps.
 */
export async function takeOverItems(tx: Database, key: OrderKey, content: NewContent): Promise<void> {
  const { told, known } = content;
  const found = await findLines(tx, { usuarioId: key.usuarioId, contaId: known.conta_id }, told);
  const lines = asSold(content, found);
  const wanted = countUnits(known.enviado_pelo_marketplace ? [] : lines);
  // Products before the order's sums: everybody takes their locks in this order.
  const short = await moveStock(tx, key, wanted);
  await tx
    .update(orders)
    .set({ ...sumLines(lines), atualizado_em: sql`now()` })
    .where(and(eq(orders.usuario_id, key.usuarioId), eq(orders.id, key.pedidoId)));
  await tx
    .delete(orderLines)
    .where(and(eq(orderLines.usuario_id, key.usuarioId), eq(orderLines.pedido_id, key.pedidoId)));
  await insertLines(tx, key, lines);
  const open =
    told.itens.length > 1
      ? getItemReasons(lines, short)
      : getSingleReasons(lines[0]?.produto_id !== null, short);
  // What a supplier was asked for before the marketplace sent it stays to be called off.
  const asked = known.enviado_pelo_marketplace ? [] : (['pedido_alterado'] as const);
  await saveReasons(tx, key, { codes: ['sem_estoque', 'sem_anuncio', ...asked], open });
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

/** Whether it was an order of one listing, of a product that is known, and still is one of the same. */
function isOneItem({ known, told, lines }: NewContent): boolean {
  const ids = new Set(
    [...told.itens, ...lines].flatMap(({ id_externo, variacao_externa = null }) =>
      id_externo === null ? [] : addressOf({ id_externo, variacao_externa }),
    ),
  );
  return known.produto_id !== null && ids.size === 1;
}

/**
 * A line whose item or product the order has already stays as it was sold: product, names and what one unit costs. The
 * product that the order is of comes first as long as it is among them.
 */
function asSold(content: NewContent, found: readonly NewLine[]): NewLine[] {
  const sold = content.lines.filter(({ produto_id }) => produto_id !== null);
  // An order of one item stays one of its product, whatever became of the listing.
  const only = isOneItem(content) ? sold[0] : undefined;
  const lines = found.map((line) => {
    const before =
      only ??
      sold.find((each) => isSameItem(each, line)) ??
      sold.find(({ produto_id }) => produto_id === line.produto_id);
    if (before === undefined) return line;
    const cents = Math.round((toCents(before.preco_fornecedor) * line.quantidade) / before.quantidade);
    return { ...line, ...pickProduct(before), preco_fornecedor: fromCents(cents) };
  });
  const isMain = ({ produto_id }: NewLine) => produto_id !== null && produto_id === content.known.produto_id;
  return [...lines.filter(isMain), ...lines.filter((line) => !isMain(line))];
}

type Item = Pick<NewLine, 'id_externo' | 'variacao_externa'>;

const isSameItem = (one: Item, other: Item) =>
  one.id_externo === other.id_externo && one.variacao_externa === other.variacao_externa;

/**
 * Takes or gives back what the ledger says that the order lacks or has too much, so that a repetition moves nothing.
 * Returns the ids of the products that have too little.
 */
export async function moveStock(tx: Database, key: OrderKey, wanted: Units): Promise<string[]> {
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
