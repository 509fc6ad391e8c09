import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type PostgresCluster, startPostgresCluster } from '@esteira/config/testing/postgres-cluster';
import { createDatabase } from '../harness/database';
import { writeServersResults } from '../harness/results-file';
import { count } from '../harness/table';
import { load } from '../load/load';
import { machine } from '../whole/report-parts';
import type { Bench } from './bench';
import { clusterClock } from './database-cpu';
import { measureFlush } from './flush';
import { measureIdle } from './idle';
import { pooledBefore, straightOn } from './layouts';
import { describeFlush, describeSizes } from './report';
import { measureSizes } from './sizes';

const DATABASE = 'esteira_bench_servidores';
const SHAPE = { sellers: 100, products: 10_000, orders: 50_000 };
const SMALL_SHAPE = { sellers: 10, products: 2_000, orders: 5_000 };
const SCHEDULE = { warmUpSeconds: 1, seconds: 1.2, rounds: 2 };
const SMALL_SCHEDULE = { warmUpSeconds: 0.5, seconds: 0.8, rounds: 1 };
const SIZES = [1, 2, 4, 8];

/** Fifteen servers have up to 23 connections each, most of them to PgBouncer or the replica. */
const SETTINGS = {
  max_connections: '400',
  shared_buffers: `${Math.round(totalmem() / 4 / 1024 ** 2)}MB`,
  max_wal_size: '4GB',
};

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { small: { type: 'boolean', default: false } } });
  const folder = await mkdtemp(join(tmpdir(), 'esteira-servers-'));
  const cluster = await startPostgresCluster({ hasPooler: true, settings: SETTINGS });
  try {
    const shape = values.small ? SMALL_SHAPE : SHAPE;
    const url = await createDatabase(cluster.primary, DATABASE);
    console.log(`Loading ${count(shape.orders)} orders…`);
    await load(url, shape);
    const text = await measure(cluster, {
      folder,
      databaseUrl: url,
      sellers: shape.sellers,
      databaseCpuMs: await clusterClock(cluster),
      ...(values.small ? SMALL_SCHEDULE : SCHEDULE),
    });
    console.log(text);
    if (!values.small) await writeServersResults(text);
  } finally {
    await cluster.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(cluster: PostgresCluster, bench: Bench): Promise<string> {
  const [straight, pooled] = [straightOn(cluster, DATABASE), pooledBefore(cluster, DATABASE)];
  const jobs = await measureSizes(pooled, SIZES, bench);
  const flush = await measureFlush(straight, bench);
  const idle = await measureIdle(pooled, SIZES, bench);
  return [
    `Written by \`npm run bench:servers\`. ${await machine(bench.databaseUrl)}`,
    describeSizes({ sizes: SIZES, jobs, idle }),
    describeFlush(flush, bench.sellers),
  ].join('\n\n');
}

await main();
