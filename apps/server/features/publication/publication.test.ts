import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const act = (user: TestUser, path: string, body?: object) =>
  server.call('POST', `/api/${path}`, { token: user.token, ...(body === undefined ? {} : { body }) });

const getProducts = async (user: TestUser) =>
  (await server.call('GET', '/api/produtos', { token: user.token })).body;

describe.each([
  { path: 'mercadolivre', flag: 'publicado_ml', where: 'no Mercado Livre', from: 'do Mercado Livre' },
  { path: 'amazon', flag: 'publicado_amazon', where: 'na Amazon', from: 'da Amazon' },
])('publishing $where', ({ path, flag, where, from }) => {
  it('publishes, harmlessly again, and unpublishes, harmlessly again', async () => {
    const user = await makeUser(server);
    const product = await makeProduct(server, user);
    for (const _ of [1, 2]) {
      const answer = await act(user, `${path}/publicar/${product.id}`);
      expect([answer.status, answer.body]).toEqual([
        200,
        { message: `Produto publicado ${where}! (modo simulado)` },
      ]);
    }
    expect((await getProducts(user))[0][flag]).toBe(true);
    for (const _ of [1, 2]) {
      const answer = await act(user, `${path}/despublicar/${product.id}`);
      expect([answer.status, answer.body]).toEqual([
        200,
        { message: `Produto despublicado ${from} (modo simulado)` },
      ]);
    }
    expect((await getProducts(user))[0][flag]).toBe(false);
    expect((await act(user, `${path}/publicar/${product.id}`)).status).toBe(200);
  });

  it('refuses a product without stock or with a zero price', async () => {
    const user = await makeUser(server);
    const empty = await makeProduct(server, user, { estoque: 0 });
    const free = await makeProduct(server, user, { preco_venda_ml: 0, preco_venda_amazon: 0 });
    const noStock = await act(user, `${path}/publicar/${empty.id}`);
    expect([noStock.status, noStock.body.detail]).toEqual([409, 'Produto sem estoque']);
    const noPrice = await act(user, `${path}/publicar/${free.id}`);
    expect([noPrice.status, noPrice.body.detail]).toEqual([
      409,
      'Defina um preço de venda maior que zero antes de publicar',
    ]);
  });

  it('sells only what is published, one unit unless told, and never beyond the stock', async () => {
    const user = await makeUser(server);
    const product = await makeProduct(server, user, { estoque: 3 });
    const early = await act(user, `${path}/simular-venda/${product.id}`);
    expect([early.status, early.body.detail]).toEqual([409, `Produto não está publicado ${where}`]);
    await act(user, `${path}/publicar/${product.id}`);
    const one = await act(user, `${path}/simular-venda/${product.id}`);
    expect(one.status).toBe(200);
    expect(one.body.message).toMatch(
      new RegExp(`^Venda simulada ${where}! Pedido #\\S+ \\(modo simulado\\)$`),
    );
    expect((await getProducts(user))[0].estoque).toBe(2);
    const three = await act(user, `${path}/simular-venda/${product.id}`, { quantidade: 3 });
    expect([three.status, three.body.detail]).toEqual([409, 'Estoque insuficiente']);
    for (const quantidade of [0, 101, 1.5, '2', null]) {
      expect((await act(user, `${path}/simular-venda/${product.id}`, { quantidade })).status).toBe(422);
    }
    expect((await act(user, `${path}/simular-venda/${product.id}`, { quantidade: 2 })).status).toBe(200);
    expect((await getProducts(user))[0].estoque).toBe(0);
  });

  it('answers 404 for what another seller owns', async () => {
    const owner = await makeUser(server);
    const product = await makeProduct(server, owner);
    const other = await makeUser(server);
    for (const action of ['publicar', 'despublicar', 'simular-venda']) {
      const answer = await act(other, `${path}/${action}/${product.id}`);
      expect([answer.status, answer.body.detail]).toEqual([404, 'Produto não encontrado']);
    }
  });

  it.each([
    ['SIM-INDISPONIVEL', 503],
    ['SIM-LIMITE', 429],
    ['SIM-RECONECTAR', 409],
    ['SIM-RECUSAR', 409],
    ['SIM-JA-EXISTE', 409],
  ])('passes on what the marketplace answers to %s', async (sentinel, status) => {
    const user = await makeUser(server);
    const product = await makeProduct(server, user, { nome: `Caneca ${sentinel}` });
    const answer = await act(user, `${path}/publicar/${product.id}`);
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toEqual(expect.any(String));
    if (status === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await getProducts(user))[0][flag]).toBe(false);
  });

  it('stays unpublished while the marketplace processes, and is recorded when asked again', async () => {
    const user = await makeUser(server);
    const product = await makeProduct(server, user, { nome: 'Caneca SIM-PROCESSANDO' });
    const first = await act(user, `${path}/publicar/${product.id}`);
    expect(first.body.message).toContain('em análise');
    expect((await getProducts(user))[0][flag]).toBe(false);
    const second = await act(user, `${path}/publicar/${product.id}`);
    expect(second.body.message).toContain('publicado');
    expect((await getProducts(user))[0][flag]).toBe(true);
  });
});

it('publishing on Amazon needs an Amazon price', async () => {
  const user = await makeUser(server);
  const product = await makeProduct(server, user, { preco_venda_amazon: null });
  const answer = await act(user, `amazon/publicar/${product.id}`);
  expect([answer.status, answer.body.detail]).toEqual([409, 'Defina o preço Amazon antes de publicar']);
});

it('50 parallel sales on a stock of 20 give 20 orders and 30 refusals', async () => {
  const user = await makeUser(server);
  const product = await makeProduct(server, user, { estoque: 20 });
  await act(user, `mercadolivre/publicar/${product.id}`);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => act(user, `mercadolivre/simular-venda/${product.id}`)),
  );
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 409)).toHaveLength(30);
  expect((await server.call('GET', '/api/pedidos', { token: user.token })).body).toHaveLength(20);
  expect((await getProducts(user))[0].estoque).toBe(0);
});
