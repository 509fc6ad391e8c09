import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listen } from '../startup/listening';
import { limitConnections } from './connection-limit';

const MAX = 3;

let app: FastifyInstance;
let port: number;
let sockets: Socket[];
beforeEach(async () => {
  sockets = [];
  app = Fastify();
  app.get('/', async () => 'ok');
  limitConnections(app, MAX);
  port = Number(new URL(await listen(app, { host: '127.0.0.1', port: 0 })).port);
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/** Whether a new connection is served; it stays open. */
async function isServed(localAddress = '127.0.0.1'): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)]);
}

it('serves one address so many connections at once, and others theirs', async () => {
  for (let count = 0; count < MAX; count += 1) expect(await isServed()).toBe(true);
  expect(await isServed()).toBe(false);
  expect(await isServed('127.0.0.2')).toBe(true);
});

it('serves an address again once it has closed what it held', async () => {
  for (let count = 0; count < MAX; count += 1) await isServed();
  const [first] = sockets;
  first?.destroy();
  await expect.poll(() => isServed()).toBe(true);
});
