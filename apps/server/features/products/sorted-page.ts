import { products } from '@esteira/db/schema/products/products';
import type { ProductSort } from '@esteira/domain/products/product-sort';
import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { isEntityId } from '../../core/ids';
import { invalidCursor } from '../../core/paging';

/** The orders that go by a value of the product's own row. */
export type KeyedSort = Exclude<ProductSort, 'recentes' | 'mais_vendidos'>;

interface SortKey {
  key: SQLWrapper;
  type: 'text' | 'int' | 'bigint';
  descending: boolean;
}

/** As much of a name as fits into a cursor; equal beginnings go on by id. */
const NAME_LENGTH = 100;

const name = sql`left(esteira_normalizar(${products.nome}), ${sql.raw(String(NAME_LENGTH))}) COLLATE "C"`;
const { estoque: stock, preco_venda_ml: price } = products;
/** Millionths of the price, as a whole number that a cursor carries exactly; a price of zero has the smallest. */
const margin = sql`CASE WHEN ${price} > 0 THEN (${price} - ${products.preco_fornecedor}) * 1000000 / ${price}
  ELSE -999999999999999999 END`;

const SORT_KEYS: Record<KeyedSort, SortKey> = {
  nome: { key: name, type: 'text', descending: false },
  menor_estoque: { key: stock, type: 'int', descending: false },
  maior_estoque: { key: stock, type: 'int', descending: true },
  menor_preco: { key: price, type: 'bigint', descending: false },
  maior_preco: { key: price, type: 'bigint', descending: true },
  menor_margem: { key: margin, type: 'bigint', descending: false },
  maior_margem: { key: margin, type: 'bigint', descending: true },
};

/** The value a row is sorted by, as text: what its cursor carries. */
export const sortValue = (sort: KeyedSort): SQL<string> => sql<string>`(${SORT_KEYS[sort].key})::text`;

/** The ORDER BY of a sorted list; equal values stand in the order of their ids. */
export function sortOrder(sort: KeyedSort): SQL[] {
  const { key, descending } = SORT_KEYS[sort];
  return [key, products.id].map(descending ? desc : asc);
}

/** The condition that a row comes after the cursor; absent on a first page. Fails with `invalid` as cursors do. */
export function afterCursor(sort: KeyedSort, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const { key, type, descending } = SORT_KEYS[sort];
  const { value, id } = parseSortedCursor(sort, cursor, type);
  const comparison = sql.raw(descending ? '<' : '>');
  return sql`${[key, products.id]} ${comparison} ${[value, id]}`;
}

/** Where the page after this row starts. A cursor of one order is none of another. */
export function sortedCursor(sort: ProductSort, value: string, id: string): string {
  return `${sort}:${value}:${id}`;
}

/** The whole numbers that the database has under these types, as far as a cursor carries them. */
const WHOLE_NUMBERS = { int: 2n ** 31n - 1n, bigint: 10n ** 18n - 1n };

/** Takes such a cursor apart. Fails with `invalid` for one that no page of this order ended with. */
export function parseSortedCursor(
  sort: ProductSort,
  cursor: string,
  type: SortKey['type'],
): { value: string; id: string } {
  const end = cursor.lastIndexOf(':');
  const id = cursor.slice(end + 1);
  const value = cursor.slice(sort.length + 1, end);
  const isValue = type === 'text' || isWholeNumber(value, WHOLE_NUMBERS[type]);
  if (!cursor.startsWith(`${sort}:`) || end <= sort.length || !isEntityId(id) || !isValue) {
    throw invalidCursor();
  }
  return { value, id };
}

function isWholeNumber(text: string, max: bigint): boolean {
  return /^-?\d{1,18}$/.test(text) && BigInt(text) <= max && BigInt(text) >= -max;
}
