import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../testing/makers';
import { createTestServer, type TestResponse, type TestServer } from '../testing/server';

let server: TestServer;
let user: TestUser;
let port: number;
beforeAll(async () => {
  server = await createTestServer();
  user = await makeUser(server);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const json = { 'content-type': 'application/json' };

/** Sends bytes as they are and reads until the server hangs up. */
async function sendRaw(bytes: string | Buffer): Promise<{ status: number; body: unknown; head: string }> {
  const socket = connect({ port, host: '127.0.0.1' });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(rest.join('')), head: head.toLowerCase() };
}

const request = (line: string, headers = '', body = '') =>
  `${line} HTTP/1.1\r\nhost: local\r\nconnection: close\r\n${headers}\r\n${body}`;

/** The sentence of an answer, wherever its transport puts it. */
const getDetail = ({ body }: TestResponse): unknown => {
  const first = Array.isArray(body) ? body[0] : body;
  return first.detail ?? first.error?.data?.detail;
};

/** What every refusal must be: 4xx, one sentence for people, nothing of our insides. */
function expectRefusal(answer: TestResponse, status: number) {
  expect([answer.status, getDetail(answer)]).toEqual([
    status,
    expect.stringMatching(/^[A-ZÀ-Ú][^{}]{5,200}$/),
  ]);
  expect(answer.text).not.toMatch(/at \w|node_modules|SyntaxError|FST_|"stack"/);
}

describe.each([
  ['/api', '/api/fornecedores'],
  ['/trpc', '/trpc/suppliers.create'],
])('bodies under %s', (_, url) => {
  const post = (body: unknown, headers: Record<string, string> = json) =>
    server.call('POST', url, { token: user.token, body, headers });

  it.each(['{"nome": ', '{nome: 1}', '[', '\u0000', '{"nome":"a"}}', 'undefined', '{"nome":"a\u0000"}'])(
    'that are no JSON are refused: %j',
    async (body) => expectRefusal(await post(body), 400),
  );

  it.each(['null', '[]', '"texto"', '12', 'true'])(
    'that are JSON but no object are refused: %s',
    async (body) => expectRefusal(await post(body), 422),
  );

  it.each(['{"__proto__":{"is_admin":true},"nome":"a"}', '{"constructor":{"prototype":{"x":1}},"nome":"a"}'])(
    'cannot reach a prototype: %s',
    async (body) => {
      const answer = await post(body);
      expect([200, 201, 400]).toContain(answer.status);
      expect(Object.hasOwn(Object.prototype, 'is_admin') || Object.hasOwn(Object.prototype, 'x')).toBe(false);
    },
  );

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense'])(
    'of type %s are refused',
    async (type) => expectRefusal(await post('nome=a', { 'content-type': type }), 415),
  );

  it('above one megabyte are refused', async () =>
    expectRefusal(await post(`{"nome":"${'a'.repeat(1024 * 1024)}"}`), 413));

  it('nested a hundred thousand deep are refused', async () => {
    const answer = await post(`{"nome":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    expectRefusal(answer, 422);
  });

  it('that announce more than they bring are given up by the one who sent them, not by the server', async () => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(
      `POST ${url} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{`,
    );
    await once(socket, 'connect');
    socket.destroy();
    expect((await server.call('GET', '/api/health')).status).toBe(200);
  });
});

describe('addresses', () => {
  it.each(['/api/produtos/%zz', '/api/%c3%28', '/trpc/%e0%a4%a', '/%'])(
    'with a broken escape are refused: %s',
    async (url) => {
      const { status, body, head } = await sendRaw(request(`GET ${url}`));
      expect([status, body]).toEqual([400, { detail: 'Requisição malformada' }]);
      expect(head).toContain('x-content-type-options: nosniff');
    },
  );

  it.each([
    ['PUT', '/api/fornecedores/%00', { nome: 'a' }],
    ['PUT', `/api/fornecedores/${'a'.repeat(501)}`, { nome: 'a' }],
    ['PUT', `/api/fornecedores/${'%F0%9F%98%80'.repeat(40)}`, { nome: 'a' }],
    ['DELETE', '/api/produtos/..%2f..%2f', undefined],
    ['POST', '/api/pedidos/1%00/aprovar', undefined],
    ['GET', '/api/nada', undefined],
    ['PATCH', '/api/produtos', { nome: 'a' }],
    ['GET', '/api//produtos', undefined],
    ['GET', '/api/produtos/', undefined],
  ])('that name nothing are unknown: %s %s', async (method, url, body) =>
    expectRefusal(await server.call(method, url, { token: user.token, body }), 404),
  );

  it.each([
    'limite=0',
    'limite=501',
    'limite=abc',
    'limite=1&limite=2',
    'cursor=nada',
    'cursor=%00',
    'busca=a&busca=b',
  ])('with a wrong query are refused: %s', async (query) => {
    const answer = await server.call('GET', `/api/produtos?${query}`, { token: user.token });
    expectRefusal(answer, 422);
  });

  it.each(['__proto__=1', 'constructor=1', 'a[b]=c', '%zz=1', '&&&=', 'busca=%zz', 'busca=%25%27%22'])(
    'with a strange but harmless query answer the list: %s',
    async (query) => {
      const answer = await server.call('GET', `/api/produtos?${query}`, { token: user.token });
      expect([answer.status, answer.body]).toEqual([200, []]);
    },
  );
});

describe('/trpc', () => {
  const get = (url: string) => server.call('GET', url, { token: user.token });

  it.each(['/trpc/nada.nada', '/trpc/%00', '/trpc/__proto__', '/trpc/suppliers', '/trpc/toString'])(
    'answers an unknown procedure as unknown: %s',
    async (url) => expectRefusal(await get(url), 404),
  );

  it('refuses the wrong method for a procedure', async () => {
    expectRefusal(await get('/trpc/suppliers.create'), 400);
    expectRefusal(await server.call('POST', '/trpc/suppliers.list', { token: user.token, body: {} }), 400);
  });

  it.each([
    'input={',
    'input=%7B%22limite%22%3A%22x%22%7D',
    'batch=1&input={',
    'batch=1&input=[]',
    'batch=1&input=7',
  ])('refuses a malformed input: %s', async (query) => {
    const answer = await get(`/trpc/suppliers.list?${query}`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expectRefusal(answer, answer.status);
  });

  it('refuses a batch of more calls than any screen makes', async () => {
    const calls = (count: number) => `/trpc/${Array(count).fill('auth.me').join(',')}?batch=1`;
    expect((await get(calls(20))).body).toHaveLength(20);
    expectRefusal(await get(calls(21)), 400);
  });

  it('answers what it refuses before tRPC in the envelope that its clients read', async () => {
    const answer = await server.call('POST', '/trpc/suppliers.create', {
      token: user.token,
      body: `{"nome":"${'a'.repeat(1024 * 1024)}"}`,
      headers: json,
    });
    expect(answer.body).toEqual({
      error: {
        message: 'Conteúdo grande demais',
        code: expect.any(Number),
        data: { code: 'PAYLOAD_TOO_LARGE', httpStatus: 413, detail: 'Conteúdo grande demais' },
      },
    });
  });
});

describe('bytes that are no HTTP', () => {
  it.each([
    ['noise', 'olá\r\n\r\n'],
    ['an unknown method', request('FETCH /api/health')],
    ['a broken version', 'GET /api/health HTTP/9.9\r\n\r\n'],
    ['a header without a name', request('GET /api/health', ': a\r\n')],
    ['two lengths', request('POST /api/auth/login', 'content-length: 1\r\ncontent-length: 2\r\n', 'ab')],
    [
      'a length and chunks',
      request('POST /api/auth/login', 'content-length: 3\r\ntransfer-encoding: chunked\r\n', '0\r\n\r\n'),
    ],
    ['a length that is no number', request('POST /api/auth/login', 'content-length: x\r\n')],
    [
      'a broken chunk',
      request(
        'POST /api/auth/login',
        'content-type: application/json\r\ntransfer-encoding: chunked\r\n',
        'zz\r\n{}\r\n',
      ),
    ],
    ['a TLS handshake', Buffer.from('16030100c8010000c40303', 'hex')],
  ])('are answered 400 in a sentence: %s', async (_, bytes) => {
    const { status, body, head } = await sendRaw(bytes);
    expect([status, body]).toEqual([400, { detail: 'Requisição malformada' }]);
    expect(head).toContain("content-security-policy: default-src 'none'");
  });

  it('are told apart from headers that are too large', async () => {
    const { status, body } = await sendRaw(request('GET /api/health', `x-a: ${'a'.repeat(40_000)}\r\n`));
    expect([status, body]).toEqual([431, { detail: 'Cabeçalhos grandes demais' }]);
  });

  it('leave the server serving', async () => {
    expect((await server.call('GET', '/api/ready')).status).toBe(200);
  });
});
