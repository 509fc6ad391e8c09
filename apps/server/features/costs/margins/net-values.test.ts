import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSupplier, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';

let server: TestServer;
let now = new Date('2026-11-22T12:00:00Z');
beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => now } });
});
afterAll(() => server.close());

const settings = {
  regime: 'simples',
  receita_12_meses: 180_000,
  embalagem: 1.5,
  reputacao_ml: 'green',
  logistica_ml: 'xd_drop_off',
  categoria_ml: 'Casa, Móveis e Decoração',
};

async function makeLamp(user: TestUser, more: object = {}): Promise<string> {
  const { id: fornecedor_id } = await makeSupplier(server, user);
  const prices = { preco_fornecedor: 30, preco_venda_ml: 79, preco_venda_amazon: null };
  const body = { fornecedor_id, nome: 'Luminária', estoque: 4, ...prices, custos: { peso_g: 800 }, ...more };
  return (await server.call('POST', '/api/produtos', { token: user.token, body })).body.id;
}

async function netOf(user: TestUser, ids: string[]) {
  const input = encodeURIComponent(JSON.stringify({ ids }));
  const answer = await server.call('GET', `/trpc/products.netValues?input=${input}`, { token: user.token });
  return answer.body.result.data.itens;
}

it('says to the cent what a sale leaves at the prices of today, by its own kind of listing', async () => {
  const user = await makeUser(server);
  await server.call('PUT', '/api/custos', { token: user.token, body: settings });
  const id = await makeLamp(user);
  const premium = await makeLamp(user, { preco_venda_ml: 89.9, ficha: { tipo_anuncio: 'premium' } });
  const itens = await netOf(user, [id, premium]);
  const of = (wanted: string) => itens.find((item: { id: string }) => item.id === wanted);
  expect(of(id)).toEqual({ id, mercadolivre: { liquido: 20.8, margem: 26.3, falta: [] }, amazon: null });
  expect(of(premium).mercadolivre).toEqual({ liquido: 25.52, margem: 28.4, falta: [] });
});

it('says what is missing, never a figure without it', async () => {
  const user = await makeUser(server);
  await server.call('PUT', '/api/custos', { token: user.token, body: settings });
  const id = await makeLamp(user, { custos: undefined, preco_venda_amazon: 99 });
  const [item] = await netOf(user, [id]);
  expect(item.mercadolivre).toEqual({ liquido: null, margem: null, falta: ['peso'] });
  expect(item.amazon.falta).toEqual(expect.arrayContaining(['categoria', 'logistica']));
});

it('follows the rules of the day', async () => {
  const user = await makeUser(server);
  await server.call('PUT', '/api/custos', { token: user.token, body: settings });
  const id = await makeLamp(user, { custos: { peso_g: 400 } });
  now = new Date('2026-08-24T02:59:59Z');
  const before = (await netOf(user, [id]))[0].mercadolivre.liquido;
  now = new Date('2026-08-24T03:00:00Z');
  const since = (await netOf(user, [id]))[0].mercadolivre.liquido;
  now = new Date('2026-11-22T12:00:00Z');
  expect([before, since]).toEqual([22, 21.4]);
});

it("answers nothing of another seller's products", async () => {
  const id = await makeLamp(await makeUser(server));
  expect(await netOf(await makeUser(server), [id, 'missing'])).toEqual([]);
});
