import { feeRules } from '@esteira/db/schema/costs/fee-rules';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listForReal, makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import { externalOrder } from '../../../testing/marketplaces/external-orders';
import { createTestServer, type TestServer } from '../../../testing/server';
import { receiveOrder } from '../../orders/intake/intake';
import { getFeeTable } from './fee-table';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => new Date('2026-12-10T15:00:00Z') } });
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
  const body = {
    ...{ regime: 'mei', reputacao_ml: 'green', logistica_ml: 'xd_drop_off' },
    categoria_ml: 'Games',
  };
  await server.call('PUT', '/api/custos', { token: user.token, body });
});
afterEach(async () => {
  await server.db.delete(feeRules);
});

const IN_TABLE = 'ml-commission-classico-games';

/** Games on Mercado Livre, 'Clássico': 13 % in the rules that ship. */
const addCommission = (
  percentual: number,
  vale_de = '2026-12-01',
  { numero = 1, ate = null as number | null } = {},
) =>
  server.db.insert(feeRules).values({
    ...{ numero, tipo: 'commission', marketplace: 'mercadolivre', vale_de, confianca: 'confirmed' },
    ...{ fonte: 'Central de vendedores', endereco: 'https://exemplo.com.br/tarifas' },
    dados: {
      ...{ categoria: 'Games', tipo_anuncio: 'classico', minimo: 0 },
      faixas: [{ ate, percentual }],
    },
  });

const holds = async (id: string) => (await getFeeTable(server.deps.db)).byId.get(id)?.validTo;
const makeGame = () => makeProduct(server, user, { preco_venda_ml: 100, custos: { peso_g: 300 } });

async function netOf(id: string): Promise<number> {
  const input = encodeURIComponent(JSON.stringify({ ids: [id] }));
  const answer = await server.call('GET', `/trpc/products.netValues?input=${input}`, { token: user.token });
  return answer.body.result.data.itens[0].mercadolivre.liquido;
}

describe('the table of fees', () => {
  it('has a rule at once when it was added, and no more when it was taken out', async () => {
    expect(await holds(IN_TABLE)).toBeNull();
    await addCommission(15);
    expect(await holds(IN_TABLE)).toBe('2026-11-30');
    expect(await holds('regra-1')).toBeNull();
    await server.db.delete(feeRules);
    expect(await holds(IN_TABLE)).toBeNull();
  });

  it('leaves out what ships with the product by now and what is no rule any more, and is there for all', async () => {
    const product = await makeGame();
    const before = await netOf(product.id);
    await addCommission(15, '2025-01-01');
    await addCommission(16, '2026-12-01', { numero: 2, ate: 50 });
    await addCommission(17, '2026-12-02', { numero: 3 });
    expect(await holds(IN_TABLE)).toBe('2026-12-01');
    expect(await netOf(product.id)).toBe(before - 4);
    const { byId } = await getFeeTable(server.deps.db);
    expect([byId.has('regra-1'), byId.has('regra-2'), byId.has('regra-3')]).toEqual([false, false, true]);
    const { body } = await server.call('GET', '/trpc/costs.rules', { token: user.token });
    expect(body.result.data.map(({ id }: { id: string }) => id)).toEqual(['regra-3']);
  });

  it('is the same for lists, for sales and for the browser', async () => {
    const product = await makeGame();
    const before = await netOf(product.id);
    await addCommission(15);
    expect(await netOf(product.id)).toBe(before - 2);
    const answer = await server.call('GET', '/trpc/costs.rules', { token: user.token });
    expect(answer.body.result.data).toEqual([
      {
        id: 'regra-1',
        incluida_em: expect.any(String),
        regra: {
          ...{
            tipo: 'commission',
            marketplace: 'mercadolivre',
            categoria: 'Games',
            tipo_anuncio: 'classico',
          },
          ...{ vale_de: '2026-12-01', vale_ate: null, confianca: 'confirmed', minimo: 0 },
          ...{ endereco: 'https://exemplo.com.br/tarifas', faixas: [{ ate: null, percentual: 15 }] },
        },
      },
    ]);
  });

  it('estimates a sale by the rule of its day, and an order names it with its page', async () => {
    // A sale is of the database's day, which is no test's to say.
    await addCommission(15, '2026-01-01');
    const product = await makeGame();
    await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
    const url = `/api/mercadolivre/simular-venda/${product.id}`;
    expect((await server.call('POST', url, { token: user.token })).status).toBe(200);
    const [order] = (await server.call('GET', '/api/pedidos', { token: user.token })).body;
    const { body } = await server.call('GET', `/api/pedidos/${order.id}/custos`, { token: user.token });
    expect(body.linhas[0]).toMatchObject({
      codigo: 'tarifa_venda',
      valor: 15,
      regra: {
        ...{ id: 'regra-1', desde: '2026-01-01', confianca: 'confirmed' },
        descricao: 'Tarifa de venda · Mercado Livre · Games · Clássico',
        fontes: ['https://exemplo.com.br/tarifas'],
      },
    });
  });

  it('estimates an order that is read late by the rule of the day it was sold', async () => {
    await addCommission(15, '2026-01-01');
    const { id } = await makeGame();
    const listing = await listForReal(server, user, { id, marketplace: 'mercadolivre' });
    const criado_em = new Date('2025-12-31T20:00:00-03:00');
    const order = externalOrder('mercadolivre', { listing, criado_em });
    await receiveOrder(server.db, { usuarioId: user.id, contaId: 1 }, order);
    const [sold] = (await server.call('GET', '/api/pedidos', { token: user.token })).body;
    const { body } = await server.call('GET', `/api/pedidos/${sold.id}/custos`, { token: user.token });
    expect(body.linhas[0]).toMatchObject({ codigo: 'tarifa_venda', valor: 6.5, regra: { id: IN_TABLE } });
  });
});
