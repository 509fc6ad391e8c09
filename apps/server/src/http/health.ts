import { setTimeout as delay } from 'node:timers/promises';
import { isMigrated } from '@esteira/db/migration-state';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../core/context';
import { AppError } from '../core/errors';
import { migrationsFolder } from '../paths';

/** Longer than a slow statement on the one connection of the embedded database, shorter than a prober waits. */
const READY_WITHIN = 4_000;

/** `GET /health`: the process is up. `GET /ready`: its database answers and has every migration. */
export function registerHealth(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  const quiet = { logLevel: 'warn' } as const;
  app.get('/health', quiet, async () => ({ status: 'ok' }));
  app.get('/ready', quiet, async () => {
    if (await inTime(isMigrated(db, migrationsFolder))) return { status: 'ok' };
    throw new AppError('unavailable', 'Serviço indisponível. Tente novamente em instantes.');
  });
}

/** False also when the answer does not come in time or is an error. */
async function inTime(answer: Promise<boolean>): Promise<boolean> {
  const timer = new AbortController();
  const timeout = delay(READY_WITHIN, false, { signal: timer.signal, ref: false }).catch(() => false);
  try {
    return await Promise.race([answer, timeout]);
  } catch {
    return false;
  } finally {
    timer.abort();
  }
}
