import { once } from 'node:events';
import { connect } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeGracefully } from '../startup/listening';
import { createTestServer, type TestServer } from '../testing/server';

let server: TestServer;
let port: number;
beforeEach(async () => {
  server = await createTestServer();
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

it.each(['/api/auth/login', '/trpc/auth.login', '/webhooks/mercadolivre'])(
  'a body that drips to %s is refused after half a minute',
  async (path) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const arrived = once(server.app.server, 'request');
    const socket = connect({ host: '127.0.0.1', port });
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"e`,
    );
    await arrived;
    vi.advanceTimersByTime(31_000);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
    socket.destroy();
  },
);

it('a request whose rest arrives while the server closes is answered', async () => {
  const socket = connect({ host: '127.0.0.1', port });
  const connected = once(server.app.server, 'connection');
  socket.write('GET /api/health HTTP/1.1\r\nhost: a\r\n');
  await connected;
  const closed = closeGracefully(server.app);
  await expect.poll(() => server.app.server.listening, { timeout: 10_000 }).toBe(false);
  socket.write('\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await closed).toBe(true);
});

it('one address holds a thousand connections and no more', () => {
  const open = (remoteAddress: string) => {
    const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
    server.app.server.emit('connection', Object.assign(socket, { remoteAddress }));
    return socket;
  };
  const held = Array.from({ length: 1_000 }, () => open('192.0.2.1'));
  const [beyond, other] = [open('192.0.2.1'), open('192.0.2.2')];
  expect(held.filter(({ destroyed }) => destroyed)).toEqual([]);
  expect([beyond.destroyed, other.destroyed]).toEqual([true, false]);
  for (const socket of [...held, other]) socket.destroy();
});
