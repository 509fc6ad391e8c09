import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** In-flight requests get this long (ms) to finish before their connections are cut. */
const CLOSE_WITHIN = 10_000;
const SWEEP_EVERY = 50;

/** Starts listening and returns the address to open in a browser; with port 0 the one that was found free. */
export async function listen(app: FastifyInstance, where: { host: string; port: number }): Promise<string> {
  await app.listen({ ...where, listenTextResolver: (address) => `listening at ${address}` });
  const { port } = app.server.address() as AddressInfo;
  return `http://${reachableHost(where.host)}:${port}`;
}

/** An address that means "every interface" cannot be opened; an IPv6 one goes in brackets. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Stops accepting, lets requests finish, and cuts what takes too long. */
export async function closeGracefully(app: FastifyInstance, within = CLOSE_WITHIN): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), within);
  // A client that keeps its connection open after the last answer would be waited for until the cut.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_EVERY);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
    clearInterval(sweep);
  }
}
