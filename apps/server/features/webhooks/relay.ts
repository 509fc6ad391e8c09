import { type Database, queryRows } from '@esteira/db/database';
import { NOW } from '@esteira/db/expressions';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { connections } from '@esteira/db/schema/platform/connections';
import { notifications } from '@esteira/db/schema/platform/notifications';
import { listings } from '@esteira/db/schema/products/listings';
import {
  parseListingId,
  parseOrderNumber,
  parseShipmentNumber,
} from '@esteira/marketplaces/mercado-livre/notification';
import { and, type Column, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { type JobData, type JobKind, jobKey } from '../../core/job-kinds';
import { type JobQueue, toAccountKey } from '../../core/job-queue';
import { isOrderOfParcel, ordersWithoutParcel } from '../shipping/parcel';

/** At most so many in one transaction, which on the embedded database everybody else waits for. */
const BATCH = 50;

/** As many orders of one account wait to be read alone; of more, all of its orders are looked at together. */
const MAX_WAITING_READS = 200;

const KEEP_DAYS = 7;

/** A notification, and the seller who is connected as whom it is for. */
type Waiting = Awaited<ReturnType<typeof takeWaiting>>[number];

/** Turns the inbox into jobs until it is empty; what becomes a job is done with in the same transaction. */
export async function relayNotifications(deps: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  for (;;) {
    const handled = await retryingDeadlocks(() => deps.db.transaction((tx) => relayBatch(tx, deps.jobs)));
    if (handled < BATCH) return;
  }
}

async function relayBatch(tx: Database, jobs: JobQueue): Promise<number> {
  const waiting = await takeWaiting(tx);
  for (const enqueue of await toWork(tx, jobs, waiting)) await enqueue();
  return waiting.length;
}

/** The oldest of the inbox, which are done with when the transaction commits. */
function takeWaiting(tx: Database) {
  const { marketplace, id, vendedor_id, tratada_em, recebida_em } = notifications;
  const isOfSeller = and(eq(connections.marketplace, marketplace), eq(connections.vendedor_id, vendedor_id));
  const oldest = tx
    .$with('pendentes')
    .as(
      tx
        .select({ marketplace, id, usuario_id: connections.usuario_id, conta_id: connections.conta_id })
        .from(notifications)
        .leftJoin(connections, isOfSeller)
        .where(isNull(tratada_em))
        .orderBy(recebida_em)
        .limit(BATCH)
        .for('update', { of: notifications, skipLocked: true }),
    );
  return tx
    .with(oldest)
    .update(notifications)
    .set({ tratada_em: NOW })
    .from(oldest)
    .where(and(eq(marketplace, oldest.marketplace), eq(id, oldest.id)))
    .returning({
      marketplace,
      recurso: notifications.recurso,
      usuario_id: oldest.usuario_id,
      conta_id: oldest.conta_id,
    });
}

/** One piece of work for each thing announced, in the order of their keys: servers must not wait crosswise. */
async function toWork(tx: Database, jobs: JobQueue, waiting: readonly Waiting[]) {
  const work = new Map<string, () => Promise<void>>();
  const add = <K extends JobKind>(kind: K, data: JobData<K>) =>
    work.set(`${kind} ${jobKey(kind, data)}`, () => jobs.send(tx, kind, data));
  const notices = waiting.flatMap(toNotice);
  const ordersByParcel = await findOrdersOfParcels(tx, notices);
  const productsByListing = await findProductsOfListings(tx, notices);
  const rooms = await findRooms(tx, jobs, notices);
  for (const notice of notices) {
    const { account, numero, envio, anuncio } = notice;
    const known = envio === null ? [] : (ordersByParcel.get(itemKey(account, envio)) ?? []);
    // A parcel that is not known yet: it is that of an order that waits for one, or its order was missed.
    const isUnknown = envio !== null && known.length === 0;
    const meant = isUnknown ? (ordersByParcel.get(itemKey(account, null)) ?? []) : known;
    for (const ml_order_id of numero === null ? meant : [numero]) {
      if (takeRoom(rooms, account)) add('order-read', { ...account, ml_order_id });
      else add('orders-poll', account);
    }
    if (isUnknown) add('orders-poll', account);
    const produto_id = productsByListing.get(itemKey(account, anuncio));
    if (produto_id !== undefined) add('listing-check', { ...account, produto_id });
  }
  return [...work.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, enqueue]) => enqueue);
}

/** How many more readings of single orders may wait, by account. */
type Rooms = Map<string, number>;

