import type { Product } from '@esteira/validators/products/product';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { listProducts } from './testing/change-calls';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

function preview(user: TestUser, body: object) {
  return server.call('POST', '/trpc/products.previewChange', { token: user.token, body });
}

it('a preview shows each product before and after, with its profit and what is wrong, and writes nothing', async () => {
  const user = await makeUser(server);
  const plain = await makeProduct(server, user, { sku: 'A-1' });
  const { id: noAmazon } = await makeProduct(server, user, { preco_venda_amazon: null });
  const foreign = await makeProduct(server, await makeUser(server));
  const before: Product[] = await listProducts(server, user);
  const ids = [plain.id, noAmazon, foreign.id, 'não é id'];
  const rule = { campos: ['preco_venda_amazon'], modo: 'percentual', valor: -70, final: '90' };
  const answer = await preview(user, { ids, ...rule });
  const [first, second, ...gone] = answer.body.result.data.itens;
  expect(first).toEqual({
    ...{ id: plain.id, nome: plain.nome, sku: 'A-1', campo: 'preco_venda_amazon' },
    ...{ antes: 64.9, depois: 19.9, lucro_antes: 39.9, lucro: -5.1 },
    ...{ liquido_antes: null, liquido: null, margem_liquida: null, erro: null },
  });
  expect(second).toMatchObject({ antes: null, depois: null, lucro: null, erro: 'Sem preço Amazon' });
  expect(gone).toMatchObject([
    { id: foreign.id, nome: null, erro: 'Produto não encontrado' },
    { nome: null, erro: 'Produto não encontrado' },
  ]);
  expect(await listProducts(server, user)).toEqual(before);
});

it('a preview refuses to make a published product free', async () => {
  const user = await makeUser(server);
  const { id } = await makeProduct(server, user);
  await server.call('POST', `/api/mercadolivre/publicar/${id}`, { token: user.token });
  const rule = { campos: ['preco_venda_ml'], modo: 'valor', valor: 0 };
  const answer = await preview(user, { ids: [id], ...rule });
  expect(answer.body.result.data.itens).toMatchObject([
    { depois: null, erro: 'Despublique do Mercado Livre antes de zerar o preço' },
  ]);
});

it('a preview names a product that comes again, and changes it once', async () => {
  const user = await makeUser(server);
  const { id, nome } = await makeProduct(server, user);
  const answer = await preview(user, {
    ...{ ids: [id, id.toUpperCase()], campos: ['preco_venda_ml'], modo: 'valor', valor: 70 },
  });
  expect(answer.body.result.data.itens).toMatchObject([
    { id, depois: 70, erro: null },
    { id: id.toUpperCase(), nome, depois: null, erro: 'Produto repetido na lista' },
  ]);
});

it.each([
  [{ campos: ['preco_fornecedor'], modo: 'margem', valor: 10 }, 'valor'],
  [{ campos: ['preco_fornecedor'], modo: 'margem_liquida', valor: 10 }, 'valor'],
  [{ campos: ['estoque'], modo: 'percentual', valor: 10 }, 'valor'],
  [{ campos: ['preco_venda_ml'], modo: 'percentual', valor: 1.234 }, 'valor'],
  [{ campos: ['nome'], modo: 'valor', valor: 1 }, 'campos.0'],
  [{ campos: ['preco_venda_ml', 'preco_fornecedor'], modo: 'margem', valor: 10 }, 'valor'],
])('a preview refuses the rule %o with 422', async (rule, campo) => {
  const answer = await preview(await makeUser(server), { ids: ['x'], ...rule });
  expect([answer.status, answer.body.error.data.erros[0].campo]).toEqual([422, campo]);
});

it('a preview takes 5,000 products at most', async () => {
  const ids = Array.from({ length: 5_001 }, (_, n) => `produto ${n}`);
  const rule = { campos: ['preco_venda_ml'], modo: 'valor', valor: 1 };
  const answer = await preview(await makeUser(server), { ids, ...rule });
  expect([answer.status, answer.body.error.data.erros[0].mensagem]).toEqual([
    422,
    'Altere no máximo 5.000 produtos de cada vez',
  ]);
});
