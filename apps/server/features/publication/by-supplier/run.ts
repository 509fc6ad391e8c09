import { type Database, queryRows } from '@esteira/db/database';
import { listingPauses } from '@esteira/db/schema/products/listing-pauses';
import { listings } from '@esteira/db/schema/products/listings';
import { products } from '@esteira/db/schema/products/products';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import { FIRST_ACCOUNT } from '@esteira/domain/marketplace-accounts';
import type { PublicationInput, PublicationResponse } from '@esteira/validators/marketplaces/publication';
import type {
  SupplierListings,
  SupplierListingsRun,
  SupplierListingsRunInput,
} from '@esteira/validators/products/supplier-listings';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { AppError, toAppError } from '../../../core/errors';
import { isEntityId } from '../../../core/ids';
import { cursorId } from '../../../core/paging';
import { forgetPauses, listAccountsOf, onSaleOrWaiting, whereListed } from '../listing/listing';
import { publishIn, unpublishProduct } from '../service';

/** How many products one call goes through. */
const PRODUCTS_PER_CALL = 25;

/** How many listings of a supplier's products are for sale, or about to be, and how many were paused with it. */
export async function countSupplierListings(
  db: Database,
  usuarioId: string,
  fornecedorId: string,
): Promise<SupplierListings> {
  await requireSupplier(db, usuarioId, fornecedorId);
  const [row] = await queryRows<{ publicados: number; pausados: number }>(
    db,
    sql`SELECT
      (SELECT count(*) FROM (${selectOnSale(usuarioId, fornecedorId)}) a)::int AS publicados,
      (SELECT count(*) FROM (${selectPaused(usuarioId, fornecedorId)}) b)::int AS pausados`,
  );
  return row ?? { publicados: 0, pausados: 0 };
}

/**
 * Takes the listings of some of a supplier's products off sale, each by itself, and remembers which. Repeating it is
 * harmless: what is paused already stays remembered.
 */
export async function pauseSupplier(
  deps: Deps,
  usuarioId: string,
  input: SupplierListingsRunInput,
): Promise<SupplierListingsRun> {
  const { found, proximo_cursor } = await readSome(deps.db, usuarioId, { ...input, select: selectOnSale });
  if (input.cursor === undefined) await takeOverPauses(deps.db, usuarioId, input.fornecedor_id);
  return {
    resultados: await runEach(found, async (listing) => {
      await rememberPauses(deps.db, usuarioId, { ...listing, fornecedor_id: input.fornecedor_id });
      try {
        return await unpublishProduct(deps, usuarioId, listing);
      } catch (error) {
        await forgetFailedPause(deps.db, usuarioId, listing);
        throw error;
      }
    }),
    proximo_cursor,
  };
}

/** Puts back on sale exactly what was paused with the supplier and is not for sale again by now. */
export async function resumeSupplier(
  deps: Deps,
  usuarioId: string,
  input: SupplierListingsRunInput,
): Promise<SupplierListingsRun> {
  const { found, proximo_cursor } = await readSome(deps.db, usuarioId, { ...input, select: selectPaused });
  // The pause is forgotten in the transaction that flags the product, so that nothing is lost between the two.
  return {
    resultados: await runEach(found, ({ conta_id: contaId, ...listing }) =>
      publishIn(deps, usuarioId, { ...listing, contaId }),
    ),
    proximo_cursor,
  };
}

interface Listing extends PublicationInput, Record<string, unknown> {
  nome: string;
  /** Of those that are for sale: any of the accounts. */
  conta_id: number;
}

/** The listings of the next products, and where to go on. */
async function readSome(
  db: Database,
  usuarioId: string,
  { select, fornecedor_id, cursor }: SupplierListingsRunInput & { select: typeof selectOnSale },
): Promise<{ found: Listing[]; proximo_cursor: string | null }> {
  await requireSupplier(db, usuarioId, fornecedor_id);
  const after = cursor === undefined ? sql`true` : sql`id < ${cursorId(cursor)}::uuid`;
  const found = await queryRows<Listing>(
    db,
    sql`
    WITH anuncio AS (${select(usuarioId, fornecedor_id)}), produto AS (
      SELECT DISTINCT id FROM anuncio WHERE ${after} ORDER BY id DESC LIMIT ${PRODUCTS_PER_CALL}
    )
    SELECT a.id, a.nome, a.marketplace, a.conta_id FROM anuncio a JOIN produto USING (id)
    ORDER BY a.id DESC, a.marketplace, a.conta_id`,
  );
  const products = new Set(found.map(({ id }) => id));
  const last = found.at(-1);
  const isDone = products.size < PRODUCTS_PER_CALL || last === undefined;
  return { found, proximo_cursor: isDone ? null : last.id };
}

