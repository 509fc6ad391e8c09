import type { Database } from '@esteira/db/database';
import { setToNew } from '@esteira/db/expressions';
import { callBudgets } from '@esteira/db/schema/platform/call-budgets';
import { DAY_MS } from '@esteira/domain/durations';
import { MARKETPLACE_IN, type Marketplace } from '@esteira/domain/marketplaces';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { CallLimiter, CallRate } from '@esteira/marketplaces/call-limiter';
import type { AdapterContext } from '@esteira/marketplaces/port';
import { and, type Column, eq, getTableColumns, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
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
  const toKey = ({ usuarioId, contaId }: AdapterContext, operacao: string) =>
    `${marketplace}:${usuarioId}:${contaId}:${operacao}`;
  /** In the order in which everybody locks them: what most calls share is locked last. */
  const toShared = ({ usuarioId, contaId }: AdapterContext, { perSecond, burst }: CallRate): Bucket[] => [
    {
      chave: `${marketplace}:${usuarioId}:${contaId}`,
      rate: { perSecond: perSecond / 2, burst: burst / 2 },
      shareOf: marketplace,
    },
    { chave: marketplace, rate: { perSecond, burst } },
  ];
  return {
    async take(ctx, operacao, rate) {
      const own = { chave: toKey(ctx, operacao), rate };
      const buckets = application ? [own, ...toShared(ctx, application)] : [own];
      const waitMs = await db.transaction((tx) => takeCall(tx, buckets, now()));
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

interface Bucket {
  chave: string;
  rate: CallRate;
  /** An empty share is not waited for while more than half is left of this bucket. */
  shareOf?: string;
}

/**
 * Takes one call of each bucket where all have one; else returns for how many milliseconds one has none. Writing the rows,
 * though nothing of them changes, locks them until the transaction ends, so that all servers take one after another.
 */
async function takeCall(
  tx: Database,
  buckets: readonly Bucket[],
  instant: string | SQL,
): Promise<number | null> {
  const rows = await tx
    .insert(callBudgets)
    .values(buckets.map(({ chave, rate }) => ({ chave, restantes: rate.burst, atualizado_em: instant })))
    .onConflictDoUpdate({ target: callBudgets.chave, set: setToNew(callBudgets.chave) })
    .returning({
      ...getTableColumns(callBudgets),
      agora: sql`${instant}::timestamptz`.mapWith(callBudgets.atualizado_em),
    });
  const found = rows.flatMap((row) => {
    const bucket = buckets.find(({ chave }) => chave === row.chave);
    return bucket === undefined ? [] : [{ ...bucket, ...readBucket(row, bucket.rate) }];
  });
  const isAmple = (chave: string) =>
    found.some((bucket) => bucket.chave === chave && bucket.left > bucket.rate.burst / 2);
  const waitMs = Math.max(
    ...found.map(({ waitMs: wait, shareOf }) => (shareOf !== undefined && isAmple(shareOf) ? 0 : wait)),
  );
  // Rounded up, but not for an error of the sums with fractions.
  if (waitMs > 0) return Math.max(1, Math.ceil(Number(waitMs.toFixed(3))));
  for (const { chave, left, moment } of found) {
    const taken = { restantes: Math.max(0, left - 1), atualizado_em: new Date(moment).toISOString() };
    await tx.update(callBudgets).set(taken).where(eq(callBudgets.chave, chave));
  }
  return null;
}

type BudgetRow = typeof callBudgets.$inferSelect & { agora: string };

/** How many calls are left now, and for how long there is none. */
function readBucket({ restantes, atualizado_em, parado_ate, agora }: BudgetRow, rate: CallRate) {
  const [at, now] = [Date.parse(atualizado_em), Date.parse(agora)];
  const left = tokensAt({ left: restantes, at }, rate, now);
  const earnsMs = left < 1 ? ((1 - left) / rate.perSecond) * 1000 : 0;
  const pauseMs = parado_ate === null ? 0 : Date.parse(parado_ate) - now;
  return { left, moment: Math.max(at, now), waitMs: Math.max(earnsMs, pauseMs) };
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
