import type { Database } from '@esteira/db/database';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { fromCents, toCents } from '@esteira/domain/money';
import type { ExternalOrder } from '@esteira/marketplaces/port';
import { and, eq, sql } from 'drizzle-orm';
import { reestimateOrder } from '../../costs/estimates/estimate-orders';
import type { OrderKey } from '../../shipping/order-to-ship';
import { findSoldProducts, getItemReasons, getSingleReasons, type Line } from '../intake/several-items';
import { moveUnits, readHeldUnits } from '../order-stock';
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
  const products = await findSoldProducts(tx, key.usuarioId, told);
  // An order of one item stays one of its product, whatever became of the listing.
  const isSame = isOneItem(toStoredItems(told), stored) && known.produto_id !== null;
  const lines: Line[] = told.itens.map((item) => ({ item, product: products.get(item.id_externo) ?? null }));
  const wanted = isSame
    ? new Map([[known.produto_id ?? '', { nome: null, units: sumItems(toStoredItems(told)).units }]])
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
  { known, told }: NewContent,
  { lines, isSame }: { lines: readonly Line[]; isSame: boolean },
): Partial<typeof orders.$inferInsert> {
  const { units, cents } = sumItems(toStoredItems(told));
  const sums = { quantidade: units, preco_venda: fromCents(cents) };
  if (isSame) {
    // What one unit costs stays as it was at the sale.
    const unitCents = Math.round(toCents(known.preco_fornecedor) / known.quantidade);
    return { ...sums, preco_fornecedor: fromCents(unitCents * units) };
  }
  const cost = lines.reduce(
    (sum, { item, product }) => sum + item.quantidade * Number(product?.custo ?? 0),
    0,
  );
  const main = lines.find(({ product }) => product !== null)?.product ?? null;
  const isMain = main === null || lines.some(({ product }) => product?.id === known.produto_id);
  return {
    ...sums,
    preco_fornecedor: fromCents(cost),
    ...(!isMain && {
      produto_id: main.id,
      produto_nome: main.nome,
      produto_sku: main.sku,
      fornecedor_id: main.fornecedor_id,
      fornecedor_nome: main.fornecedor_nome,
    }),
  };
}

type Wanted = ReadonlyMap<string, { nome: string | null; units: number }>;

function countUnits(lines: readonly Line[]): Wanted {
  const wanted = new Map<string, { nome: string | null; units: number }>();
  for (const { item, product } of lines) {
    if (product === null) continue;
    const units = item.quantidade + (wanted.get(product.id)?.units ?? 0);
    wanted.set(product.id, { nome: product.nome, units });
  }
  return wanted;
}

/**
 * Takes or gives back what the ledger says that the order lacks or has too much, so that a repetition moves nothing.
 * Answers the names of the products that have too little.
 */
async function moveStock(tx: Database, key: OrderKey, wanted: Wanted): Promise<(string | null)[]> {
  const held = await readHeldUnits(tx, key);
  const short: (string | null)[] = [];
  for (const produtoId of [...new Set([...held.keys(), ...wanted.keys()])].sort()) {
    const { nome = null, units = 0 } = wanted.get(produtoId) ?? {};
    const more = units - (held.get(produtoId) ?? 0);
    const move = { produtoId, units: more, motivo: 'alteracao' } as const;
    if (more !== 0 && !(await moveUnits(tx, key, move))) short.push(nome);
  }
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
