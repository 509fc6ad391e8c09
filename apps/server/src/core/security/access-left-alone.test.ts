import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { csvUpload } from '../../testing/files/csv-upload';
import { makeProduct, makeSession, makeSupplier, makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

const MINUTE = 60_000;

let server: TestServer;
let elapsed = 0;
let user: TestUser;
/** Of the same user: what is kept of it ends with any change of theirs. */
let token: string;
beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => new Date(Date.now() + elapsed) } });
});
afterAll(() => server.close());
beforeEach(async () => {
  elapsed = 0;
  user = await makeUser(server);
  token = await makeSession(server, user.id);
});

async function isKept(): Promise<boolean> {
  const before = server.deps.access.count().kept;
  expect((await server.call('GET', '/api/auth/me', { token })).status).toBe(200);
  return server.deps.access.count().kept > before;
}

const untilKept = () => expect.poll(isKept, { timeout: 10_000 }).toBe(true);

it('sales, steps, lists and imports leave what is kept of their seller alone', async () => {
  const product = await makeProduct(server, user);
  await makeSupplier(server, user, { nome: 'Fornecedor' });
  await untilKept();
  const { kept, read } = server.deps.access.count();
  const calls: [string, string, { body?: unknown; headers?: Record<string, string> }?][] = [
    ['POST', `/api/mercadolivre/publicar/${product.id}`],
    ['POST', `/api/mercadolivre/simular-venda/${product.id}`],
    ['GET', '/api/produtos'],
    ['GET', '/api/pedidos'],
    ['GET', '/api/dashboard/stats'],
    ['PUT', `/api/produtos/${product.id}`, { body: { ...product, preco_venda_ml: 79.9 } }],
    [
      'POST',
      '/api/produtos/importar-csv',
      csvUpload('nome,fornecedor_id,preco_fornecedor,preco_venda_ml,estoque\nCaneca,Fornecedor,1,2,3\n'),
    ],
  ];
  for (const [method, url, content] of calls) {
    const answer = await server.call(method, url, { token, ...content });
    expect(answer.status, `${url}: ${answer.text}`).toBeLessThan(300);
  }
  const [order] = (await server.call('GET', '/api/pedidos', { token })).body;
  await server.call('POST', `/api/pedidos/${order.id}/aprovar`, { token });
  expect(await isKept()).toBe(true);
  expect(server.deps.access.count()).toEqual({ kept: kept + calls.length + 3, read });
});

it('that a session or a key was used is still written once a minute, and ends nothing that is kept', async () => {
  await untilKept();
  const lastUse = async () => {
    const { body } = await server.call('GET', '/api/conta/sessoes', { token });
    return Date.parse(body.itens.find(({ atual }: { atual: boolean }) => atual).ultimo_uso);
  };
  const first = await lastUse();
  elapsed = MINUTE - 1_000;
  expect(await lastUse()).toBe(first);
  elapsed = MINUTE + 1_000;
  expect(await isKept()).toBe(true);
  const second = await lastUse();
  expect(second).toBeGreaterThanOrEqual(first + MINUTE);
  elapsed = 1.5 * MINUTE;
  expect(await isKept()).toBe(true);
  expect(await lastUse()).toBe(second);
});
