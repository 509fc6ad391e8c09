import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen } from '../startup/listening';
import { registerBodyTimeout } from './body-timeout';
import { earlyErrors } from './client-errors';

const TIMEOUT_MS = 150;

let app: FastifyInstance;
let port: number;
let answerSlowly: (answer: string) => void;
beforeEach(async () => {
  app = Fastify({ ...earlyErrors });
  registerBodyTimeout(app, TIMEOUT_MS);
  app.post('/short', async ({ body }) => body);
  app.post('/long', { config: { bodyTimeoutMs: 60_000 } }, async ({ body }) => body);
  const slow = new Promise<string>((done) => {
    answerSlowly = done;
  });
  app.post('/slow', () => slow);
  port = Number(new URL(await listen(app, { host: '127.0.0.1', port: 0 })).port);
});
afterEach(() => app.close());

/** A client that sends this and then neither goes on nor ends its side of the connection. */
async function send(text: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const dripping = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{"a"`;

const countConnections = () =>
  new Promise<number>((done) => app.server.getConnections((_error, count) => done(count)));

describe('a client that does not go on', () => {
  it.each([
    ['with its body', dripping('/short'), '408'],
    ['with what is no HTTP', 'GARBAGE\r\n\r\n', '400'],
  ])(
    '%s is answered, and its connection is closed though it leaves its side open',
    async (_name, text, status) => {
      const socket = await send(text);
      const [answer] = await once(socket, 'data');
      expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      await expect.poll(countConnections, { timeout: 20_000 }).toBe(0);
      socket.destroy();
    },
  );

  it('has the time that its route gives it', async () => {
    const socket = await send(dripping('/long'));
    const refused = await send(dripping('/short'));
    await once(refused, 'data');
    socket.write(': "0123456789"}\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
    refused.destroy();
  });
});

it('a body that has arrived is not late, however long its answer takes', async () => {
  const answer = app.inject({ method: 'POST', path: '/slow', payload: { a: 1 } });
  const refused = await send(dripping('/short'));
  await once(refused, 'data');
  answerSlowly('done');
  expect((await answer).body).toBe('done');
  refused.destroy();
});
