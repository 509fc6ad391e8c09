import { ML_HOME } from '@esteira/domain/testing/profit-sale';
import type { NetQuote } from '@esteira/validators/costs/net-quote';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => new Date('2026-11-22T12:00:00Z') } });
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
  await server.call('PUT', '/api/custos', {
    token: user.token,
    body: {
      ...{ regime: 'simples', receita_12_meses: 180_000, embalagem: 1.5 },
      ...{ reputacao_ml: 'green', logistica_ml: 'xd_drop_off', categoria_ml: ML_HOME },
    },
  });
});

const makeLamp = (changes: object = {}) =>
  makeProduct(server, user, {
    ...{ preco_fornecedor: 30, preco_venda_ml: 79, preco_venda_amazon: null, custos: { peso_g: 800 } },
    ...changes,
  });

async function quote(id: string, marketplace = 'mercadolivre') {
  const input = encodeURIComponent(JSON.stringify({ id, marketplace }));
  const answer = await server.call('GET', `/trpc/products.netQuote?input=${input}`, { token: user.token });
  return answer.body.result.data as NetQuote;
}

it('names each cost with its rule; they and what remains are the price, which is what the card shows', async () => {
  const { id } = await makeLamp();
  const found = await quote(id);
  expect(found?.linhas.map(({ codigo, valor }) => [codigo, valor])).toEqual([
    ['tarifa_venda', 9.09],
    ['frete_vendedor', 14.45],
    ['imposto', 3.16],
    ['embalagem', 1.5],
    ['fornecedor', 30],
  ]);
  expect(found).toMatchObject({ preco: 79, liquido: 20.8, margem: 26.3, falta: [] });
  expect(found?.linhas[1]).toMatchObject({ origem: 'tabela', regra: { desde: '2026-08-24' } });
  const costs = found?.linhas.reduce((sum, { valor }) => sum + Math.round(valor * 100), 0);
  expect(costs).toBe(7900 - 2080);
  const input = encodeURIComponent(JSON.stringify({ ids: [id] }));
  const card = await server.call('GET', `/trpc/products.netValues?input=${input}`, { token: user.token });
  expect(card.body.result.data.itens[0].mercadolivre.liquido).toBe(20.8);
});

it('says what is missing, and is none where there is no price', async () => {
  const { id } = await makeLamp({ custos: undefined });
  expect(await quote(id)).toMatchObject({ liquido: null, margem: null, falta: ['peso'] });
  expect(await quote(id, 'amazon')).toBeNull();
});
