import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics';

/** Serves `GET /metrics` on a port of its own, which is for the operator's network alone. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'read' | 'contentType'>,
  where: { host: string; port: number },
  onFailure: (error: unknown) => void,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.read().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error: unknown) => {
        onFailure(error);
        response.writeHead(503).end();
      },
    );
  });
  server.listen(where);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
