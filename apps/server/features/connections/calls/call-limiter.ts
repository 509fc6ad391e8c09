import type { Database } from '@esteira/db/database';
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
  /** For tests; otherwise the database's clock, which all servers share. */
  clock?: Clock;
}

/** The budget of calls per seller's account and operation, kept in the database for all servers together. */
export function createCallLimiter({ db, marketplace, clock }: LimiterOptions): CallLimiter {
  const now = () => clock?.().toISOString() ?? sql`clock_timestamp()`;
  const toKey = ({ usuarioId, contaId }: AdapterContext, operacao: string) =>
    `${marketplace}:${usuarioId}:${contaId}:${operacao}`;
  return {
    async take(ctx, operacao, rate) {
      const bucket = { chave: toKey(ctx, operacao), rate, instant: now() };
      const waitMs = await db.transaction((tx) => takeCall(tx, bucket));
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
  instant: string | SQL;
}

/**
 * Takes one call where there is one; else returns for how many milliseconds there is none. Writing the row, though
 * nothing of it changes, locks it until the transaction ends, so that all servers take one after another.
 */
async function takeCall(tx: Database, { chave, rate, instant }: Bucket): Promise<number | null> {
  const [row] = await tx
    .insert(callBudgets)
    .values({ chave, restantes: rate.burst, atualizado_em: instant })
    .onConflictDoUpdate({ target: callBudgets.chave, set: { chave } })
    .returning({
      ...getTableColumns(callBudgets),
      agora: sql`${instant}::timestamptz`.mapWith(callBudgets.atualizado_em),
    });
  if (row === undefined) throw new Error('the upsert returned no row');
  const [at, now] = [Date.parse(row.atualizado_em), Date.parse(row.agora)];
  const calls = tokensAt({ left: row.restantes, at }, rate, now);
  const pauseMs = row.parado_ate === null ? 0 : Date.parse(row.parado_ate) - now;
  if (calls < 1 || pauseMs > 0) {
    const waitMs = Math.max(((1 - calls) / rate.perSecond) * 1000, pauseMs);
    // Rounded up, but not for an error of the sums with fractions.
    return Math.max(1, Math.ceil(Number(waitMs.toFixed(3))));
  }
  const taken = { restantes: calls - 1, atualizado_em: new Date(Math.max(at, now)).toISOString() };
  await tx.update(callBudgets).set(taken).where(eq(callBudgets.chave, chave));
  return null;
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
