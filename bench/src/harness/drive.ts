import autocannon from 'autocannon';
import { type Cpu, cpuSince, readCpu, type Server } from './processes';

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  seller: { id: string; token: string };
}

/** One round of load on one server. */
export interface Round {
  /** How many were answered. */
  requests: number;
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  cpuMsPerRequest: Cpu;
}

export interface Load {
  calls: readonly Call[];
  seconds: number;
  connections: number;
}

/** Closed-loop load: every connection sends its next request when the last one is answered. */
export async function drive(server: Server, load: Load): Promise<Round> {
  const { calls, seconds, connections } = load;
  const requests = calls.map(({ method, path, seller }) => ({
    method,
    path,
    headers: { authorization: `Bearer ${seller.token}` },
  }));
  const latencies: number[] = [];
  const failures = new Map<number, number>();
  let connected = 0;
  let startedAt = performance.now();
  const before = readCpu(server);
  await new Promise<void>((done, failed) => {
    const run = autocannon(
      {
        url: server.url,
        connections,
        duration: seconds,
        // How often autocannon looks whether its time is up.
        sampleInt: 50,
        requests: requests.slice(0, 1),
        // Each connection starts elsewhere in the list, so that they do not ask for the same rows in step.
        setupClient: (client) => {
          const offset = Math.floor((connected++ * requests.length) / connections);
          client.setRequests([...requests.slice(offset), ...requests.slice(0, offset)]);
        },
      },
      (error: unknown) => (error ? failed(error) : done()),
    );
    run.on('start', () => {
      startedAt = performance.now();
    });
    run.on('response', (_client, statusCode, _bytes, responseTime) => {
      if (statusCode === 200) latencies.push(responseTime);
      else failures.set(statusCode, (failures.get(statusCode) ?? 0) + 1);
    });
    run.on('reqError', failed);
  });
  const elapsed = (performance.now() - startedAt) / 1000;
  if (failures.size > 0) throw new Error(`answers that were not 200: ${[...failures].join('; ')}`);
  if (latencies.length === 0) throw new Error(`no answer to ${requests[0]?.path}`);
  return sumUp(latencies, elapsed * 1000, cpuSince(server, before));
}

/** What so many answers come to that together took so many milliseconds, and so many of the processor. */
export function sumUp(latencies: readonly number[], elapsedMs: number, used: Cpu): Round {
  const sorted = latencies.toSorted((a, b) => a - b);
  return {
    requests: latencies.length,
    requestsPerSecond: (latencies.length * 1000) / elapsedMs,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    cpuMsPerRequest: {
      server: used.server / latencies.length,
      postgres: used.postgres / latencies.length,
    },
  };
}

/** Of numbers in ascending order; NaN of none. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
