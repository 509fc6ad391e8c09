import { type Database, queryRows } from '@esteira/db/database';
import { callBudgets } from '@esteira/db/schema/platform/call-budgets';
import { DAY_MS } from '@esteira/domain/durations';
import { MARKETPLACE_IN, type Marketplace } from '@esteira/domain/marketplaces';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { CallLimiter, CallRate } from '@esteira/marketplaces/call-limiter';
import { and, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../../../core/time/clock';

interface LimiterOptions {
  db: Database;
  marketplace: Marketplace;
  /** For tests; otherwise the database's clock, which all servers share. */
  clock?: Clock;
}

/** The budget of calls per seller's account and operation, kept in the database for all servers together. */
export function createCallLimiter({ db, marketplace, clock }: LimiterOptions): CallLimiter {
  const now = () => (clock === undefined ? sql`clock_timestamp()` : instant(clock()));
  const toKey = (usuarioId: string, operacao: string) => `${marketplace}:${usuarioId}:${operacao}`;
  return {
    async take(ctx, operacao, rate) {
      const bucket = { chave: toKey(ctx.usuarioId, operacao), rate, now: now() };
      const [row] = await queryRows<{ passed: boolean; wait: number | string }>(db, takeStatement(bucket));
      if (row === undefined || row.passed) return;
      const since = (clock?.() ?? new Date()).getTime();
      throw new AdapterError(
        'rate_limited',
        `Limite de chamadas atingido ${MARKETPLACE_IN[marketplace]}. Será tentado de novo em instantes.`,
        { retryAt: new Date(since + wholeMilliseconds(Number(row.wait))) },
      );
    },
    async pause(ctx, operacao, ate) {
      await queryRows(
        db,
        sql`INSERT INTO limites_chamada AS l (chave, restantes, atualizado_em, parado_ate)
            VALUES (${toKey(ctx.usuarioId, operacao)}::text, 0, ${now()}, ${instant(ate)})
            ON CONFLICT (chave) DO UPDATE SET restantes = 0,
              atualizado_em = greatest(l.atualizado_em, excluded.atualizado_em),
              parado_ate = greatest(l.parado_ate, excluded.parado_ate)`,
      );
    },
  };
}

interface Bucket {
  chave: string;
  rate: CallRate;
  now: SQL;
}

/**
 * Takes one call where there is one: earning, checking and taking are one statement, and its WHERE is the lock. Where
 * there is none, the row as it was tells for how many seconds. A clock that lags behind another's earns nothing.
 */
function takeStatement({ chave, rate, now }: Bucket): SQL {
  const burst = sql`${rate.burst}::float8`;
  const perSecond = sql`${rate.perSecond}::float8`;
  const callsAt = (at: SQL) =>
    sql`least(${burst}, l.restantes + ${perSecond} * greatest(0, extract(epoch FROM ${at} - l.atualizado_em)::float8))`;
  const then = sql`excluded.atualizado_em`;
  return sql`
    WITH tomada AS (
      INSERT INTO limites_chamada AS l (chave, restantes, atualizado_em)
      VALUES (${chave}::text, ${burst} - 1, ${now})
      ON CONFLICT (chave) DO UPDATE SET restantes = ${callsAt(then)} - 1,
        atualizado_em = greatest(l.atualizado_em, ${then})
      WHERE ${callsAt(then)} >= 1 AND coalesce(l.parado_ate <= ${then}, true)
      RETURNING 1
    )
    SELECT EXISTS (SELECT FROM tomada) AS passed,
      coalesce((SELECT greatest((1 - ${callsAt(now)}) / ${perSecond}, extract(epoch FROM l.parado_ate - ${now})::float8, 0.001)
        FROM limites_chamada l WHERE l.chave = ${chave}::text), 1 / ${perSecond}) AS wait`;
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

/** Rounded up, but not for an error of the sums with fractions. */
const wholeMilliseconds = (seconds: number) => Math.ceil(Number((seconds * 1000).toFixed(3)));

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`;
