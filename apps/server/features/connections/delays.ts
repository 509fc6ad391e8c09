import type { Database } from '@esteira/db/database';
import { NOW } from '@esteira/db/expressions';
import { connections } from '@esteira/db/schema/platform/connections';
import { IS_OPEN_JOB, jobs } from '@esteira/db/schema/platform/jobs';
import { isAccountOf } from '@esteira/db/schema/platform/marketplace-accounts';
import { notifications } from '@esteira/db/schema/platform/notifications';
import { stockPushes } from '@esteira/db/schema/products/stock-pushes';
import { and, eq, isNull, lte, min, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { JobKind } from '../../core/job-kinds';

interface Scope {
  inbox: SQL | undefined;
  outbox: SQL | undefined;
  job: SQL | undefined;
}

/**
 * For how many seconds the oldest announced order waits to be taken in, and the oldest stock to be told; 0: none waits.
 * Both are columns for a statement over `contas` with their `conexoes`.
 */
export const selectDelays = (db: Database) =>
  toDelays(db, {
    inbox: and(
      eq(notifications.marketplace, connections.marketplace),
      eq(notifications.vendedor_id, connections.vendedor_id),
    ),
    outbox: isAccountOf(stockPushes),
    job: isAccountOf(jobs),
  });

/** The same of all accounts together, without what waits for a seller to connect again. */
export async function readDelays(db: Database): Promise<{ orders: number; stock: number }> {
  const all = toDelays(db, { inbox: undefined, outbox: undefined, job: ne(jobs.situacao, 'aguardando') });
  const [found] = await db
    .select({ orders: all.atraso_pedidos, stock: all.atraso_estoque })
    .from(sql`(SELECT 1) um`);
  return found ?? { orders: 0, stock: 0 };
}

function toDelays(db: Database, scope: Scope) {
  const announced = db
    .select({ at: min(notifications.recebida_em) })
    .from(notifications)
    .where(and(isNull(notifications.tratada_em), scope.inbox));
  const stocks = db
    .select({ at: min(stockPushes.devido_em) })
    .from(stockPushes)
    .where(and(lte(stockPushes.devido_em, NOW), scope.outbox));
  const working = (kind: JobKind) =>
    db
      .select({ at: min(jobs.na_fila_desde) })
      .from(jobs)
      .where(and(eq(jobs.tipo, kind), IS_OPEN_JOB, scope.job));
  return {
    atraso_pedidos: toSeconds(announced, working('order-read')),
    atraso_estoque: toSeconds(stocks, working('stock-push')),
  };
}

const toSeconds = (...moments: SQLWrapper[]) =>
  sql<number>`coalesce(greatest(0, extract(epoch FROM now() - least(${sql.join(moments, sql`, `)}))), 0)::int`;
