import type { Database } from '@esteira/db/database';
import { type Server, startApi } from '../../../harness/processes';

/** A database that servers are killed on, filled once and copied for every few kills. */
export interface Place {
  readonly kind: 'embedded' | 'postgres';
  /** What a server's environment needs to work on the present copy. */
  env(): Readonly<Record<string, string>>;
  /** Makes what the database holds now the model of all copies, and goes on with the first of them. It must not be in use. */
  saveAsTemplate(): Promise<void>;
  /** Goes on with a new copy of the model. */
  renew(): Promise<void>;
  /** Looks into the database; no server that was killed writes into it any more. */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Kills the database itself; resolves when it is there again. `onKilled` is called in between. */
  killDatabase: ((onKilled: () => void) => Promise<void>) | null;
  close(): Promise<void>;
}

/** The built server on the present copy, to be killed; resolves when it takes requests. */
export function startServer(place: Place): Promise<Server> {
  return startApi({ LOG_LEVEL: 'silent', ...place.env() });
}
