import type { Database } from '@esteira/db/database';
import { productSales } from '@esteira/db/schema/orders/order-summaries';
import { products } from '@esteira/db/schema/products/products';
import type { Page } from '@esteira/validators/wire/page';
import { and, desc, eq, gt, lt, notExists, type SQL, sql } from 'drizzle-orm';
import { cursorId, toPage } from '../../core/paging';
import { parseSortedCursor, sortedCursor } from './sorted-page';

const BY_SALES = 'mais_vendidos';

interface SalesPage {
  usuarioId: string;
  cursor: string | undefined;
  limite: number;
  /** What narrows the products to the seller's own and the filters. */
  where: SQL | undefined;
}

interface SoldProduct {
  id: string;
  unidades: number;
}

/**
 * The ids of products by the units that were sold of them and not cancelled, the most first; those that never sold
 * follow, newest first. Both parts are read in the order of an index, so that no page sorts the catalogue.
 */
export async function pageBySales(db: Database, page: SalesPage): Promise<Page<SoldProduct>> {
  const { limite, cursor } = page;
  const after = cursor === undefined ? undefined : parseSortedCursor(BY_SALES, cursor, 'int');
  const isPastSold = after?.value === '0';
  const sold = isPastSold ? [] : await selectSold(db, page, after);
  const missing = limite + 1 - sold.length;
  const unsold = missing > 0 ? await selectUnsold(db, page, isPastSold ? after.id : undefined) : [];
  // Sold or cancelled between the two reads: a product stands where it was seen first.
  const known = new Set(sold.map(({ id }) => id));
  const rows = [...sold, ...unsold.filter(({ id }) => !known.has(id)).slice(0, missing)];
  return toPage(rows, limite, ({ unidades, id }) => sortedCursor(BY_SALES, String(unidades), id));
}

const itsSales = and(
  eq(productSales.usuario_id, products.usuario_id),
  eq(productSales.produto_id, products.id),
  gt(productSales.unidades, 0),
);

function selectSold(db: Database, { usuarioId, limite, where }: SalesPage, after: CursorValue | undefined) {
  const { unidades, produto_id } = productSales;
  const isAfter = after && sql`${[unidades, produto_id]} < ${[after.value, after.id]}`;
  return db
    .select({ id: products.id, unidades })
    .from(productSales)
    .innerJoin(products, itsSales)
    .where(and(eq(productSales.usuario_id, usuarioId), isAfter, where))
    .orderBy(desc(unidades), desc(produto_id))
    .limit(limite + 1);
}

async function selectUnsold(db: Database, { limite, where }: SalesPage, after: string | undefined) {
  const sales = db.select({ id: productSales.produto_id }).from(productSales).where(itsSales);
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(lt(products.id, cursorId(after)), notExists(sales), where))
    .orderBy(desc(products.id))
    .limit(limite + 1);
  return rows.map(({ id }) => ({ id, unidades: 0 }));
}

type CursorValue = ReturnType<typeof parseSortedCursor>;
