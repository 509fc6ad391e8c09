import { type Database, preparedOnce } from '@esteira/db/database';
import { listingPauses } from '@esteira/db/schema/products/listing-pauses';
import { type DESIRED_STATES, listings } from '@esteira/db/schema/products/listings';
import { products } from '@esteira/db/schema/products/products';
import { FIRST_ACCOUNT } from '@esteira/domain/marketplace-accounts';
import { PRICE_FIELD, PUBLISHED_FIELD } from '@esteira/domain/products/channels';
import { and, eq, exists, gt, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Deps } from '../../../core/context';
import { owned } from '../../products/queries';
import { enqueueStockPush } from './stock-outbox';
import { type ListingKey, loadTarget, stockFor } from './target';

type ListingJob = 'listing-publish' | 'listing-check' | 'listing-pause' | 'listing-close' | 'listing-price';

/** Enqueues work on a listing within `tx`; one such job waits at most. */
export function sendListingJob(
  jobs: Deps['jobs'],
  tx: Database,
  { kind, key, runAt }: { kind: ListingJob; key: ListingKey; runAt?: Date },
): Promise<void> {
  return jobs.send(tx, kind, toListingRow(key), runAt === undefined ? {} : { runAt });
}

/** The columns that name a listing. */
export const toListingRow = ({ usuarioId, produtoId, marketplace, contaId }: ListingKey) => ({
  ...{ usuario_id: usuarioId, produto_id: produtoId, marketplace, conta_id: contaId },
});

/** The seller's listings of a product on a marketplace, in whichever account. */
type ListedOn = Omit<ListingKey, 'contaId'>;

export const whereListed = ({ usuarioId, produtoId, marketplace }: ListedOn) =>
  and(
    eq(listings.usuario_id, usuarioId),
    eq(listings.produto_id, produtoId),
    eq(listings.marketplace, marketplace),
  );

/** The condition that a listing is for sale, or about to be. */
export const onSaleOrWaiting = and(
  eq(listings.desejado, 'publicado'),
  inArray(listings.status, ['na_fila', 'processando', 'publicado']),
);

/** The seller's listing of this product there. */
export const whereListing = (key: ListingKey) => and(whereListed(key), eq(listings.conta_id, key.contaId));

const isReal = (key: ListingKey) => and(whereListing(key), eq(listings.modo, 'real'));

export async function findListing(db: Database, key: ListingKey) {
  const [found] = await db
    .select({ id_externo: listings.id_externo, status: listings.status, modo: listings.modo })
    .from(listings)
    .where(whereListing(key));
  return found ?? null;
}

/** One of the accounts that have the product for sale, by chance as buyers choose; the first one where none has. */
export async function drawSellingAccount(db: Database, product: ListedOn): Promise<number> {
  const [drawn] = await preparedOnce(db, 'drawn_account', selectDrawnAccount).execute(product);
  return drawn?.conta_id ?? FIRST_ACCOUNT;
}

const selectDrawnAccount = (db: Database, name: string) =>
  db
    .select({ conta_id: listings.conta_id })
    .from(listings)
    .where(
      and(
        eq(listings.usuario_id, sql.placeholder('usuarioId')),
        eq(listings.produto_id, sql.placeholder('produtoId')),
        eq(listings.marketplace, sql.placeholder('marketplace')),
        eq(listings.status, 'publicado'),
      ),
    )
    .orderBy(sql`random()`)
    .limit(1)
    .prepare(name);

/** The accounts in which the product has, or had, a listing on the marketplace; those of them that are `as` told. */
export async function listAccountsOf(db: Database, product: ListedOn, as?: SQL): Promise<number[]> {
  const rows = await db
    .select({ conta_id: listings.conta_id })
    .from(listings)
    .where(and(whereListed(product), as))
    .orderBy(listings.conta_id);
  return rows.map(({ conta_id }) => conta_id);
}

/** Locks the product's row: whoever changes a listing together with its product waits here (products come first). */
export async function lockProduct(
  tx: Database,
  { usuarioId, produtoId }: Pick<ListingKey, 'usuarioId' | 'produtoId'>,
) {
  const [locked] = await tx
    .select({ estoque: products.estoque, excluido_em: products.excluido_em })
    .from(products)
    .where(and(eq(products.usuario_id, usuarioId), eq(products.id, produtoId)))
    .for('no key update');
  return locked ?? null;
}

/** Locks the real listing; null when there is none. */
export async function lockListing(tx: Database, key: ListingKey) {
  const [listing] = await tx
    .select({
      status: listings.status,
      desejado: listings.desejado,
      id_externo: listings.id_externo,
      tentado_em: listings.tentado_em,
      descricao_pendente_desde: listings.descricao_pendente_desde,
      avisos: listings.avisos,
    })
    .from(listings)
    .where(isReal(key))
    .for('update');
  return listing ?? null;
}

/** Nothing was ever asked of the marketplace, so nothing can be there. */
export function isUntouched(listing: { id_externo: string | null; tentado_em: string | null }): boolean {
  return listing.id_externo === null && listing.tentado_em === null;
}

/** Forgets that the product was taken off sale there together with others, in those accounts that are `as` told. */
export async function forgetPauses(
  tx: Database,
  { usuarioId, produtoId, marketplace }: ListedOn,
  as?: SQL,
): Promise<void> {
  const { usuario_id, produto_id, marketplace: where } = listingPauses;
  await tx
    .delete(listingPauses)
    .where(and(eq(usuario_id, usuarioId), eq(produto_id, produtoId), eq(where, marketplace), as));
}

/**
 * Says on the product that it is for sale there, and so paused no more, or that it is not in this account: then it is as
 * long as another one sells it. False when it cannot be for sale: it was deleted, or lost the price that a listing needs.
 */
