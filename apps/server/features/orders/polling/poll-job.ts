import type { Database } from '@esteira/db/database';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { connections } from '@esteira/db/schema/platform/connections';
import { MINUTE_MS } from '@esteira/domain/durations';
import type { ChangedOrders } from '@esteira/marketplaces/port';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import type { JobData } from '../../../core/job-kinds';
import type { JobHandler } from '../../../jobs/job-handler';
import { adapterContext } from '../../connections/calls/adapter-context';
import { isConnection } from '../../connections/tokens';
import { takeOrdersToReadAgain } from '../../shipping/parcel';
import { isDue, POLL_EVERY_MS } from './poll-plan';

type Account = Omit<JobData<'orders-poll'>, 'pagina'>;
type PollPage = NonNullable<JobData<'orders-poll'>['pagina']>;
type Connection = typeof connections.$inferSelect;

/** How far a look reaches back over the one before: changes may show late. */
const OVERLAP_MS = 10 * MINUTE_MS;
/** Once a day everything of two days is looked through, whatever was announced. */
const SWEEP_EVERY_MS = 24 * 60 * MINUTE_MS;
const SWEEP_BACK_MS = 48 * 60 * MINUTE_MS;
/** More pages than any seller fills. */
const MAX_PAGES = 1_000;

/**
 * The net under the announcements: looks for orders that changed and for parcels that stayed silent. Each job reads
 * one page, and enqueues the readings of its orders and the next page together, so it may be killed and repeated at
 * any point and takes no longer than one call, however many pages there are.
 */
export const pollOrders: JobHandler<'orders-poll'> = async (deps, { pagina, ...account }, signal) => {
  const adapter = deps.marketplaces[account.marketplace];
  const connection = await findConnection(deps.db, account);
  if (adapter.modo !== 'real' || connection === null) return;
  const page = pagina ?? firstPage(connection, deps.clock());
  const found = await adapter.listOrdersChangedSince(adapterContext(toOwner(account), signal), {
    desde: new Date(page.desde),
    cursor: page.cursor,
  });
  const changed = await changedSinceRead(deps.db, account, found.pedidos);
  const next = page.numero < MAX_PAGES ? found.proximo_cursor : null;
  await deps.db.transaction(async (tx) => {
    if (next === null) return finishLook(deps, tx, { account, page, changed });
    await sendReadings(deps, tx, { account, numbers: changed });
    const pagina = { ...page, cursor: next, numero: page.numero + 1 };
    await deps.jobs.send(tx, 'orders-poll', { ...account, pagina });
  });
};

function firstPage({ varrido_em, pedidos_lidos_ate, conectado_em }: Connection, begin: Date): PollPage {
  const varredura = isDue(varrido_em, SWEEP_EVERY_MS, begin);
  const since = new Date(pedidos_lidos_ate ?? conectado_em).getTime() - OVERLAP_MS;
  const desde = new Date(varredura ? Math.min(since, begin.getTime() - SWEEP_BACK_MS) : since);
  return { desde: desde.toISOString(), inicio: begin.toISOString(), varredura, cursor: null, numero: 1 };
}

interface LookEnd {
  account: Account;
  page: PollPage;
  changed: readonly string[];
}

/** After the last page the account counts as read up to where the look began, and never back. */
async function finishLook(deps: Deps, tx: Database, { account, page, changed }: LookEnd) {
  const now = deps.clock();
  const silent = await takeOrdersToReadAgain(tx, { ...toOwner(account), now });
  await sendReadings(deps, tx, { account, numbers: [...changed, ...silent] });
  await tx
    .update(connections)
    .set({
      pedidos_lidos_ate: sql`greatest(${connections.pedidos_lidos_ate}, ${page.inicio}::timestamptz)`,
      ...(page.varredura ? { varrido_em: page.inicio } : {}),
      leituras_falhas: 0,
      proxima_leitura_em: new Date(now.getTime() + POLL_EVERY_MS).toISOString(),
    })
    .where(isAccount(account));
}

/** In the order of their keys, as everybody does who enqueues several: servers must not wait crosswise. */
async function sendReadings(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Database,
  { account, numbers }: { account: Account; numbers: readonly string[] },
): Promise<void> {
  for (const ml_order_id of [...new Set(numbers)].sort()) {
    await jobs.send(tx, 'order-read', { ...account, ml_order_id });
  }
}

/** The account's connection; null: it was disconnected since the job was sent. */
export async function findConnection(db: Database, account: Account): Promise<Connection | null> {
  const [row] = await db.select().from(connections).where(isAccount(account));
  return row ?? null;
}

const isAccount = (account: Account) => isConnection(toOwner(account));

const toOwner = ({ usuario_id, marketplace, conta_id }: Account) => ({
  ...{ usuarioId: usuario_id, marketplace, contaId: conta_id },
});

/** Leaves out what is known as it is: Amazon lets few orders be read. */
async function changedSinceRead(
  db: Database,
  { usuario_id, marketplace }: Account,
  found: ChangedOrders['pedidos'],
): Promise<string[]> {
  if (found.length === 0) return [];
  const known = await db
    .select({ ml_order_id: orders.ml_order_id, mudou_em: orderShipping.mudou_em })
    .from(orders)
    .innerJoin(
      orderShipping,
      and(eq(orderShipping.usuario_id, orders.usuario_id), eq(orderShipping.pedido_id, orders.id)),
    )
    .where(
      and(
        eq(orders.usuario_id, usuario_id),
        eq(orders.marketplace, marketplace),
        inArray(
          orders.ml_order_id,
          found.map(({ ml_order_id }) => ml_order_id),
        ),
      ),
    );
  const readAt = new Map(known.map((row) => [row.ml_order_id, Date.parse(row.mudou_em)]));
  return found
    .filter(({ ml_order_id, atualizado_em }) => atualizado_em.getTime() > (readAt.get(ml_order_id) ?? -1))
    .map(({ ml_order_id }) => ml_order_id);
}
