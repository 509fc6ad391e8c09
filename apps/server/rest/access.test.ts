import { runs } from '@esteira/config/vitest/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, makeSupplier, makeUser, type TestUser } from '../testing/makers';
import { createTestServer, type TestServer } from '../testing/server';
import { REST_ROUTES, type RestRoute } from './routes';

let server: TestServer;
let owner: TestUser;
let stranger: TestUser;
let admin: TestUser;
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await createTestServer();
  [owner, stranger, admin] = await Promise.all([
    makeUser(server),
    makeUser(server),
    makeUser(server, { is_admin: true }),
  ]);
  const product = await makeProduct(server, owner);
  await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: owner.token });
  await server.call('POST', `/api/mercadolivre/simular-venda/${product.id}`, { token: owner.token });
  const [order] = (await server.call('GET', '/api/pedidos', { token: owner.token })).body;
  const [session] = (await server.call('GET', '/api/conta/sessoes', { token: owner.token })).body.itens;
  Object.assign(ids, {
    produtos: product.id,
    mercadolivre: product.id,
    amazon: product.id,
    fornecedores: product.fornecedor_id,
    pedidos: order.id,
    admin: owner.id,
    conta: session.id,
  });
});
afterAll(() => server.close());

const PUBLIC = [
  '/auth/login',
  '/auth/registrar',
  '/auth/esqueci-senha',
  '/auth/redefinir-senha',
  '/auth/segundo-passo',
  '/conta/confirmar-email',
];
const guarded = REST_ROUTES.filter((route) => !PUBLIC.includes(route.path));
const ownedRows = guarded.filter((route) => route.path.includes(':id') && !route.path.startsWith('/admin'));
const adminRows = guarded.filter((route) => route.path.startsWith('/admin'));
const named = (routes: readonly RestRoute[]) =>
  routes.map((route) => ({ ...route, name: `${route.method} ${route.path}` }));

const toUrl = (route: RestRoute) =>
  `/api${route.path.replace(':id', ids[route.path.split('/')[1] ?? ''] ?? 'missing')}`;

/** A body that every row would take, so that nothing but the caller's identity decides. */
async function bodyFor(user: TestUser) {
  const supplier = await makeSupplier(server, user);
  return {
    nome: 'Qualquer',
    fornecedor_id: supplier.id,
    preco_fornecedor: 1,
    preco_venda_ml: 2,
    preco_venda_amazon: 3,
    estoque: 5,
    motivo: 'Qualquer',
    codigo: 'embalagem',
    valor: 1,
  };
}

describe.each(named(guarded))('$name', (route) => {
  it('answers 401 without a token', async () => {
    const answer = await server.call(route.method, toUrl(route));
    expect([answer.status, typeof answer.body.detail]).toEqual([401, 'string']);
  });

  it.each([
    ['a made-up token', 'abc.def.ghi'],
    [
      'a token signed with another key',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4IiwiaWF0IjoxLCJleHAiOjk5OTk5OTk5OTl9.AAAA',
    ],
    ['an unsigned token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4IiwiaWF0IjoxLCJleHAiOjk5OTk5OTk5OTl9.'],
  ])('answers 401 to %s', async (_, token) => {
    expect((await server.call(route.method, toUrl(route), { token })).status).toBe(401);
  });
});

describe.each(named(ownedRows))('$name', (route) => {
  it('answers 404 to another seller and changes nothing', async () => {
    const before = await snapshot();
    const body = await bodyFor(stranger);
    const sent = route.method === 'DELETE' ? {} : { body };
    const answer = await server.call(route.method, toUrl(route), { token: stranger.token, ...sent });
    expect(answer.status).toBe(404);
    expect(answer.body.detail).toMatch(/não encontrad[ao]$/);
    expect(await snapshot()).toEqual(before);
  });
});

describe.each(named(adminRows))('$name', (route) => {
  it('answers 403 Acesso negado to a seller and changes nothing', async () => {
    const before = await snapshot();
    const answer = await server.call(route.method, toUrl(route), { token: stranger.token });
    expect([answer.status, answer.body]).toEqual([403, { detail: 'Acesso negado' }]);
    expect(await snapshot()).toEqual(before);
  });

  it('answers an admin', async () => {
    const data_expiracao = new Date(Date.now() + 86_400_000).toISOString();
    const target = await makeUser(server, { plano: 'basico', data_expiracao });
    const url = toUrl(route).replace(ids['admin'] ?? '', target.id);
    const body = { motivo: 'Qualquer', prazo: 1, data_expiracao };
    const sent = route.method === 'GET' ? {} : { body };
    expect((await server.call(route.method, url, { token: admin.token, ...sent })).status).toBe(200);
  });
});

describe.each(named(REST_ROUTES))('$name', (route) => {
  it('never answers 5xx, whatever JSON is sent', async () => {
    const user = await makeUser(server, { is_admin: true });
    const hostile = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\u0000', '\ud800', '', '1e400'));
    const value = fc.oneof(fc.jsonValue(), hostile, fc.double(), fc.bigInt().map(Number));
    const names = [
      'nome',
      'email',
      'senha',
      'fornecedor_id',
      'estoque',
      'preco_venda_ml',
      'quantidade',
      'plano',
    ];
    const body = fc.oneof(fc.dictionary(fc.constantFrom(...names, 'id', '__proto__'), value), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(body, hostile, async (sent, id) => {
        const url = `/api${route.path.replace(':id', encodeURIComponent(toWellFormed(id)) || 'x')}`;
        const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) };
        const answer = await server.call(route.method, url, {
          token: user.token,
          ...(['GET', 'DELETE'].includes(route.method) ? {} : json),
        });
        expect(answer.status, answer.text).toBeLessThan(500);
        if (answer.status >= 400) expect(answer.body.detail, answer.text).toEqual(expect.any(String));
      }),
      { numRuns: runs(15) },
    );
  });
});

/** A lone surrogate cannot stand in a URL. */
function toWellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}

/** What the owner has, as the owner sees it. */
async function snapshot() {
  const read = async (path: string) =>
    (await server.call('GET', `/api/${path}`, { token: owner.token })).body;
  return [await read('produtos'), await read('fornecedores'), await read('pedidos'), await read('auth/me')];
}
