import type { OpenDatabase } from '@esteira/db/database';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../core/context';
import { logWorkFailure } from '../core/telemetry/logging';
import type { Config } from '../env/env';
import { readOverdueBuyers } from '../features/orders/buyers/due-buyers';
import type { Metrics } from '../metrics/metrics';
import { serveMetrics } from '../metrics/metrics-server';

interface Measured {
  app: FastifyInstance;
  deps: Deps;
  database: OpenDatabase;
}

/** Null where no port is named: then nothing is measured, and nothing of what measures is loaded. */
export async function createNeededMetrics({ metricsPort }: Config): Promise<Metrics | null> {
  if (metricsPort === null) return null;
  const { createMetrics } = await import('../metrics/metrics');
  return createMetrics();
}

/** Opens the port of the metrics; answers how to close it. */
export async function openMetrics(
  metrics: Metrics | null,
  { host, metricsPort }: Config,
  { app, deps, database }: Measured,
): Promise<() => Promise<void>> {
  if (metrics === null || metricsPort === null) return async () => undefined;
  const countSockets = () =>
    new Promise<number>((found, failed) => {
      app.server.getConnections((error, count) => (error ? failed(error) : found(count)));
    });
  const countOverdueBuyers = async () => (await readOverdueBuyers(deps)).total;
  metrics.watch({ database, changes: deps.changes, countSockets, countOverdueBuyers });
  const failed = (error: unknown) => logWorkFailure(app.log, error, { work: 'metrics' });
  const served = await serveMetrics(metrics, { host, port: metricsPort }, failed);
  app.log.info({ port: served.port }, 'metrics at /metrics');
  return served.close;
}
