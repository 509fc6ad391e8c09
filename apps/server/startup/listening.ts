import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay, setImmediate as tick } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Requests in progress get this long: a large import takes its time, and is answered for what it wrote. */
export const FINISH_WITHIN_MS = 120_000;
const SWEEP_EVERY_MS = 50;

/** What was sent before the end has arrived when nothing came for so many ticks of the event loop, however long each. */
const QUIET_TICKS = 5;
const TICK_MS = 40;
/** Who goes on sending without a pause is not waited for any longer than this many ticks. */
const MAX_TICKS = 75;

/**
 * Connections that may wait while this process is busy, if the machine allows as many. Those beyond are dropped by the
 * kernel, and their clients try again only after 1 s, then 3 s, 7 s and 15 s: Node's 511 are few for a crowd.
 */
const BACKLOG = 4_096;

/** Starts listening and returns the address to open in a browser; with port 0 the one that was found free. */
export async function listen(app: FastifyInstance, where: { host: string; port: number }): Promise<string> {
  await app.listen({
    ...where,
    backlog: BACKLOG,
    listenTextResolver: (address) => `listening at ${address}`,
  });
  const { port } = app.server.address() as AddressInfo;
  return `http://${reachableHost(where.host)}:${port}`;
}

/** An address that means "every interface" cannot be opened; an IPv6 one goes in brackets. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Answers what was already sent, then stops accepting and lets requests finish. True when all were answered; false
 * when some took too long and were cut: then end the process at once, so that nothing of them is written any more.
 */
export async function closeGracefully(app: FastifyInstance, withinMs = FINISH_WITHIN_MS): Promise<boolean> {
  app.server.prependListener('request', announceEnd);
  await readWhatWasSent(app.server);
  // A client that keeps its connection open after the last answer would be waited for until the cut.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_EVERY_MS);
  const cut = new AbortController();
  const timeout = delay(withinMs, false, { signal: cut.signal });
  timeout.catch(() => undefined);
  try {
    const isAnswered = await Promise.race([app.close().then(() => true), timeout]);
    if (!isAnswered) app.server.closeAllConnections();
    return isAnswered;
  } finally {
    cut.abort();
    clearInterval(sweep);
  }
}

/** The client is to take another connection for what it asks next. */
function announceEnd(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close');
}

/** Waits until requests that reached this machine have reached the handlers too. */
async function readWhatWasSent(server: Server): Promise<void> {
  let arrivals = 0;
  const count = () => {
    arrivals += 1;
  };
  server.on('connection', count).on('request', count);
  let quiet = 0;
  for (let ticks = 0; ticks < MAX_TICKS && quiet < QUIET_TICKS; ticks += 1) {
    const before = arrivals;
    await delay(TICK_MS);
    // After a long standstill the timer comes first, and only then is read what had arrived.
    await tick();
    quiet = arrivals === before ? quiet + 1 : 0;
  }
  server.off('connection', count).off('request', count);
}
