import { type Database, queryRows } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres-errors';
import type { Marketplace } from '@esteira/domain/marketplaces';
import {
  listingIdOf,
  orderNumberOf,
  shipmentNumberOf,
} from '@esteira/marketplaces/mercado-livre/notification';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import type { JobQueue } from '../../jobs/queue';
import { accountKey, orderKey } from '../orders/polling/job-keys';

/** At most so many in one transaction, which on the embedded database everybody else waits for. */
const BATCH = 50;

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
  for (const enqueue of await workOf(tx, jobs, waiting)) await enqueue();
  if (waiting.length > 0) await markHandled(tx, waiting);
  return waiting.length;
}

/** One piece of work for each thing announced, in the order of their keys: servers must not wait crosswise. */
async function workOf(tx: Database, jobs: JobQueue, waiting: readonly Waiting[]) {
  const work = new Map<string, () => Promise<void>>();
  for (const { marketplace, recurso, usuario_id } of waiting) {
    if (usuario_id === null) continue;
    const account = { usuario_id, marketplace };
    const numero = orderNumberOf(recurso);
    const envio = shipmentNumberOf(recurso);
    const anuncio = listingIdOf(recurso);
    const numeros = envio === null ? [] : await ordersOfParcel(tx, usuario_id, envio);
    for (const ml_order_id of numero === null ? numeros : [numero]) {
      const dados = { ...account, ml_order_id };
      const chave = orderKey(dados);
      work.set(`order ${chave}`, () => jobs.send(tx, 'order-read', dados, { chave }));
    }
    // A parcel that is not known yet: its order may have been missed.
    if (envio !== null && numeros.length === 0) {
      const chave = accountKey(account);
      work.set(`orders ${chave}`, () => jobs.send(tx, 'orders-poll', account, { chave }));
    }
    const produto_id = anuncio === null ? null : await productOfListing(tx, account, anuncio);
    if (produto_id !== null) {
      const dados = { ...account, produto_id };
      const chave = [usuario_id, produto_id, marketplace].join(':');
      work.set(`listing ${chave}`, () => jobs.send(tx, 'listing-check', dados, { chave }));
    }
  }
  return [...work.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, enqueue]) => enqueue);
}

async function ordersOfParcel(tx: Database, usuarioId: string, envio: string): Promise<string[]> {
  const rows = await queryRows<{ ml_order_id: string }>(
    tx,
    sql`SELECT p.ml_order_id FROM envios_pedido e
        JOIN pedidos p ON p.usuario_id = e.usuario_id AND p.id = e.pedido_id
        WHERE e.usuario_id = ${usuarioId}::uuid AND e.envio_id = ${envio}::text AND p.marketplace = 'mercadolivre'`,
  );
  return rows.map(({ ml_order_id }) => ml_order_id);
}

async function productOfListing(
  tx: Database,
  { usuario_id, marketplace }: { usuario_id: string; marketplace: Marketplace },
  anuncio: string,
): Promise<string | null> {
  const [row] = await queryRows<{ produto_id: string }>(
    tx,
    sql`SELECT produto_id::text FROM anuncios WHERE usuario_id = ${usuario_id}::uuid
        AND marketplace = ${marketplace}::text AND id_externo = ${anuncio}::text AND modo = 'real'`,
  );
  return row?.produto_id ?? null;
}

async function markHandled(tx: Database, handled: readonly Waiting[]): Promise<void> {
  const keys = handled.map(({ marketplace, id }) => sql`(${marketplace}::text, ${id}::text)`);
  await queryRows(
    tx,
    sql`UPDATE notificacoes SET tratada_em = now() WHERE (marketplace, id) IN (${sql.join(keys, sql`, `)})`,
  );
}

/** Handled announcements are kept for a while, so that their repetitions are known for what they are. */
export async function forgetNotifications({ db }: Pick<Deps, 'db'>): Promise<void> {
  await queryRows(
    db,
    sql`DELETE FROM notificacoes WHERE tratada_em < now() - ${KEEP_DAYS}::int * interval '1 day'`,
  );
}