async function runEach(
  listings: readonly Listing[],
  run: (listing: Listing) => Promise<PublicationResponse>,
): Promise<SupplierListingsRun['resultados']> {
  const results: SupplierListingsRun['resultados'] = [];
  for (const listing of listings) {
    const { id: produto_id, nome, marketplace } = listing;
    const outcome = await run(listing).then(
      ({ message, ...later }) => ({ ok: true, detail: message, ...later }),
      (error: unknown) => ({ ok: false, detail: toAppError(error).message }),
    );
    results.push({ produto_id, nome, marketplace, ...outcome });
  }
  return results;
}

/** Listings that are for sale, and real ones that are on their way to be; where several accounts sell it, one of them. */
function selectOnSale(usuarioId: string, fornecedorId: string): SQL {
  return sql`
    SELECT DISTINCT p.id, p.nome, a.marketplace, ${FIRST_ACCOUNT}::int AS conta_id FROM produtos p
    JOIN anuncios a ON a.usuario_id = p.usuario_id AND a.produto_id = p.id
    WHERE p.usuario_id = ${usuarioId}::uuid AND p.fornecedor_id = ${fornecedorId}::uuid AND p.excluido_em IS NULL
      AND (a.status = 'publicado' AND a.desejado = 'publicado' OR ${isWanted})`;
}

/** What was paused with the supplier; not what is on its way back. */
function selectPaused(usuarioId: string, fornecedorId: string): SQL {
  return sql`
    SELECT p.id, p.nome, s.marketplace, s.conta_id FROM pausas_anuncio s
    JOIN produtos p ON p.usuario_id = s.usuario_id AND p.id = s.produto_id
    WHERE s.usuario_id = ${usuarioId}::uuid AND s.fornecedor_id = ${fornecedorId}::uuid AND p.excluido_em IS NULL
      AND NOT EXISTS (
        SELECT FROM anuncios a WHERE a.usuario_id = s.usuario_id AND a.produto_id = s.produto_id
          AND a.marketplace = s.marketplace AND a.conta_id = s.conta_id AND ${isWanted})`;
}

const isWanted = sql`a.modo = 'real' AND a.desejado = 'publicado' AND a.status IN ('na_fila', 'processando')`;

/** One of each account that sells it, or is about to. */
async function rememberPauses(
  db: Database,
  usuarioId: string,
  { id, marketplace, fornecedor_id }: PublicationInput & { fornecedor_id: string },
): Promise<void> {
  const accounts = await listAccountsOf(db, { usuarioId, produtoId: id, marketplace }, onSaleOrWaiting);
  if (accounts.length === 0) return;
  const product = { usuario_id: usuarioId, produto_id: id, marketplace, fornecedor_id };
  const pauses = accounts.map((conta_id) => ({ ...product, conta_id }));
  await db.insert(listingPauses).values(pauses).onConflictDoNothing();
}

/** Where it is still for sale there is nothing to bring back. Another run may have paused it meanwhile. */
function forgetFailedPause(
  db: Database,
  usuarioId: string,
  { id, marketplace }: PublicationInput,
): Promise<void> {
  const listed = { usuarioId, produtoId: id, marketplace };
  const selling = db
    .select({ conta_id: listings.conta_id })
    .from(listings)
    .where(and(whereListed(listed), onSaleOrWaiting));
  return forgetPauses(db, listed, inArray(listingPauses.conta_id, selling));
}

/** What was paused with its account comes back with its supplier from now on, not before. */
async function takeOverPauses(db: Database, usuarioId: string, fornecedor_id: string): Promise<void> {
  const supplied = db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.usuario_id, usuarioId), eq(products.fornecedor_id, fornecedor_id)));
  const { usuario_id, produto_id } = listingPauses;
  await db
    .update(listingPauses)
    .set({ fornecedor_id })
    .where(
      and(eq(usuario_id, usuarioId), isNull(listingPauses.fornecedor_id), inArray(produto_id, supplied)),
    );
}

async function requireSupplier(db: Database, usuarioId: string, id: string): Promise<void> {
  const found = isEntityId(id)
    ? await db
        .select({ id: suppliers.id })
        .from(suppliers)
        .where(and(eq(suppliers.usuario_id, usuarioId), eq(suppliers.id, id), isNull(suppliers.excluido_em)))
    : [];
  if (found.length === 0) throw new AppError('not_found', 'Fornecedor não encontrado');
}
