import { setTimeout as delay } from 'node:timers/promises';
import { isMigrated } from '@esteira/db/migrations';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../core/context';
import { AppError } from '../core/errors';
import { causeFields } from '../core/telemetry/logging';
import { migrationsFolder } from '../paths';
import type { Readiness } from './readiness';

/** Longer than a slow statement on the one connection of the embedded database, shorter than a prober waits. */
const READY_TIMEOUT_MS = 4_000;

/**
 * `GET /health`: the process is up. `GET /ready`: it takes new work, which it does not while it closes, and its database
 * answers and has every migration.
 */
export function registerHealth(
  app: FastifyInstance,
  { db }: Pick<Deps, 'db'>,
  readiness: Pick<Readiness, 'ask'>,
): void {
  const quiet = { logLevel: 'warn' } as const;
  app.get('/health', quiet, async () => ({ status: 'ok' }));
  app.get('/ready', quiet, async (request) => {
    const obstacle = readiness.ask() ? await findObstacle(db) : { reason: 'the server is closing' };
    if (obstacle === null) return { status: 'ok' };
    // Why is the operator's business, not that of whoever asks.
    request.log.warn(obstacle, 'not ready');
    throw new AppError('unavailable', 'Serviço indisponível. Tente novamente em instantes.');
  });
}

/** What stands in the way of serving, in fields for the log; null: nothing. */
async function findObstacle(db: Deps['db']): Promise<object | null> {
  const timer = new AbortController();
  const timeout = delay(READY_TIMEOUT_MS, 'timeout' as const, { signal: timer.signal, ref: false });
  timeout.catch(() => undefined);
  try {
    const migrated = await Promise.race([isMigrated(db, migrationsFolder), timeout]);
    if (migrated === 'timeout') return { reason: 'the database did not answer in time' };
    return migrated ? null : { reason: 'the database misses a migration' };
  } catch (error) {
    return { reason: 'the database refused', ...causeFields(error) };
  } finally {
    timer.abort();
  }
}
