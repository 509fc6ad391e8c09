import { type Database, queryRows } from '@esteira/db/database';
import { isInList } from '@esteira/db/schema/columns';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { DAY_MS, HOUR_MS } from '@esteira/domain/durations';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { type BuyerRule, ENDED_STATUSES } from '@esteira/domain/orders/buyer-retention';
import { and, eq, exists, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { type RetentionDeps, readBuyerRules } from '../../../core/buyer-rules';
import type { Deps } from '../../../core/context';
import { itsParcel } from '../../shipping/order-to-ship';

const HAS_ENDED = isInList('pedidos.status', ENDED_STATUSES);

/** The condition that the buyer of an order of this marketplace is kept no more: `findBuyerLimit` as an index reads it. */
export function isDue(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  marketplace: Marketplace,
  rule: BuyerRule,
): SQL | undefined {
  const now = clock();
  const limit = daysBefore(now, rule.days);
  const ended = and(HAS_ENDED, lt(orders.terminado_em, limit));
  const promised = and(sql`NOT ${HAS_ENDED}`, lt(orders.entregar_ate, limit), hasLeft(db));
  return and(
    eq(orders.marketplace, marketplace),
    isNull(orders.comprador_apagado_em),
    rule.daysOfSale === null
      ? ended
      : or(ended, promised, lt(orders.criado_em, daysBefore(now, rule.daysOfSale))),
  );
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();

function hasLeft(db: Database): SQL | undefined {
  const left = and(itsParcel, inArray(orderShipping.situacao, ['coletado', 'enviado', 'entregue']));
  return or(
    eq(orders.status, 'enviado_cliente'),
    exists(db.select({ id: orderShipping.pedido_id }).from(orderShipping).where(left)),
  );
}

/** What waits to be erased: how many buyers, and since when the first of them should be gone. */
export interface OverdueBuyers {
  total: number;
  oldestAt: string | null;
}

/** What the next look of this server erases. */
export async function readOverdueBuyers(deps: RetentionDeps): Promise<OverdueBuyers> {
  const rules = await readBuyerRules(deps);
  const found = await Promise.all(
    MARKETPLACES.map(async (marketplace) => {
      const rule = rules[marketplace];
      const oldest = sql<Date | null>`min(${limitOf(rule)})`.mapWith(orders.criado_em);
      const [row] = await deps.db
        .select({ total: sql<number>`count(*)::int`, oldestAt: oldest })
        .from(orders)
        .where(isDue(deps, marketplace, rule));
      return row as { total: number; oldestAt: string | null } | undefined;
    }),
  );
  const oldest = found.flatMap((row) => row?.oldestAt ?? []).sort();
  return { total: found.reduce((sum, row) => sum + (row?.total ?? 0), 0), oldestAt: oldest[0] ?? null };
}

/** The moment of the limit, of an order that is due. */
function limitOf({ days, daysOfSale }: BuyerRule): SQL {
  const after = (column: SQL, count: number) => sql`${column} + ${count}::int * interval '1 day'`;
  const counted = sql`CASE WHEN ${HAS_ENDED} THEN ${orders.terminado_em} ELSE ${orders.entregar_ate} END`;
  return daysOfSale === null
    ? after(sql`(${counted})`, days)
    : sql`least(${after(sql`(${counted})`, days)}, ${after(orders.criado_em.getSQL(), daysOfSale)})`;
}

/**
 * Whether this server's clock can be trusted with erasing: neither the database's differs by more than an hour, nor did an
 * order end more than two days from now.
 */
export async function doClocksDiffer({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const now = clock();
  const [row] = await queryRows<{ agora: string }>(db, sql`SELECT now()::text AS agora`);
  if (Math.abs(new Date(row?.agora ?? 0).getTime() - now.getTime()) > HOUR_MS) return true;
  const later = new Date(now.getTime() + 2 * DAY_MS).toISOString();
  const ofMarketplaces = MARKETPLACES.map((marketplace) =>
    and(
      eq(orders.marketplace, marketplace),
      HAS_ENDED,
      isNull(orders.comprador_apagado_em),
      gt(orders.terminado_em, later),
    ),
  );
  const future = await db
    .select({ id: orders.id })
    .from(orders)
    .where(or(...ofMarketplaces))
    .limit(1);
  return future.length > 0;
}