export async function flagProduct(tx: Database, key: ListingKey, publicado: boolean): Promise<boolean> {
  const { usuarioId, produtoId, marketplace } = key;
  const hasPrice = publicado ? gt(products[PRICE_FIELD[marketplace]], 0) : undefined;
  const flagged = await tx
    .update(products)
    .set({ [PUBLISHED_FIELD[marketplace]]: publicado || exists(sellingElsewhere(tx, key)) })
    .where(and(owned(usuarioId, produtoId), hasPrice))
    .returning({ id: products.id });
  if (flagged.length === 0) return false;
  if (publicado) await forgetPauses(tx, key, eq(listingPauses.conta_id, key.contaId));
  return true;
}

/** Listings of the same product on the same marketplace that other accounts have for sale. */
const sellingElsewhere = (tx: Database, key: ListingKey) =>
  tx
    .select({ conta_id: listings.conta_id })
    .from(listings)
    .where(
      and(
        whereListed(key),
        ne(listings.conta_id, key.contaId),
        eq(listings.desejado, 'publicado'),
        eq(listings.status, 'publicado'),
      ),
    );

type ListingChange = PgUpdateSetSource<typeof listings>;

/** Writes what the marketplace told of a real listing. */
export async function changeListing(tx: Database, key: ListingKey, change: ListingChange): Promise<void> {
  await tx.update(listings).set(change).where(isReal(key));
}

/** There turned out to be no listing, and none is wanted: nothing is left to show. */
export async function forgetListing(db: Database, key: ListingKey): Promise<void> {
  await db.delete(listings).where(isReal(key));
}

/** The new status, unless the seller wants something else by now: a job that does it is in line already. */
export const whileDesired = (status: 'publicado' | 'processando') =>
  sql`CASE WHEN ${listings.desejado} = 'publicado' THEN ${status}::text ELSE ${listings.status} END`;

/** Begins a new generation: what was begun in an earlier one no longer decides how the listing stands. */
export const bumpGeneration = { desejos: sql`${listings.desejos} + 1` };

/** What the seller wants of the listing from now on, in line. */
export const desire = (desejado: (typeof DESIRED_STATES)[number]) => ({
  ...bumpGeneration,
  desejado,
  status: 'na_fila' as const,
  motivo: null,
});

/** The listing as it was when an operation began. */
type Begun = Pick<typeof listings.$inferSelect, 'desejos'>;

/** The new value, unless a newer generation began while the marketplace was asked: the job for that is in line. */
export const unlessSuperseded = (begun: Begun, column: AnyPgColumn, value: string | null) =>
  sql`CASE WHEN ${listings.desejos} = ${begun.desejos}::int THEN ${value}::text ELSE ${column} END`;

/** The operation that found something out (see operation.ts). */
interface Finding {
  deps: Pick<Deps, 'clock' | 'jobs'>;
  key: ListingKey;
  listing: Begun;
  write: (work: (tx: Database) => Promise<void>) => Promise<void>;
}

interface Live {
  change: ListingChange & { id_externo: string };
  /** Units that the marketplace was just told; null when that was earlier. */
  sent: number | null;
}

/**
 * The listing is for sale: records it, flags the product if the seller still wants it there, and enqueues the stock if
 * that moved meanwhile. A product that was deleted or stripped of its price meanwhile gets its listing closed: nothing
 * may stay for sale that we do not know of.
 */
export function markListingLive({ deps, key, write }: Finding, { change, sent }: Live): Promise<void> {
  const sincronizado_em = deps.clock().toISOString();
  const live = { processando_desde: null, tentado_em: null, motivo: null, sincronizado_em, ...change };
  return write(async (tx) => {
    await lockProduct(tx, key);
    const [stored] = await tx
      .update(listings)
      .set({ ...live, status: whileDesired('publicado') })
      .where(isReal(key))
      .returning({ desejado: listings.desejado });
    if (stored?.desejado !== 'publicado') return;
    if (await flagProduct(tx, key, true)) return pushUnlessSent(tx, key, sent);
    await changeListing(tx, key, desire('encerrado'));
    await sendListingJob(deps.jobs, tx, { kind: 'listing-close', key });
  });
}

/** Enqueues the stock unless it is what the marketplace was just told. The product must be locked, and the listing written. */
export async function pushUnlessSent(tx: Database, key: ListingKey, sent: number | null): Promise<void> {
  if (sent !== null && stockFor(await loadTarget(tx, key)) === sent) return;
  await enqueueStockPush(tx, key);
}

type Offline = Omit<ListingChange, 'status' | 'motivo'> & {
  status: 'erro' | 'pausado' | 'encerrado';
  motivo: string | null;
  /** When the listing, which exists there, is looked at again. */
  nextLook?: Date | null;
  /** Units that the marketplace was just told; absent: it was told none. */
  sent?: number;
};

/**
 * The listing is not for sale (any more): records why, and takes the flag off the product. What exists there and was
 * never seen for sale keeps its `processando_desde`: it is told its stock, because it may be bought before we see it.
 */
export function markListingOffline(
  { deps, key, listing, write }: Finding,
  { status, motivo, nextLook = null, sent, ...change }: Offline,
): Promise<void> {
  const sincronizado_em = deps.clock().toISOString();
  return write(async (tx) => {
    await flagProduct(tx, key, false);
    await changeListing(tx, key, {
      processando_desde: null,
      sincronizado_em,
      ...change,
      status: unlessSuperseded(listing, listings.status, status),
      motivo: unlessSuperseded(listing, listings.motivo, motivo),
    });
    if (sent !== undefined) await pushUnlessSent(tx, key, sent);
    if (nextLook === null) return;
    await sendListingJob(deps.jobs, tx, { kind: 'listing-check', key, runAt: nextLook });
  });
}