async function findRooms(tx: Database, jobs: JobQueue, notices: readonly Notice[]): Promise<Rooms> {
  const accounts = new Map(
    notices.flatMap(({ account, numero, envio }): [string, Notice['account']][] =>
      numero === null && envio === null ? [] : [[toAccountKey(account), account]],
    ),
  );
  const waiting = await jobs.countWaiting(tx, 'order-read', [...accounts.values()]);
  return new Map([...accounts.keys()].map((key) => [key, MAX_WAITING_READS - (waiting.get(key) ?? 0)]));
}

function takeRoom(rooms: Rooms, account: Notice['account']): boolean {
  const key = toAccountKey(account);
  const room = rooms.get(key) ?? 0;
  rooms.set(key, room - 1);
  return room > 0;
}

/** What was announced, of a seller who is connected here. */
interface Notice {
  account: JobData<'orders-poll'>;
  numero: string | null;
  envio: string | null;
  anuncio: string | null;
}

function toNotice({ usuario_id, marketplace, conta_id, recurso }: Waiting): Notice[] {
  if (usuario_id === null || conta_id === null) return [];
  const found = {
    numero: parseOrderNumber(recurso),
    envio: parseShipmentNumber(recurso),
    anuncio: parseListingId(recurso),
  };
  return [{ account: { usuario_id, marketplace, conta_id }, ...found }];
}

const itemKey = (account: Notice['account'], item: string | null) => `${toAccountKey(account)}:${item}`;

/** The order numbers that travel in each announced parcel, by `itemKey`; of no parcel: those that wait for one. */
async function findOrdersOfParcels(tx: Database, notices: readonly Notice[]): Promise<Map<string, string[]>> {
  const { usuario_id, envio_id: envio } = orderShipping;
  const { marketplace, conta_id, ml_order_id } = orders;
  const isAnnounced = isOneOf(notices, 'envio', { usuario_id, marketplace, conta_id, item: envio });
  if (isAnnounced === undefined) return new Map();
  const rows = await tx
    .select({ usuario_id, marketplace, conta_id, envio, ml_order_id })
    .from(orderShipping)
    .innerJoin(orders, isOrderOfParcel)
    .where(isAnnounced);
  const found = new Map<string, string[]>();
  for (const { envio, ml_order_id, ...account } of rows) {
    const key = itemKey(account, envio);
    found.set(key, [...(found.get(key) ?? []), ml_order_id]);
  }
  for (const { account, envio } of notices) {
    const waiting = itemKey(account, null);
    if (envio === null || found.has(itemKey(account, envio)) || found.has(waiting)) continue;
    found.set(
      waiting,
      await ordersWithoutParcel(tx, {
        ...account,
        usuarioId: account.usuario_id,
        contaId: account.conta_id,
      }),
    );
  }
  return found;
}

/** The product of each announced listing, by `itemKey`. */
async function findProductsOfListings(
  tx: Database,
  notices: readonly Notice[],
): Promise<Map<string, string>> {
  const { usuario_id, marketplace, conta_id, produto_id, id_externo: anuncio } = listings;
  const isAnnounced = isOneOf(notices, 'anuncio', { usuario_id, marketplace, conta_id, item: anuncio });
  if (isAnnounced === undefined) return new Map();
  const rows = await tx
    .select({ usuario_id, marketplace, conta_id, produto_id, anuncio })
    .from(listings)
    .where(and(eq(listings.modo, 'real'), isAnnounced));
  return new Map(rows.map(({ anuncio, produto_id, ...account }) => [itemKey(account, anuncio), produto_id]));
}

/** Undefined when none of the notices names such an item. */
function isOneOf(
  notices: readonly Notice[],
  kind: 'envio' | 'anuncio',
  columns: Record<'usuario_id' | 'marketplace' | 'conta_id' | 'item', Column>,
): SQL | undefined {
  const each = notices.flatMap(({ account: { usuario_id, marketplace, conta_id }, [kind]: item }) =>
    item === null
      ? []
      : and(
          eq(columns.usuario_id, usuario_id),
          eq(columns.marketplace, marketplace),
          eq(columns.conta_id, conta_id),
          eq(columns.item, item),
        ),
  );
  return or(...each);
}

/** In one statement, which on the embedded database everybody else waits for. */
const FORGET_BATCH = 1_000;

/** Handled announcements are kept for a while, so that their repetitions are known for what they are. */
export async function forgetNotifications({ db }: Pick<Deps, 'db'>): Promise<void> {
  let forgotten: number;
  do {
    const rows = await queryRows(
      db,
      sql`DELETE FROM notificacoes WHERE (marketplace, id) IN (
            SELECT marketplace, id FROM notificacoes
            WHERE tratada_em < now() - ${KEEP_DAYS}::int * interval '1 day' LIMIT ${FORGET_BATCH}
          ) RETURNING 1 AS um`,
    );
    forgotten = rows.length;
  } while (forgotten === FORGET_BATCH);
}
