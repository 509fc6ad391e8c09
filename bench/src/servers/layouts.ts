import type { PostgresCluster } from '@esteira/config/testing/postgres-cluster';
import { databaseUrl } from '../harness/database';

/** A way by which servers reach PostgreSQL. */
export interface Layout {
  url: string;
  /** What a server is told beside it. */
  variables: Record<string, string>;
}

/** Straight on a database of the primary. */
export const straightOn = ({ primary }: PostgresCluster, database: string): Layout => ({
  url: databaseUrl(primary, database),
  variables: {},
});

/** As docs/operations.md lays several machines out. */
export const pooledBefore = ({ primary, replica, pooler }: PostgresCluster, database: string): Layout => ({
  url: databaseUrl(pooler ?? '', database),
  variables: {
    DATABASE_DIRECT_URL: databaseUrl(primary, database),
    DATABASE_REPLICA_URL: databaseUrl(replica, database),
  },
});

/**
 * The same, but every commit waits so many milliseconds before it is flushed, as a disc that is slow to flush would let
 * it. The settings stand in the address, since connections are opened whenever they are first needed.
 */
export function withSlowFlush(layout: Layout, flushMs: number): Layout {
  const url = new URL(layout.url);
  url.searchParams.set('commit_delay', String(flushMs * 1000));
  url.searchParams.set('commit_siblings', '0');
  return { ...layout, url: url.href };
}
