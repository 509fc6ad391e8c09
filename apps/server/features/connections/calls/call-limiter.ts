import type { Database } from '@esteira/db/database';
import { callBudgets } from '@esteira/db/schema/platform/call-budgets';
import { DAY_MS } from '@esteira/domain/durations';
import { MARKETPLACE_IN, type Marketplace } from '@esteira/domain/marketplaces';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { CallLimiter, CallRate } from '@esteira/marketplaces/call-limiter';
import type { AdapterContext } from '@esteira/marketplaces/port';
import {
  and,
  type Column,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { tokensAt } from '../../../core/limits/token-bucket';
import type { Clock } from '../../../core/time/clock';

interface LimiterOptions {
  db: Database;
  marketplace: Marketplace;
  /** What all accounts together may call, of whatever operation; absent: the marketplace tells no such limit. */
  application?: CallRate | undefined;
  /** For tests; otherwise the database's clock, which all servers share. */
  clock?: Clock;
}

/**
 * The budget of calls per seller's account and operation, in the database for all servers together, within that of the
 * application. Half of this is left to others by an account that has used up its share; alone it may earn all of it.
 */
export function createCallLimiter({ db, marketplace, application, clock }: LimiterOptions): CallLimiter {
  const now = () => clock?.().toISOString() ?? sql`clock_timestamp()`;
  const toAccount = ({ usuarioId, contaId }: AdapterContext) => `${marketplace}:${usuarioId}:${contaId}`;
  const toKey = (ctx: AdapterContext, operacao: string) => `${toAccount(ctx)}:${operacao}`;
  return {
    async take(ctx, operacao, rate) {
      const buckets = {
        own: { chave: toKey(ctx, operacao), rate },
        shared: application && {
          share: { chave: toAccount(ctx), rate: halve(application) },
          all: { chave: marketplace, rate: application },
        },
      };
      const waitMs = await takeCall(db, buckets, now);
      if (waitMs === null) return;
      const since = (clock?.() ?? new Date()).getTime();
      throw new AdapterError(
        'rate_limited',
        `Limite de chamadas atingido ${MARKETPLACE_IN[marketplace]}. Será tentado de novo em instantes.`,
        { retryAt: new Date(since + waitMs) },
      );
    },
    async pause(ctx, operacao, ate) {
      const chave = toKey(ctx, operacao);
      const later = (column: Column) => sql`greatest(${column}, excluded.${sql.identifier(column.name)})`;
      const { atualizado_em, parado_ate } = callBudgets;
      await db
        .insert(callBudgets)
        .values({ chave, restantes: 0, atualizado_em: now(), parado_ate: ate.toISOString() })
        .onConflictDoUpdate({
          target: callBudgets.chave,
          set: { restantes: 0, atualizado_em: later(atualizado_em), parado_ate: later(parado_ate) },
        });
    },
  };
}

const halve = ({ perSecond, burst }: CallRate): CallRate => ({ perSecond: perSecond / 2, burst: burst / 2 });

interface Bucket {
  chave: string;
  rate: CallRate;
}

interface Buckets {
  own: Bucket;
  shared: { share: Bucket; all: Bucket } | undefined;
}

/**
 * Takes one call of each bucket; else returns for how many milliseconds one has none. An empty share is not waited for while
 * more than half is left to all. Each bucket is taken by a statement of its own, so that no call holds what all others need:
 * the one of all last, and what was taken before a refusal is given back.
 */
async function takeCall(
  db: Database,
  { own, shared }: Buckets,
  now: () => string | SQL,
): Promise<number | null> {
  const takeOne = (bucket: Bucket, isShareEmpty = false) =>
    takeToken(db, bucket, { instant: now(), isShareEmpty });
  if (!(await takeOne(own))) return findWait(db, [own], now());
  if (shared === undefined) return null;
  const { share, all } = shared;
  const hasShare = await takeOne(share);
  if (await takeOne(all, !hasShare)) return null;
  const taken = hasShare ? [own, share] : [own];
  const { chave, restantes } = callBudgets;
  for (const bucket of taken) {
    await db
      .update(callBudgets)
      .set({ restantes: sql`${restantes} + 1` })
      .where(eq(chave, bucket.chave));
  }
  return findWait(db, hasShare ? [all] : [share, all], now());
}

/** Whether the bucket had a call. Where the share of the account is empty, it must be more than half full. */
async function takeToken(
  db: Database,
  { chave, rate: { perSecond, burst } }: Bucket,
  { instant, isShareEmpty }: { instant: string | SQL; isShareEmpty: boolean },
): Promise<boolean> {
  const { restantes, atualizado_em, parado_ate } = callBudgets;
  const at = sql`${instant}::timestamptz`;
  const passed = sql`greatest(0, extract(epoch FROM ${at} - ${atualizado_em})::float8)`;
  const left = sql`least(${burst}::float8, ${restantes} + ${perSecond}::float8 * ${passed})`;
  const isEnough = isShareEmpty ? gt(left, burst / 2) : gte(left, 1);
  const taken = await db
    .insert(callBudgets)
    .values({ chave, restantes: burst - 1, atualizado_em: instant })
    .onConflictDoUpdate({
      target: callBudgets.chave,
      set: { restantes: sql`${left} - 1`, atualizado_em: sql`greatest(${atualizado_em}, ${at})` },
      setWhere: and(isEnough, or(isNull(parado_ate), lte(parado_ate, at))),
    })
    .returning({ chave: callBudgets.chave });
  return taken.length > 0;
}

/** The longest wait of these buckets, in whole milliseconds and at least one: a call may have come back since it was refused. */
async function findWait(db: Database, buckets: readonly Bucket[], instant: string | SQL): Promise<number> {
  const chaves = buckets.map(({ chave }) => chave);
  const rows = await db
    .select({
      ...getTableColumns(callBudgets),
      agora: sql`${instant}::timestamptz`.mapWith(callBudgets.atualizado_em),
    })
    .from(callBudgets)
    .where(inArray(callBudgets.chave, chaves));
  const waits = rows.flatMap((row) => {
    const bucket = buckets.find(({ chave }) => chave === row.chave);
    return bucket === undefined ? [] : [waitOf(row, bucket.rate)];
  });
  // Rounded up, but not for an error of the sums with fractions.
  return Math.max(1, Math.ceil(Number(Math.max(0, ...waits).toFixed(3))));
}

type BudgetRow = typeof callBudgets.$inferSelect & { agora: string };

/** For how many milliseconds there is no call. */
function waitOf({ restantes, atualizado_em, parado_ate, agora }: BudgetRow, rate: CallRate): number {
  const [at, now] = [Date.parse(atualizado_em), Date.parse(agora)];
  const left = tokensAt({ left: restantes, at }, rate, now);
  const earnsMs = left < 1 ? ((1 - left) / rate.perSecond) * 1000 : 0;
  const pauseMs = parado_ate === null ? 0 : Date.parse(parado_ate) - now;
  return Math.max(earnsMs, pauseMs);
}

/** Long after every bucket has filled up again. */
const FORGOTTEN_AFTER_MS = DAY_MS;

/** Deletes the budgets without a call for a day: a missing one is full. */
export async function forgetIdleBudgets({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock();
  const unused = lt(callBudgets.atualizado_em, new Date(now.getTime() - FORGOTTEN_AFTER_MS).toISOString());
  const allowed = or(isNull(callBudgets.parado_ate), lte(callBudgets.parado_ate, now.toISOString()));
  await db.delete(callBudgets).where(and(unused, allowed));
}
