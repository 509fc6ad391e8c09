import { type Database, queryRows } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import type { Marketplace } from '@esteira/domain/marketplaces';
import {
  parseListingId,
  parseOrderNumber,
  parseShipmentNumber,
} from '@esteira/marketplaces/mercado-livre/notification';
import { type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { type JobData, type JobKind, jobKey } from '../../core/job-kinds';
import { type JobQueue, toAccountKey } from '../../core/job-queue';
import { selectOrdersWithoutParcel } from '../shipping/parcel';

/** At most so many in one transaction, which on the embedded database everybody else waits for. */
const BATCH = 50;

/** As many orders of one account wait to be read alone; of more, all of its orders are looked at together. */
const MAX_WAITING_READS = 200;

const KEEP_DAYS = 7;

/** What waits in the inbox, oldest first. */
interface Waiting extends Record<string, unknown> {
  marketplace: Marketplace;
  id: string;
  recurso: string;
  usuario_id: string | null;
}

/** Turns the inbox into jobs until it is empty; what becomes a job is done with in the same transaction. */
export async function relayNotifications(deps: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  for (;;) {
    const handled = await retryingDeadlocks(() => deps.db.transaction((tx) => relayBatch(tx, deps.jobs)));
    if (handled < BATCH) return;
  }
}

async function relayBatch(tx: Database, jobs: JobQueue): Promise<number> {
  const waiting = await queryRows<Waiting>(
    tx,
    sql`SELECT n.marketplace, n.id, n.recurso, c.usuario_id::text
        FROM notificacoes n
        LEFT JOIN conexoes c ON c.marketplace = n.marketplace AND c.vendedor_id = n.vendedor_id
        WHERE n.tratada_em IS NULL
        ORDER BY n.recebida_em LIMIT ${BATCH} FOR UPDATE OF n SKIP LOCKED`,
  );
  for (const enqueue of await toWork(tx, jobs, waiting)) await enqueue();
  if (waiting.length > 0) await markHandled(tx, waiting);
  return waiting.length;
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

function toNotice({ usuario_id, marketplace, recurso }: Waiting): Notice[] {
  if (usuario_id === null) return [];
  const found = {
    numero: parseOrderNumber(recurso),
    envio: parseShipmentNumber(recurso),
    anuncio: parseListingId(recurso),
  };
  return [{ account: { usuario_id, marketplace }, ...found }];
}

const itemKey = ({ usuario_id, marketplace }: Notice['account'], item: string | null) =>
  `${usuario_id}:${marketplace}:${item}`;

/** The order numbers that travel in each announced parcel, by `itemKey`; of no parcel: those that wait for one. */
async function findOrdersOfParcels(tx: Database, notices: readonly Notice[]): Promise<Map<string, string[]>> {
  const parcels = toTuples(notices, 'envio');
  if (parcels === null) return new Map();
  const accounts = notices.flatMap(({ account, envio }) => (envio === null ? [] : [account]));
  const rows = await queryRows<JobData<'order-read'> & { envio: string | null }>(
    tx,
    sql`SELECT e.usuario_id::text, p.marketplace, e.envio_id AS envio, p.ml_order_id FROM envios_pedido e
        JOIN pedidos p ON p.usuario_id = e.usuario_id AND p.id = e.pedido_id
        WHERE (e.usuario_id, p.marketplace, e.envio_id) IN (${parcels})
        UNION ALL
        SELECT usuario_id::text, marketplace, NULL, ml_order_id FROM (${selectOrdersWithoutParcel(accounts)}) AS o`,
  );
  const found = new Map<string, string[]>();
  for (const { envio, ml_order_id, ...account } of rows) {
    const key = itemKey(account, envio);
    found.set(key, [...(found.get(key) ?? []), ml_order_id]);
  }
  return found;
}

/** The product of each announced listing, by `itemKey`. */
async function findProductsOfListings(
  tx: Database,
  notices: readonly Notice[],
): Promise<Map<string, string>> {
  const items = toTuples(notices, 'anuncio');
  if (items === null) return new Map();
  const rows = await queryRows<JobData<'listing-check'> & { anuncio: string }>(
    tx,
    sql`SELECT usuario_id::text, marketplace, produto_id::text, id_externo AS anuncio FROM anuncios
        WHERE modo = 'real' AND (usuario_id, marketplace, id_externo) IN (${items})`,
  );
  return new Map(rows.map(({ anuncio, produto_id, ...account }) => [itemKey(account, anuncio), produto_id]));
}

function toTuples(notices: readonly Notice[], item: 'envio' | 'anuncio'): SQL | null {
  const tuples = notices.flatMap(({ account: { usuario_id, marketplace }, [item]: id }) =>
    id === null ? [] : [sql`(${usuario_id}::uuid, ${marketplace}::text, ${id}::text)`],
  );
  return tuples.length === 0 ? null : sql.join(tuples, sql`, `);
}

async function markHandled(tx: Database, handled: readonly Waiting[]): Promise<void> {
  const keys = handled.map(({ marketplace, id }) => sql`(${marketplace}::text, ${id}::text)`);
  await queryRows(
    tx,
    sql`UPDATE notificacoes SET tratada_em = now() WHERE (marketplace, id) IN (${sql.join(keys, sql`, `)})`,
  );
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
