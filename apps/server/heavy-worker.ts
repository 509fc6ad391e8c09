import { workerData } from 'node:worker_threads';
import { openMigrated } from '@esteira/db/postgres';
import type { PostgresAddress } from '@esteira/db/postgres/postgres-client';
import { serveActs } from './core/heavy/serve-acts';
import { systemClock } from './core/time/clock';
import { HEAVY_ACTS } from './heavy-acts';

/** Of each thread, beside those of the requests: an act holds one for a page of rows, not for its whole time. */
const MAX_CONNECTIONS = 2;

const address = workerData as PostgresAddress;
const { db, readLists } = await openMigrated({ ...address, maxConnections: MAX_CONNECTIONS });

export const make = serveActs({ db, readLists, clock: systemClock }, HEAVY_ACTS);
