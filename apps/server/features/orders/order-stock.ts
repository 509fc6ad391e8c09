import { type Database, opaqueParam, toUuids } from '@esteira/db/database';
import { products } from '@esteira/db/schema/products/products';
import { stockMovements } from '@esteira/db/schema/products/stock-movements';
import type { StockReason } from '@esteira/domain/products/stock';
import { and, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm';
import { writeMoves } from '../products/stock-ledger';
import type { OrderKey } from '../shipping/order-to-ship';

/** Units of products, by their ids; those that are given back are negative. */
export type Units = ReadonlyMap<string, number>;

/**
 * Takes units from the stock of the seller's products that have so many, are not deleted and meet `condition`, or gives
 * them back. Returns what was moved and the ids of the products that have too little. The WHERE is the lock; products
 * are locked in the order of their ids, before the rows of sums. Whoever calls it writes the ledger in the same transaction.
 */
export async function takeUnits(
  tx: Database,
  usuarioId: string,
  { units, condition }: { units: Units; condition?: SQL },
): Promise<{ taken: Units; short: string[] }> {
  const wanted = [...units].filter(([, count]) => count !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  if (wanted.length === 0) return { taken: new Map(), short: [] };
  const ids = wanted.map(([id]) => id);
  if (ids.length > 1) await lockProducts(tx, usuarioId, ids);
  const rows = await tx
    .update(products)
    .set({ estoque: sql`${products.estoque} - pedida.unidades`, atualizado_em: sql`now()` })
    .from(sql`unnest(${opaqueParam(toUuids(ids))}, ${opaqueParam(sql`${`{${wanted.map(([, count]) => count).join(',')}}`}::int[]`)})
      AS pedida (produto_id, unidades)`)
    .where(
      and(
        eq(products.usuario_id, usuarioId),
        eq(products.id, sql`pedida.produto_id`),
        or(
          sql`pedida.unidades < 0`,
          and(isNull(products.excluido_em), gte(products.estoque, sql`pedida.unidades`), condition),
        ),
      ),
    )
    .returning({ id: products.id });
  const moved = new Set(rows.map(({ id }) => id));
  return {
    taken: new Map(wanted.filter(([id]) => moved.has(id))),
    short: ids.filter((id) => !moved.has(id)),
  };
}

/** One UPDATE of several products would lock them in the order in which it finds them. Foreign keys do not wait for this lock. */
async function lockProducts(tx: Database, usuarioId: string, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.usuario_id, usuarioId), eq(products.id, sql`ANY (${toUuids(ids)})`)))
    .orderBy(products.id)
    .for('no key update');
}

interface Cause {
  motivo: StockReason;
  atorId: string | null;
}

/** Writes the ledger's lines of units that an order took of a product as a whole, or gave back. */
export async function recordTaken(
  tx: Database,
  { usuarioId, pedidoId }: OrderKey,
  { taken, ...cause }: Cause & { taken: Units },
): Promise<void> {
  const moves = [...taken].map(([produto_id, units]) => ({ produto_id, quantidade: -units }));
  await writeMoves(tx, { usuarioId, pedidoId, ...cause }, moves);
}

/** Writes a line of the ledger for each line of a new order whose product was taken. */
export async function recordSold(
  tx: Database,
  { usuarioId, pedidoId }: OrderKey,
  { taken, lines, atorId }: { taken: Units; lines: readonly OfProduct[]; atorId: string | null },
): Promise<void> {
  const moves = lines.flatMap(({ produto_id, quantidade }, index) =>
    produto_id !== null && taken.has(produto_id)
      ? { produto_id, numero_item: index + 1, quantidade: -quantidade }
      : [],
  );
  await writeMoves(tx, { usuarioId, pedidoId, motivo: 'venda', atorId }, moves);
}

interface OfProduct {
  produto_id: string | null;
  quantidade: number;
}

/**
 * Gives back all that an order has, in as many lines of the ledger as it was taken in; a product whose units the
 * marketplace altered in one.
 */
export async function giveBack(
  tx: Database,
  key: OrderKey,
  { atorId }: Pick<Cause, 'atorId'>,
): Promise<void> {
  const held = await readHeldLines(tx, key);
  const units = new Map([...countUnits(held)].map(([id, count]) => [id, -count]));
  await takeUnits(tx, key.usuarioId, { units });
  const altered = new Set(held.flatMap((line) => (line.numero_item === null ? line.produto_id : [])));
  const whole = [...units].flatMap(([produto_id, count]) =>
    altered.has(produto_id) ? { produto_id, quantidade: -count } : [],
  );
  const moves = [...held.filter(({ produto_id }) => !altered.has(produto_id)), ...whole];
  await writeMoves(tx, { ...key, motivo: 'cancelamento', atorId }, moves);
}

/** The units that an order has, by product. */
export async function readHeldUnits(tx: Database, key: OrderKey): Promise<Map<string, number>> {
  return countUnits(await readHeldLines(tx, key));
}

/** The units that an order has, by product and by the lines that the ledger names. */
function readHeldLines(tx: Database, { usuarioId, pedidoId }: OrderKey) {
  const { produto_id, numero_item, quantidade } = stockMovements;
  return tx
    .select({ produto_id, numero_item, quantidade: sql`-sum(${quantidade})`.mapWith(Number) })
    .from(stockMovements)
    .where(and(eq(stockMovements.usuario_id, usuarioId), eq(stockMovements.pedido_id, pedidoId)))
    .groupBy(produto_id, numero_item);
}

/** Units by product. */
export function countUnits(lines: readonly OfProduct[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const { produto_id, quantidade } of lines) {
    if (produto_id !== null) units.set(produto_id, quantidade + (units.get(produto_id) ?? 0));
  }
  return units;
}
