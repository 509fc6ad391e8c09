import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../testing/makers';
import { createTestServer, type TestServer } from '../testing/server';

let server: TestServer;
let user: TestUser;
let supplier: { id: string };
beforeAll(async () => {
  server = await createTestServer();
  user = await makeUser(server);
  const nome = 'Atacado Ação';
  supplier = (await server.call('POST', '/api/fornecedores', { token: user.token, body: { nome } })).body;
});
afterAll(() => server.close());

interface Sent {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  token?: string | null;
}

/** With parameters of a connection, even with none, a request is answered by the adapter. */
const FOR_THE_ADAPTER = { connectionParams: 'null' };

async function send({ method, path, query = {}, body, headers, token = user.token }: Sent) {
  const { statusCode, rawPayload, ...answer } = await server.app.inject({
    method,
    url: `/trpc/${path}?${new URLSearchParams(query)}`,
    headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { payload: body as object }),
  });
  const { 'content-length': length, 'x-request-id': _id, date: _date, ...others } = answer.headers;
  const { 'transfer-encoding': _encoding, connection: _connection, ...compared } = others;
  const type = String(others['content-type']).replace('; charset=utf-8', '');
  const text = others['content-encoding'] === 'br' ? brotliDecompressSync(rawPayload) : rawPayload;
  return {
    isWhole: length !== undefined,
    answer: { statusCode, text: text.toString(), headers: { ...compared, 'content-type': type } },
  };
}

const json = (value: unknown) => ({ input: JSON.stringify(value) });
const batch = { batch: '1' };
const jsonType = { 'content-type': 'application/json' };

const PLAIN: Record<string, () => Sent> = {
  'a query': () => ({ method: 'GET', path: 'auth.me' }),
  'a query without a session': () => ({ method: 'GET', path: 'auth.me', token: null }),
  'a query with an input': () => ({ method: 'GET', path: 'products.list', query: json({ limite: 2 }) }),
  'a query whose input is refused': () => ({
    method: 'GET',
    path: 'products.list',
    query: json({ limite: 'x' }),
  }),
  'a query whose input is null': () => ({ method: 'GET', path: 'products.list', query: json(null) }),
  'a batch': () => ({
    method: 'GET',
    path: 'orders.list,orders.counts',
    query: { ...batch, ...json({ 0: { limite: 50 }, 1: {} }) },
  }),
  'a batch without inputs': () => ({ method: 'GET', path: 'suppliers.list,auth.me', query: batch }),
  'a batch that is refused in part': () => ({
    method: 'GET',
    path: 'suppliers.list,products.list',
    query: { ...batch, ...json({ 1: { limite: 0 } }) },
  }),
  'a batch that is refused': () => ({
    method: 'GET',
    path: 'auth.me,products.list',
    query: batch,
    token: null,
  }),
  'a large answer to a browser': () => ({
    method: 'GET',
    path: Array(15).fill('auth.me').join(','),
    query: batch,
    headers: { 'accept-encoding': 'br' },
  }),
  'a mutation': () => ({
    method: 'POST',
    path: 'suppliers.update',
    body: { id: supplier.id, nome: 'Atacado São João' },
    headers: jsonType,
  }),
  'a mutation that is refused': () => ({
    method: 'POST',
    path: 'suppliers.update',
    body: { id: supplier.id, nome: '' },
    headers: jsonType,
  }),
  'a batch of mutations': () => ({
    method: 'POST',
    path: 'suppliers.update,suppliers.update',
    query: batch,
    body: { 0: { id: supplier.id, nome: 'Um' }, 1: { id: 'unknown', nome: 'Dois' } },
    headers: jsonType,
  }),
};

const LEFT_TO_THE_ADAPTER: Record<string, () => Sent> = {
  'an unknown procedure': () => ({ method: 'GET', path: 'nada.nada' }),
  'the name of what every object has': () => ({ method: 'GET', path: 'toString' }),
  'a batch with an unknown procedure': () => ({ method: 'GET', path: 'auth.me,nada', query: batch }),
  'a query by POST': () => ({ method: 'POST', path: 'auth.me', body: {}, headers: jsonType }),
  'a mutation by GET': () => ({ method: 'GET', path: 'suppliers.update' }),
  'an input that is no JSON': () => ({ method: 'GET', path: 'products.list', query: { input: '{' } }),
  'a batch whose inputs are a list': () => ({
    method: 'GET',
    path: 'products.list',
    query: { ...batch, input: '[]' },
  }),
  'more calls than are taken': () => ({
    method: 'GET',
    path: Array(21).fill('auth.me').join(','),
    query: batch,
  }),
  'a client that wants a stream': () => ({
    method: 'GET',
    path: 'auth.me',
    query: batch,
    headers: { 'trpc-accept': 'application/jsonl' },
  }),
};

describe('what the adapter would answer', () => {
  it.each(Object.entries(PLAIN))('is answered alike, in one piece: %s', async (_name, make) => {
    const sent = make();
    const [plain, adapted] = [
      await send(sent),
      await send({ ...sent, query: { ...sent.query, ...FOR_THE_ADAPTER } }),
    ];
    expect(plain.answer).toEqual(adapted.answer);
    expect(plain.isWhole).toBe(true);
    expect(adapted.isWhole).toBe(false);
  });

  it.each(Object.entries(LEFT_TO_THE_ADAPTER))('it answers itself: %s', async (_name, make) => {
    expect((await send(make())).isWhole).toBe(false);
  });
});
