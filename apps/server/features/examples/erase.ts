import { type Database, queryRows, toUuids } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
import { costSettings } from '@esteira/db/schema/costs/cost-settings';
import { IS_LINE_OF_ORDER, orderLines } from '@esteira/db/schema/orders/order-lines';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { productSales } from '@esteira/db/schema/orders/order-summaries';
import { orders } from '@esteira/db/schema/orders/orders';
import { examples } from '@esteira/db/schema/products/examples';
import { listingPauses } from '@esteira/db/schema/products/listing-pauses';
import { listings } from '@esteira/db/schema/products/listings';
import { products } from '@esteira/db/schema/products/products';
import { stockMovements } from '@esteira/db/schema/products/stock-movements';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import { and, eq, exists, inArray, isNull, not, notExists, or, sql } from 'drizzle-orm';
import { ERASED } from '../suppliers/service';

/**
 * Removes a seller's examples, in the caller's transaction. Their orders go for good, simulated ones that the seller
 * made among them, with the lines of the stock ledger; summaries and search follow by trigger. Suppliers and products
 * are marked as deleted like any other, so that whatever names them stays valid. What became real, and a supplier of
 * the seller's own products, stays and is no example any more.
 */
export async function eraseExamples(tx: Database, usuarioId: string): Promise<void> {
  const filled = and(eq(examples.usuario_id, usuarioId), isNull(examples.apagado_em));
  const [held] = await tx.select().from(examples).where(filled).for('update');
  if (held === undefined) return;
  await lockExamples(tx, usuarioId);
  await detachRealRows(tx, usuarioId);
  await eraseOrders(tx, usuarioId);
  await eraseProducts(tx, usuarioId);
  await eraseSuppliers(tx, usuarioId);
  // Settings of costs that came with the examples, while the seller has not changed them.
  const came = and(
    eq(costSettings.usuario_id, usuarioId),
    eq(costSettings.atualizado_em, held.preenchido_em),
  );
  await tx.delete(costSettings).where(came);
  await tx.update(examples).set({ apagado_em: sql`now()` }).where(eq(examples.usuario_id, usuarioId));
}

const isExample = (usuarioId: string) => and(eq(products.usuario_id, usuarioId), products.exemplo);

const exampleProducts = (tx: Database, usuarioId: string) =>
  tx.select({ id: products.id }).from(products).where(isExample(usuarioId));

const linesOfProduct = and(
  eq(orderLines.usuario_id, products.usuario_id),
  eq(orderLines.produto_id, products.id),
);

/** Those of examples alone: what was sold together with a product that stays does so too. */
function ordersOfExamples(tx: Database, usuarioId: string) {
  const theirs = inArray(orderLines.produto_id, exampleProducts(tx, usuarioId));
  const others = tx
    .select({ numero: orderLines.numero })
    .from(orderLines)
    .where(and(IS_LINE_OF_ORDER, or(isNull(orderLines.produto_id), not(theirs))));
  return and(
    eq(orders.usuario_id, usuarioId),
    inArray(orders.produto_id, exampleProducts(tx, usuarioId)),
    notExists(others),
  );
}

/** In the order in which everybody locks: orders, then suppliers and products. */
async function lockExamples(tx: Database, usuarioId: string): Promise<void> {
  const theirs = ordersOfExamples(tx, usuarioId);
  await tx.select({ id: orders.id }).from(orders).where(theirs).orderBy(orders.id).for('update');
  await tx
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(and(eq(suppliers.usuario_id, usuarioId), suppliers.exemplo))
    .orderBy(suppliers.id)
    .for('update');
  await exampleProducts(tx, usuarioId).orderBy(products.id).for('update');
}

/** On a real marketplace it is no example, whatever it began as. */
async function detachRealRows(tx: Database, usuarioId: string): Promise<void> {
  const listed = tx
    .select({ id: listings.produto_id })
    .from(listings)
    .where(
      and(
        eq(listings.usuario_id, products.usuario_id),
        eq(listings.produto_id, products.id),
        eq(listings.modo, 'real'),
      ),
    );
  const shipped = tx
    .select({ id: orderLines.pedido_id })
    .from(orderLines)
    .innerJoin(
      orderShipping,
      and(
        eq(orderShipping.usuario_id, orderLines.usuario_id),
        eq(orderShipping.pedido_id, orderLines.pedido_id),
      ),
    )
    .where(linesOfProduct);
  await tx
    .update(products)
    .set({ exemplo: false })
    .where(and(isExample(usuarioId), or(exists(listed), exists(shipped))));
}

/** A statement of its own finds the orders: also those that came in before the products were locked. */
async function eraseOrders(tx: Database, usuarioId: string): Promise<void> {
  const theirs = ordersOfExamples(tx, usuarioId);
  // So the sums of costs lose what is deleted.
  const found = await tx.update(orders).set({ custos: null }).where(theirs).returning({ id: orders.id });
  const ids = toUuids(found.map(({ id }) => id));
  await queryRows(tx, sql`SELECT apagar_dependentes('pedidos', ${usuarioId}::uuid, ${ids})`);
  await tx.delete(orders).where(theirs);
}

/** One that an order is of which stays goes like any other product, with the ledger that is left of it. */
async function eraseProducts(tx: Database, usuarioId: string): Promise<void> {
  const theirs = exampleProducts(tx, usuarioId);
  for (const table of [listings, listingPauses])
    await tx.delete(table).where(and(eq(table.usuario_id, usuarioId), inArray(table.produto_id, theirs)));
  const sold = tx.select({ id: orderLines.pedido_id }).from(orderLines).where(linesOfProduct);
  const unsold = tx
    .select({ id: products.id })
    .from(products)
    .where(and(isExample(usuarioId), notExists(sold)));
  for (const table of [stockMovements, productSales]) {
    await tx.delete(table).where(and(eq(table.usuario_id, usuarioId), inArray(table.produto_id, unsold)));
  }
  const left = tx
    .select({ units: total(stockMovements.quantidade) })
    .from(stockMovements)
    .where(
      and(eq(stockMovements.usuario_id, products.usuario_id), eq(stockMovements.produto_id, products.id)),
    );
  await tx
    .update(products)
    .set({
      ...{ excluido_em: sql`coalesce(excluido_em, now())`, estoque: sql`(${left})`, exemplo: false },
      ...{ publicado_ml: false, publicado_amazon: false },
    })
    .where(isExample(usuarioId));
}

async function eraseSuppliers(tx: Database, usuarioId: string): Promise<void> {
  const theirs = and(eq(suppliers.usuario_id, usuarioId), suppliers.exemplo);
  const supplied = tx
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        eq(products.usuario_id, suppliers.usuario_id),
        eq(products.fornecedor_id, suppliers.id),
        isNull(products.excluido_em),
      ),
    );
  await tx
    .update(suppliers)
    .set({ excluido_em: sql`coalesce(excluido_em, now())`, ...ERASED })
    .where(and(theirs, notExists(supplied)));
  await tx.update(suppliers).set({ exemplo: false }).where(theirs);
}
