import { ML_HOME } from '@esteira/domain/testing/profit-sale';
import type { Product } from '@esteira/validators/products/product';
import type { PreviewedChange } from '@esteira/validators/products/product-change';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { applyChange, listProducts, undoChange } from './testing/change-calls';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => new Date('2026-11-22T12:00:00Z') } });
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
});

const say = (settings: object = {}) =>
  server.call('PUT', '/api/custos', {
    token: user.token,
    body: {
      ...{ regime: 'simples', receita_12_meses: 180_000, embalagem: 1.5 },
      ...{ reputacao_ml: 'green', logistica_ml: 'xd_drop_off', categoria_ml: ML_HOME },
      ...settings,
    },
  });

const makeLamp = (changes: object = {}) =>
  makeProduct(server, user, {
    ...{ preco_fornecedor: 30, preco_venda_ml: 59.9, custos: { peso_g: 800 }, ...changes },
  });

async function preview(ids: string[], rule: object = {}): Promise<PreviewedChange[]> {
  const body = { ids, campos: ['preco_venda_ml'], modo: 'margem_liquida', valor: 30, ...rule };
  const answer = await server.call('POST', '/trpc/products.previewChange', { token: user.token, body });
  return answer.body.result.data.itens;
}

it('each product gets the lowest price that leaves the margin, by its own costs, and nothing is written', async () => {
  await say();
  const light = await makeLamp();
  const dear = await makeLamp({ preco_fornecedor: 55, ficha: { tipo_anuncio: 'premium' } });
  const before: Product[] = await listProducts(server, user);
  const [first, second] = await preview([light.id, dear.id]);
  expect(first).toMatchObject({ antes: 59.9, depois: 73.3, lucro: 43.3, liquido: 21.99, margem_liquida: 30 });
  expect(second?.margem_liquida).toBeGreaterThanOrEqual(30);
  expect(second?.depois).toBeGreaterThan(73.3);
  expect((await preview([light.id], { final: '90' }))[0]).toMatchObject({
    depois: 73.9,
    margem_liquida: 30.4,
  });
  expect(await listProducts(server, user)).toEqual(before);
});

it('who lacks a weight or sells at no such margin is named with the reason, the others change', async () => {
  await say();
  const lamp = await makeLamp();
  const unweighed = await makeLamp({ custos: undefined });
  const { id: foreign } = await makeProduct(server, await makeUser(server));
  const itens = await preview([lamp.id, unweighed.id, foreign]);
  expect(itens.map(({ depois, erro }) => [depois, erro])).toEqual([
    [73.3, null],
    [null, 'Informe o peso para calcular o frete'],
    [null, 'Produto não encontrado'],
  ]);
  const [none] = await preview([lamp.id], { valor: 90 });
  expect(none).toMatchObject({
    nome: lamp.nome,
    depois: null,
    erro: 'Nenhum preço deixa essa margem líquida',
  });
  await say({ regime: null, receita_12_meses: null });
  const [untaxed] = await preview([lamp.id]);
  expect(untaxed?.erro).toBe('Informe o regime tributário para calcular o imposto');
});

it('gives a product its first price on Amazon, by the costs there', async () => {
  await say({ logistica_amazon: 'dba', origem_amazon: 'sp_capital', categoria_amazon: 'Casa' });
  const lamp = await makeLamp({ preco_venda_amazon: null });
  const [item] = await preview([lamp.id], { campos: ['preco_venda_amazon'] });
  expect(item).toMatchObject({ antes: null, erro: null });
  expect(item?.margem_liquida).toBeGreaterThanOrEqual(30);
});

it('what is previewed is applied, and taken back', async () => {
  await say();
  const { id } = await makeLamp();
  const [item] = await preview([id], { final: '99' });
  const lote_id = crypto.randomUUID();
  const itens = [{ id, antes: item?.antes ?? null, depois: item?.depois ?? null }];
  const applied = await applyChange(server, user, { lote_id, campo: 'preco_venda_ml', itens });
  expect(applied.body.result.data).toEqual({ aplicados: 1, recusados: [] });
  const price = async () => (await listProducts(server, user))[0]?.preco_venda_ml;
  expect(await price()).toBe(73.99);
  await undoChange(server, user, lote_id);
  expect(await price()).toBe(59.9);
});

it('several columns are previewed together, and taken back together', async () => {
  await say();
  const { id } = await makeLamp();
  const campos = ['preco_venda_ml', 'preco_fornecedor'];
  const [price, cost] = await preview([id], { campos, modo: 'percentual', valor: 10 });
  expect(price).toMatchObject({
    ...{ campo: 'preco_venda_ml', antes: 59.9, depois: 65.89, lucro_antes: 29.9, lucro: 32.89 },
    ...{ liquido_antes: 10.66, liquido: 12.72 },
  });
  expect(cost).toMatchObject({
    campo: 'preco_fornecedor',
    antes: 30,
    depois: 33,
    lucro: 31.9,
    liquido: null,
  });
  const [priceAlone] = await preview([id], { modo: 'percentual', valor: 10 });
  expect((priceAlone?.liquido ?? 0) - (price?.liquido ?? 0)).toBeCloseTo(3, 2);
  const lote_id = crypto.randomUUID();
  for (const { campo, antes, depois } of [price, cost].flatMap((item) => item ?? [])) {
    const answer = await applyChange(server, user, { lote_id, campo, itens: [{ id, antes, depois }] });
    expect(answer.body.result.data).toEqual({ aplicados: 1, recusados: [] });
  }
  const prices = async () => {
    const [product] = await listProducts(server, user);
    return [product?.preco_venda_ml, product?.preco_fornecedor];
  };
  expect(await prices()).toEqual([65.89, 33]);
  const list = await server.call('GET', '/trpc/products.changes', { token: user.token });
  expect(list.body.result.data.itens).toMatchObject([{ id: lote_id, total: 1 }]);
  expect((await undoChange(server, user, lote_id)).body.result.data).toMatchObject({ desfeitos: 1 });
  expect(await prices()).toEqual([59.9, 30]);
});
