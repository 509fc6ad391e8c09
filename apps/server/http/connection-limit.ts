import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createSemaphore } from '../core/limits/semaphore';

/** More than a large office behind one address opens; far fewer than this process can hold. */
const MAX_CONNECTIONS_PER_ADDRESS = 1_000;

/**
 * Closes what one address opens beyond its share, so that it cannot take all connections there are. Not to be used
 * behind a proxy, whose one address stands for everybody; there the proxy sees to it.
 */
export function limitConnections(app: FastifyInstance, max = MAX_CONNECTIONS_PER_ADDRESS): void {
  const open = createSemaphore({ perKey: max });
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined) return;
    const release = open.tryTake(address);
    if (release === null) socket.destroy();
    else socket.once('close', release);
  });
}
