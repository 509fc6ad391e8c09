import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DrippingServer } from '@esteira/config/testing/dripping-server';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeUser, type TestUser } from '../testing/makers';
import { createTestServer, type TestServer } from '../testing/server';
import { createTracing, type Tracing } from './tracing';

interface Sent {
  name: string;
  spanId: string;
  traceId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string } }[];
  status: { code?: number };
}

/** A collector that keeps what it is sent. */
async function startCollector() {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(`${request.url} ${body}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const spans = (): Sent[] =>
    bodies.flatMap((body) =>
      JSON.parse(body.slice(body.indexOf(' '))).resourceSpans.flatMap(
        (each: { scopeSpans: { spans: Sent[] }[] }) => each.scopeSpans.flatMap((scope) => scope.spans),
      ),
    );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, bodies, spans, close: () => new Promise((done) => server.close(done)) };
}

let collector: Awaited<ReturnType<typeof startCollector>>;
let tracing: Tracing;
let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  collector = await startCollector();
  tracing = createTracing(collector.url);
  const { tracer } = tracing;
  const handlers = {
    'orders-poll': async () => {
      tracer.note('amazon.searchOrders', { outcome: 'timeout' }, { milliseconds: 5, isFailure: true });
    },
  };
  server = await createTestServer({
    deps: { tracer },
    app: { tracing },
    background: { handlers },
    onStatement: tracing.noteStatement,
  });
  server.background?.start(server.deps);
  user = await makeUser(server);
});
afterAll(async () => {
  await server.close();
  await collector.close();
});

it('draws requests with their procedures and jobs with their calls, and names no person and nothing that was sent', async () => {
  const { token } = user;
  await server.call('GET', '/api/produtos?busca=segredo', { token });
  await server.call('GET', '/trpc/orders.counts?input=%7B%7D', { token });
  const job = { conta_id: 1, usuario_id: user.id, marketplace: 'amazon' } as const;
  await server.deps.jobs.send(server.db, 'orders-poll', job);
  await vi.waitFor(() => expect(collector.spans().map(({ name }) => name)).toContain('job orders-poll'), {
    timeout: 20_000,
    interval: 100,
  });
  const spans = collector.spans();
  const find = (name: string) => spans.find((span) => span.name === name);
  for (const [child, parent] of [
    ['products.list', 'GET /api/produtos'],
    ['orders.counts', 'GET orders.counts'],
    ['amazon.searchOrders', 'job orders-poll'],
  ] as const) {
    expect([child, find(child)?.parentSpanId]).toEqual([child, find(parent)?.spanId]);
    expect(find(child)?.traceId).toBe(find(parent)?.traceId);
  }
  expect(find('GET /api/produtos')?.parentSpanId).toBeUndefined();
  expect([find('amazon.searchOrders')?.status.code, find('orders.counts')?.status.code]).toEqual([2, 0]);
  const text = collector.bodies.join();
  for (const secret of [user.id, user.email, token, 'segredo']) expect(text).not.toContain(secret);
});

it('draws the statements of a request, each as it reads without its values, and none that nothing asked for', async () => {
  await server.db.execute(sql`SELECT 'untraced text'`);
  await server.call('POST', '/api/fornecedores', { token: user.token, body: { nome: 'Fornecedor secreto' } });
  const spans = await vi.waitFor(
    () => {
      const sent = collector.spans();
      expect(sent.map(({ name }) => name)).toContain('POST /api/fornecedores');
      return sent;
    },
    { timeout: 20_000, interval: 100 },
  );
  const create = spans.find(({ name }) => name === 'suppliers.create');
  const insert = spans.find(({ name }) => name === 'INSERT fornecedores');
  expect(insert?.parentSpanId).toBe(create?.spanId);
  expect(insert?.status.code).toBe(0);
  const fields = Object.fromEntries(
    insert?.attributes.map(({ key, value }) => [key, value.stringValue]) ?? [],
  );
  expect(fields).toMatchObject({ 'db.system.name': 'postgresql' });
  expect(fields['db.query.text']).toMatch(/^insert into "fornecedores" .*\$1/);
  const text = collector.bodies.join();
  for (const absent of ['untraced text', 'secreto', user.id]) expect(text).not.toContain(absent);
});

it('a collector that is away fails no request, and keeps no server from closing', async () => {
  const away = createTracing('http://127.0.0.1:9');
  for (let n = 0; n < 10_000; n += 1) away.tracer.note('call', {}, { milliseconds: 1, isFailure: false });
  expect(await away.tracer.within('work', {}, async () => 7)).toBe(7);
  await expect(away.tracer.within('work', {}, () => Promise.reject(new Error('x')))).rejects.toThrow('x');
  await away.close();
});

it('ends within its time though the collector drips', async () => {
  const dripping = await DrippingServer.start('body');
  const opened = createTracing(dripping.url, 300);
  opened.tracer.note('SELECT', {}, { milliseconds: 1, isFailure: false });
  await opened.close();
  await dripping.close();
});
