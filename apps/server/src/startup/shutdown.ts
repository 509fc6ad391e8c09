import type { OpenDatabase } from '@esteira/db/database';
import type { FastifyInstance } from 'fastify';
import { closeGracefully } from './listening';

/** A server that runs, with what has to end before its process may. */
export interface Stoppable {
  app: FastifyInstance;
  /** Waits, not for long, for the background work that is under way. */
  stopJobs: () => Promise<void>;
  database: Pick<OpenDatabase, 'close'>;
}

/**
 * Closes the server and answers the exit code of its process. Where requests took too long and were cut, it answers
 * at once and the database stays as it is: nobody would hear of what they wrote from then on.
 */
export async function shutDown({ app, stopJobs, database }: Stoppable, withinMs?: number): Promise<0 | 1> {
  const stopped = stopJobs();
  if (!(await closeGracefully(app, withinMs))) {
    app.log.warn('requests that took too long were cut; what they had not written yet is not written');
    return 1;
  }
  await stopped;
  await database.close();
  return 0;
}
