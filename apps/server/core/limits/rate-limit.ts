import type { Database } from '@esteira/db/database';
import { rateLimits } from '@esteira/db/schema/platform/rate-limits';
import { countText } from '@esteira/domain/text/count-text';
import { eq, inArray, lte, sql } from 'drizzle-orm';
import type { Deps } from '../context';
import { AppError } from '../errors';

type LimitDeps = Pick<Deps, 'db' | 'clock'>;

export interface Limit {
  /** What is counted: a digest, so that the table holds no e-mail and no address in clear. */
  key: string;
  max: number;
  /** Length of a window, which opens with the first attempt. */
  windowMs: number;
  /** How many attempts this one counts for; 1 unless told. */
  count?: number;
}

const SWEEP_EVERY_MS = 60_000;

/**
 * Counts one attempt. Counting and comparing are one statement, so parallel attempts cannot exceed the limit.
 * @returns null when the attempt is allowed, else in how many seconds the window closes.
 */
export async function consumeAttempt({ db, clock }: LimitDeps, limit: Limit): Promise<number | null> {
  const now = clock();
  const { count = 1 } = limit;
  await sweep(db, now);
  const isOver = lte(rateLimits.janela_ate, now.toISOString());
  const [row] = await db
    .insert(rateLimits)
    .values({
      chave: limit.key,
      tentativas: count,
      janela_ate: new Date(now.getTime() + limit.windowMs).toISOString(),
    })
    .onConflictDoUpdate({
      target: rateLimits.chave,
      set: {
        tentativas: sql`CASE WHEN ${isOver} THEN ${count}::integer ELSE least(${rateLimits.tentativas}, ${limit.max}::integer) + ${count}::integer END`,
        janela_ate: sql`CASE WHEN ${isOver} THEN excluded.janela_ate ELSE ${rateLimits.janela_ate} END`,
      },
    })
    .returning({ tentativas: rateLimits.tentativas, janela_ate: rateLimits.janela_ate });
  if (row === undefined) throw new Error('the upsert returned no row');
  if (row.tentativas <= limit.max) return null;
  return Math.max(1, Math.ceil((Date.parse(row.janela_ate) - now.getTime()) / 1000));
}

/** In how many seconds the window closes whose attempts are used up; null: there is one left. Counts nothing. */
export async function findWait({ db, clock }: LimitDeps, { key, max }: Limit): Promise<number | null> {
  const now = clock();
  const [row] = await db.select().from(rateLimits).where(eq(rateLimits.chave, key));
  const left = row === undefined ? 0 : Date.parse(row.janela_ate) - now.getTime();
  if (row === undefined || row.tentativas < max || left <= 0) return null;
  return Math.ceil(left / 1000);
}

/** Counts one attempt; fails with `too_many` where it is one too many. */
export async function consumeOrRefuse(deps: LimitDeps, limit: Limit): Promise<void> {
  const wait = await consumeAttempt(deps, limit);
  if (wait !== null) throw rateLimited(wait);
}

/** Takes one attempt back that came to no end. */
export async function returnAttempt(db: Database, key: string): Promise<void> {
  const { chave, tentativas } = rateLimits;
  await db
    .update(rateLimits)
    .set({ tentativas: sql`greatest(0, ${tentativas} - 1)` })
    .where(eq(chave, key));
}

/** Resets the count. */
export async function resetAttempts(db: Database, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.chave, key));
}

export function rateLimited(retryAfter: number): AppError {
  const minutes = Math.ceil(retryAfter / 60);
  const wait = countText(minutes, 'minuto', 'minutos');
  return new AppError('too_many', `Muitas tentativas. Tente novamente em ${wait}.`, { retryAfter });
}

const lastSweeps = new WeakMap<Database, number>();

/** Removes closed windows, at most once a minute per process; rows that somebody is using are left alone. */
async function sweep(db: Database, now: Date): Promise<void> {
  const last = lastSweeps.get(db);
  if (last !== undefined && Math.abs(now.getTime() - last) < SWEEP_EVERY_MS) return;
  lastSweeps.set(db, now.getTime());
  const closed = db
    .select({ chave: rateLimits.chave })
    .from(rateLimits)
    .where(lte(rateLimits.janela_ate, now.toISOString()))
    .for('update', { skipLocked: true });
  await db.delete(rateLimits).where(inArray(rateLimits.chave, closed));
}

/**
 * The part of an address that one client has to itself: an IPv4 address, or the first 64 bits of an IPv6 one,
 * within which a client may change its address at will.
 */
export function toNetwork(ip: string): string {
  const mapped = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [address = ''] = ip.split('%', 1);
  const [head = '', tail] = address.split('::');
  const groups = head.split(':');
  if (tail !== undefined) {
    const rest = tail === '' ? [] : tail.split(':');
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest);
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':');
}
