import { type Database, preparedOnce } from '@esteira/db/database';
import { products } from '@esteira/db/schema/products/products';
import { type AccountCode, parseAccountCode } from '@esteira/domain/marketplace-accounts';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { PRICE_FIELD, PUBLISHED_FIELD } from '@esteira/domain/products/channels';
import type {
  Product,
  ProductCount,
  ProductFilterInput,
  ProductListInput,
  ProductName,
  ProductNamesInput,
  ProductRecord,
} from '@esteira/validators/products/product';
import type { Page } from '@esteira/validators/wire/page';
import {
  and,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  or,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { isEntity } from '../../core/ids';
import { cursorId, toPage } from '../../core/paging';
import { containsNormalised } from '../../core/search';
import { productColumns, productRecordColumns } from './product-columns';
import { pageBySales } from './sales-page';
import { selectSearchedPage } from './search-page';
import { afterCursor, type KeyedSort, sortedCursor, sortOrder, sortValue } from './sorted-page';

/** The seller's product with this id, unless deleted. */
export const owned = (usuarioId: string | Placeholder, id: string | Placeholder) =>
  and(eq(products.usuario_id, usuarioId), eq(products.id, id), isNull(products.excluido_em));

/** The seller's products, newest first unless `ordem` says otherwise; `busca` matches name or SKU anywhere, ignoring case and accents. */
export async function listProducts(
  db: Database,
  usuarioId: string,
  input: Narrowed<ProductListInput>,
): Promise<Page<ProductRecord>> {
  const { ordem = 'recentes' } = input;
  if (ordem === 'mais_vendidos') return listBySales(db, usuarioId, input);
  if (ordem !== 'recentes') return listSorted(db, usuarioId, { ...input, ordem });
  return toPage(await readNewest(db, usuarioId, input), input.limite);
}

async function readNewest(
  db: Database,
  usuarioId: string,
  input: Narrowed<ProductListInput>,
): Promise<ProductRecord[]> {
  const filters = filtersOf(input);
  const cursor = cursorId(input.cursor);
  const limite = input.limite + 1;
  if (filters.length === 0)
    return preparedOnce(db, 'products_page', newestProducts).execute({ usuarioId, cursor, limite });
  const page =
    input.busca === undefined
      ? and(lt(products.id, cursor), ...filters)
      : inArray(products.id, selectSearchedPage({ usuarioId, cursor, rows: limite, filters }));
  return db
    .select(productRecordColumns)
    .from(products)
    .where(and(live(usuarioId), page))
    .orderBy(desc(products.id))
    .limit(limite);
}

/** A product's SKU as it is unique. */
const lowerSku = sql<string>`lower(${products.sku})`;

/** Which of the SKUs the seller's products have, in lower case. */
export async function findTakenSkus(
  db: Database,
  usuarioId: string,
  skus: string[],
): Promise<{ skus: string[] }> {
  const rows = await db
    .select({ sku: lowerSku })
    .from(products)
    .where(and(live(usuarioId), hasSku(skus)));
  return { skus: rows.map((row) => row.sku) };
}

/** True of a product that has one of the SKUs, in whatever case. */
export function hasSku(skus: readonly string[]): SQL | undefined {
  const asked = sql`(SELECT lower(pedido) FROM json_array_elements_text(${JSON.stringify(skus)}::text::json) AS pedido)`;
  return and(isNotNull(products.sku), inArray(lowerSku, asked));
}

/** What an import compares its rows with: the seller's products that have one of the SKUs. */
export async function findProductsBySku(
  db: Database,
  usuarioId: string,
  skus: string[],
): Promise<(Product & { sku: string })[]> {
  const rows = await db
    .select(productColumns)
    .from(products)
    .where(and(live(usuarioId), hasSku(skus)));
  return rows.map((row) => ({ ...row, sku: row.sku ?? '' }));
}

async function listSorted(
  db: Database,
  usuarioId: string,
  input: Narrowed<ProductListInput> & { ordem: KeyedSort },
): Promise<Page<ProductRecord>> {
  const { ordem } = input;
  const rows = await db
    .select({ ...productRecordColumns, valor: sortValue(ordem) })
    .from(products)
    .where(and(live(usuarioId), afterCursor(ordem, input.cursor), ...filtersOf(input)))
    .orderBy(...sortOrder(ordem))
    .limit(input.limite + 1);
  const { itens, proximo_cursor } = toPage(rows, input.limite, ({ valor, id }) =>
    sortedCursor(ordem, valor, id),
  );
  return { itens: itens.map(({ valor: _, ...product }) => product), proximo_cursor };
}

async function listBySales(
  db: Database,
  usuarioId: string,
  input: Narrowed<ProductListInput>,
): Promise<Page<ProductRecord>> {
  const { cursor, limite } = input;
  const where = and(live(usuarioId), ...filtersOf(input));
  const { itens, proximo_cursor } = await pageBySales(db, { usuarioId, cursor, limite, where });
  const ids = itens.map(({ id }) => id);
  const rows = await db
    .select(productRecordColumns)
    .from(products)
    .where(and(live(usuarioId), inArray(products.id, ids)));
  const byId = new Map(rows.map((product) => [product.id, product]));
  return { itens: ids.flatMap((id) => byId.get(id) ?? []), proximo_cursor };
}

const { id, nome, preco_fornecedor, preco_venda_ml, preco_venda_amazon, publicado_ml, publicado_amazon } =
  productRecordColumns;
const nameColumns = {
  ...{ id, nome, preco_fornecedor, preco_venda_ml, preco_venda_amazon, publicado_ml, publicado_amazon },
};

/** Ids and names are short: 50,000 products are asked for in 25 calls. */
const NAMES_PER_PAGE = 2_000;

/** Which products the search and the filters leave, newest first: what a bulk action over all of them goes through. */
export async function listProductNames(
  db: Database,
  usuarioId: string,
  input: Narrowed<ProductNamesInput>,
): Promise<Page<ProductName>> {
  const rows = await db
    .select(nameColumns)
    .from(products)
    .where(and(live(usuarioId), lt(products.id, cursorId(input.cursor)), ...filtersOf(input)))
    .orderBy(desc(products.id))
    .limit(NAMES_PER_PAGE + 1);
  return toPage(rows, NAMES_PER_PAGE);
}

/** How many of the seller's products the search and the filters leave. */
export async function countProducts(
  db: Database,
  usuarioId: string,
  input: Narrowed<ProductFilterInput>,
): Promise<ProductCount> {
  const [row] = await db
    .select({ total: count() })
    .from(products)
    .where(and(live(usuarioId), ...filtersOf(input)));
  return { total: row?.total ?? 0 };
}

const newestProducts = (db: Database, name: string) =>
  db
    .select(productRecordColumns)
    .from(products)
    .where(
      and(
        eq(products.usuario_id, sql.placeholder('usuarioId')),
        lt(products.id, sql.placeholder('cursor')),
        isNull(products.excluido_em),
      ),
    )
    .orderBy(desc(products.id))
    .limit(sql.placeholder('limite'))
    .prepare(name);

/** The seller's products that are not deleted. */
export const live = (usuarioId: string) =>
  and(eq(products.usuario_id, usuarioId), isNull(products.excluido_em));

/** True of a product that is for sale on no marketplace. */
export const isNowherePublished = and(
  ...MARKETPLACES.map((marketplace) => not(products[PUBLISHED_FIELD[marketplace]])),
);

const isBelowCost = or(
  ...MARKETPLACES.map((marketplace) => lt(products[PRICE_FIELD[marketplace]], products.preco_fornecedor)),
);

/** What narrows a list; of `margem_caiu` the products, which no statement can tell. */
export type Narrowed<Input extends ProductFilterInput> = Input & { ids?: readonly string[] };

/** True of a product with a listing in the account that was not ended. */
function isListedIn(code: AccountCode): SQL {
  const { marketplace, contaId } = parseAccountCode(code);
  return sql`EXISTS (SELECT FROM anuncios a WHERE a.usuario_id = ${products.usuario_id} AND a.produto_id = ${products.id}
    AND a.marketplace = ${marketplace}::text AND a.conta_id = ${contaId}::smallint AND a.status <> 'encerrado')`;
}

function filtersOf(input: Narrowed<ProductFilterInput>): (SQLWrapper | undefined)[] {
  const { busca, publicado, fornecedor_id } = input;
  const filters: (SQLWrapper | undefined)[] = [];
  if (busca !== undefined) filters.push(containsNormalised(products.busca, busca));
  if (publicado === 'nenhum') filters.push(isNowherePublished);
  else if (publicado !== undefined) filters.push(products[PUBLISHED_FIELD[publicado]]);
  if (input.conta_id !== undefined) filters.push(isListedIn(input.conta_id));
  if (input.estoque_baixo === true) filters.push(isNotNull(products.estoque_baixo));
  if (input.sem_estoque === true) filters.push(eq(products.estoque, 0));
  if (input.sem_preco_amazon === true) filters.push(isNull(products.preco_venda_amazon));
  if (input.com_prejuizo === true) filters.push(isBelowCost);
  if (input.ids !== undefined) {
    filters.push(
      sql`${products.id} IN (SELECT value::uuid FROM json_array_elements_text(${JSON.stringify(input.ids)}::text::json))`,
    );
  }
  if (fornecedor_id !== undefined) filters.push(isEntity(products.fornecedor_id, fornecedor_id));
  return filters;
}
