import { NO_COST_SETTINGS } from '@esteira/domain/profit/cost-settings';
import { NO_PRODUCT_COSTS } from '@esteira/domain/profit/product-costs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeProduct, makeSupplier, makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
});

const rest = (method: 'GET' | 'PUT', path: string, body?: unknown) =>
  server.call(method, `/api${path}`, { token: user.token, ...(body === undefined ? {} : { body }) });

const settings = {
  regime: 'simples',
  receita_12_meses: 300_000,
  aliquota: null,
  anuncios: 5.25,
  devolucoes: 3,
  perda_devolucao: 20,
  embalagem: 1.5,
  outros: 0,
  margem_minima: 15,
  reputacao_ml: 'green',
  logistica_ml: 'xd_drop_off',
  logistica_amazon: 'dba',
  origem_amazon: 'sp_capital',
  entrega_propria: null,
  plano_individual_amazon: false,
  parcelamento_amazon: true,
  categoria_ml: 'Casa, Móveis e Decoração',
  categoria_amazon: 'Casa',
};

/** As the API gives them out. */
const recordOf = (values: object) => ({ ...values, id: expect.any(String), versao: expect.any(String) });

describe('the cost settings', () => {
  it('of a seller who set none are empty, and are not guessed', async () => {
    expect((await rest('GET', '/custos')).body).toEqual(recordOf(NO_COST_SETTINGS));
  });

  it('are kept as they were typed, replaced whole, and each seller has their own', async () => {
    const saved = await rest('PUT', '/custos', settings);
    expect([saved.status, saved.body]).toEqual([200, recordOf(settings)]);
    expect((await rest('GET', '/custos')).body).toEqual(saved.body);
    const other = await makeUser(server);
    const theirs = await server.call('GET', '/api/custos', { token: other.token });
    expect(theirs.body).toEqual(recordOf(NO_COST_SETTINGS));
    await rest('PUT', '/custos', { regime: 'mei' });
    expect((await rest('GET', '/custos')).body).toEqual(recordOf({ ...NO_COST_SETTINGS, regime: 'mei' }));
  });

  it.each([
    ['regime', 'lucro_real'],
    ['aliquota', 100.01],
    ['anuncios', 1.005],
    ['receita_12_meses', -1],
    ['margem_minima', 100],
    ['logistica_amazon', 'xd_drop_off'],
  ])('are refused where %s is %s', async (campo, wrong) => {
    const answer = await rest('PUT', '/custos', { ...settings, [campo]: wrong });
    expect([answer.status, answer.body.erros.map((erro: { campo: string }) => erro.campo)]).toEqual([
      422,
      [campo],
    ]);
  });

  it('survive being saved many times at once', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((anuncios) => rest('PUT', '/custos', { ...settings, anuncios })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect([1, 2, 3, 4, 5]).toContain((await rest('GET', '/custos')).body.anuncios);
  });
});

describe("a product's weight, measures and categories", () => {
  const custos = {
    peso_g: 800,
    altura_cm: 10,
    largura_cm: 20,
    comprimento_cm: 30,
    categoria_tarifa_ml: 'Games',
    categoria_tarifa_amazon: null,
  };

  it('are created with it, replaced with it, and left alone by an edit that does not bring them', async () => {
    const { id: fornecedor_id } = await makeSupplier(server, user);
    const body = { fornecedor_id, nome: 'Fone', preco_fornecedor: 25, preco_venda_ml: 59.9, estoque: 10 };
    const made = await server.call('POST', '/api/produtos', { token: user.token, body: { ...body, custos } });
    expect(made.body).not.toHaveProperty('peso_g');
    const path = `/produtos/${made.body.id}`;
    expect((await rest('GET', `${path}/custos`)).body).toEqual(custos);
    await rest('PUT', path, { ...body, nome: 'Outro' });
    expect((await rest('GET', `${path}/custos`)).body).toEqual(custos);
    await rest('PUT', path, { ...body, custos: { peso_g: 300 } });
    expect((await rest('GET', `${path}/custos`)).body).toEqual({ ...NO_PRODUCT_COSTS, peso_g: 300 });
  });

  it('are unknown at first, and not there for another seller', async () => {
    const { id } = await makeProduct(server, user);
    expect((await rest('GET', `/produtos/${id}/custos`)).body).toEqual(NO_PRODUCT_COSTS);
    user = await makeUser(server);
    expect((await rest('GET', `/produtos/${id}/custos`)).status).toBe(404);
  });

  it('are refused where they cannot be', async () => {
    const { id } = await makeProduct(server, user);
    const body = {
      nome: 'Fone',
      preco_fornecedor: 25,
      preco_venda_ml: 59.9,
      estoque: 10,
      fornecedor_id: 'x',
    };
    const answer = await rest('PUT', `/produtos/${id}`, { ...body, custos: { peso_g: 0, altura_cm: 1.5 } });
    expect(answer.body.erros.map((erro: { campo: string }) => erro.campo)).toEqual([
      'custos.peso_g',
      'custos.altura_cm',
    ]);
  });
});
