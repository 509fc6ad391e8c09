import type { OpenDatabase } from '@esteira/db/database';
import type { FastifyInstance } from 'fastify';
import { endsWithin } from '../core/time/ends-within';
import type { Readiness } from '../http/readiness';
import { closeGracefully } from './listening';

/** A server that runs, with what has to end before its process may. */
export interface Stoppable {
  app: FastifyInstance;
  readiness: Pick<Readiness, 'close'>;
  /** Waits, not for long, for the background work that is under way. */
  stopJobs: () => Promise<void>;
  database: Pick<OpenDatabase, 'close'>;
}

/** Background work has had this long already when the last request was answered, or longer. */
const REST_WITHIN_MS = 20_000;

/**
 * Closes the server and answers the exit code of its process. It serves on until those who watch `/ready` know. Where
 * requests took too long and were cut, it answers at once and the database stays as it is: no client would hear of what
 * they wrote from then on.
 */
export async function shutDown(
  { app, readiness, stopJobs, database }: Stoppable,
  {
    requestsWithinMs,
    restWithinMs = REST_WITHIN_MS,
  }: { requestsWithinMs?: number; restWithinMs?: number } = {},
): Promise<0 | 1> {
  const stopped = stopJobs();
  await readiness.close();
  if (!(await closeGracefully(app, requestsWithinMs))) {
    app.log.warn('requests that took too long were cut; what they had not written yet is not written');
    return 1;
  }
  const closed = stopped.then(() => database.close());
  if (await endsWithin(restWithinMs, closed)) return 0;
  app.log.warn('background work or the database took too long to end, and was left');
  return 1;
}
