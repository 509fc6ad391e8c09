import { feeRules } from '@esteira/db/schema/costs/fee-rules';
import { listingAttributes } from '@esteira/db/schema/products/listing-attributes';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { watchStatements } from '../../../testing/watching/statements';
import { listMarginFalls } from './fallen-margins';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => new Date('2026-12-10T15:00:00Z') } });
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
  await save({ margem_minima: 35 });
});
afterEach(async () => {
  await server.db.delete(feeRules);
});

/** Games on Mercado Livre, 'Clássico', cost 13 % in the rules that ship. */
const save = (settings: object) =>
  server.call('PUT', '/api/custos', {
    token: user.token,
    body: {
      ...{ regime: 'mei', reputacao_ml: 'green', logistica_ml: 'xd_drop_off', categoria_ml: 'Games' },
      ...settings,
    },
  });

async function addCommission(percentual: number, vale_de: string, numero = 1): Promise<void> {
  await server.db.insert(feeRules).values({
    ...{ numero, tipo: 'commission', marketplace: 'mercadolivre', vale_de, confianca: 'confirmed' },
    ...{ fonte: 'Central de vendedores', endereco: 'https://exemplo.com.br/tarifas' },
    dados: {
      ...{ categoria: 'Games', tipo_anuncio: 'classico', minimo: 0 },
      faixas: [{ ate: null, percentual }],
    },
  });
}

/** Leaves R$ 30,57 of R$ 78,99 (38,7 %), and 31,7 % once the commission is 20 %. */
const FIELDS = { preco_fornecedor: 30, preco_venda_ml: 78.99, preco_venda_amazon: null, estoque: 10 };
const makeGame = (fields: object = {}) =>
  makeProduct(server, user, { ...FIELDS, custos: { peso_g: 300 }, ...fields });

const read = async (path: string) =>
  (await server.call('GET', `/trpc/${path}`, { token: user.token })).body.result.data;
const listFallen = async () => {
  const input = encodeURIComponent(JSON.stringify({ margem_caiu: true, limite: 50 }));
  return (await read(`products.list?input=${input}`)).itens.map(({ id }: { id: string }) => id);
};
const countFallen = async () =>
  (await read(`products.count?input=${encodeURIComponent('{"margem_caiu":true}')}`)).total;
const feeNotices = async () =>
  (await read('notices.list')).itens.filter(({ tipo }: { tipo: string }) => tipo === 'tarifas');

describe('new fees that bring a product below the margin of its seller', () => {
  it('are told in the notices and on the dashboard, and lead to the product', async () => {
    const product = await makeGame();
    expect([await feeNotices(), await listFallen()]).toEqual([[], []]);
    await addCommission(20, '2026-12-05');
    expect(await feeNotices()).toEqual([
      {
        ...{ id: 'tarifas-2026-12-05', tipo: 'tarifas', dia: '2026-12-05', produtos: 1 },
        ...{ em: '2026-12-05T03:00:00.000Z', margem_minima: 35 },
      },
    ]);
    expect((await read('notices.unread')).nao_lidos).toBe(1);
    expect(await read('dashboard.todo')).toMatchObject({
      ...{ margem_caiu: 1, margem_caiu_em: '2026-12-05', margem_minima: 35 },
    });
    expect([await listFallen(), await countFallen()]).toEqual([[product.id], 1]);
    const names = await read(`products.names?input=${encodeURIComponent('{"margem_caiu":true}')}`);
    expect(names.itens.map(({ id }: { id: string }) => id)).toEqual([product.id]);
    const table = await server.call('GET', '/api/produtos?margem_caiu=true', { token: user.token });
    expect(table.body.map(({ id }: { id: string }) => id)).toEqual([product.id]);
  });

  it('are read by looking, and are no news any more', async () => {
    await makeGame();
    await addCommission(20, '2026-12-05');
    const body = { ate: '2026-12-06T00:00:00Z' };
    await server.call('POST', '/trpc/notices.markRead', { token: user.token, body });
    expect((await read('notices.unread')).nao_lidos).toBe(0);
    expect(await feeNotices()).toHaveLength(1);
  });

  it('end with a higher price, and with a lower margin', async () => {
    const product = await makeGame();
    await addCommission(20, '2026-12-05');
    expect(await listFallen()).toEqual([product.id]);
    await save({ margem_minima: 30 });
    expect([await listFallen(), await feeNotices()]).toEqual([[], []]);
    await save({ margem_minima: 35 });
    expect(await listFallen()).toEqual([product.id]);
    const body = { ...FIELDS, nome: product.nome, fornecedor_id: product.fornecedor_id, preco_venda_ml: 120 };
    const edited = await server.call('PUT', `/api/produtos/${product.id}`, { token: user.token, body });
    expect(edited.status).toBe(200);
    expect([await listFallen(), await feeNotices(), await countFallen()]).toEqual([[], [], 0]);
  });

  it('name each product under the change that did it', async () => {
    const [first, second] = [await makeGame(), await makeGame({ preco_venda_ml: 75 })];
    // 35 % of R$ 75,00 is gone with a little more, of R$ 78,99 with a lot more.
    await addCommission(14.5, '2026-12-01');
    await addCommission(20, '2026-12-05', 2);
    const told = (await feeNotices()).map(({ dia, produtos }: { dia: string; produtos: number }) => [
      dia,
      produtos,
    ]);
    expect(told).toEqual([
      ['2026-12-05', 1],
      ['2026-12-01', 1],
    ]);
    expect((await listFallen()).sort()).toEqual([first.id, second.id].sort());
  });

  it('without a margin in the settings are those that leave a loss', async () => {
    await save({});
    const loses = await makeGame({ preco_fornecedor: 58 });
    await makeGame();
    await addCommission(20, '2026-12-05');
    expect(await listFallen()).toEqual([loses.id]);
    expect(await feeNotices()).toMatchObject([{ produtos: 1, margem_minima: 0 }]);
    expect(await read('dashboard.todo')).toMatchObject({ margem_caiu: 1, margem_minima: 0 });
  });
});

describe('what was found', () => {
  /** Reading products once tells whether something changed, twice looks through them as well. */
  function watchLists() {
    let reads = 0;
    const db = watchStatements(server.db, ({ text }) => {
      reads += Number(/from "?produtos"?/i.test(text));
    });
    return async (askers = 1) => {
      const before = reads;
      await Promise.all(
        Array.from({ length: askers }, () => listMarginFalls({ ...server.deps, db }, user.id)),
      );
      return reads - before;
    };
  }
  const edit = async ({ id, nome, fornecedor_id }: Awaited<ReturnType<typeof makeGame>>, changes: object) => {
    const body = { ...FIELDS, nome, fornecedor_id, custos: { peso_g: 300 }, ...changes };
    const { status } = await server.call('PUT', `/api/produtos/${id}`, { token: user.token, body });
    expect(status).toBe(200);
  };

  it('is looked for once by all who ask at once', async () => {
    await makeGame();
    await addCommission(20, '2026-12-05');
    expect(await watchLists()(3)).toBe(3 + 1);
  });

  it('stays when stock changes and a sale is made', async () => {
    const product = await makeGame();
    await addCommission(20, '2026-12-05');
    const ask = watchLists();
    expect([await ask(), await ask()]).toEqual([2, 1]);
    await edit(product, { estoque: 7 });
    expect(await ask()).toBe(1);
    await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
    const url = `/api/mercadolivre/simular-venda/${product.id}`;
    expect((await server.call('POST', url, { token: user.token })).status).toBe(200);
    expect(await ask()).toBe(1);
  });

  it.each([
    [{ preco_venda_ml: 80 }],
    [{ preco_venda_amazon: 80 }],
    [{ preco_fornecedor: 31 }],
    [{ custos: { peso_g: 900 } }],
    [{ custos: { peso_g: 300, altura_cm: 10, largura_cm: 10, comprimento_cm: 10 } }],
    [{ custos: { peso_g: 300, categoria_tarifa_ml: 'Saúde' } }],
  ])('is looked for again after %o', async (changes) => {
    const product = await makeGame();
    await addCommission(20, '2026-12-05');
    const ask = watchLists();
    expect([await ask(), await ask()]).toEqual([2, 1]);
    await edit(product, changes);
    expect(await ask()).toBe(2);
  });

  it('is looked for again after products swapped their prices', async () => {
    const [one, other] = [await makeGame(), await makeGame()];
    await addCommission(20, '2026-12-05');
    const ask = watchLists();
    for (let cents = 1; cents <= 8; cents += 1) {
      const [low, high] = [80 + cents / 100, 90 + cents / 100];
      for (const [first, second] of [
        [low, high],
        [high, low],
      ]) {
        await edit(one, { preco_venda_ml: first });
        await edit(other, { preco_venda_ml: second });
        expect(await ask()).toBe(2);
      }
    }
  });

  it('is looked for again after another kind of listing, other settings, and a product less', async () => {
    const product = await makeGame();
    await addCommission(20, '2026-12-05');
    const ask = watchLists();
    await ask();
    const keys = { usuario_id: user.id, produto_id: product.id };
    await server.db
      .insert(listingAttributes)
      .values({ ...keys, tipo_anuncio: 'premium' })
      .onConflictDoUpdate({
        target: [listingAttributes.usuario_id, listingAttributes.produto_id],
        set: { tipo_anuncio: 'premium' },
      });
    expect(await ask()).toBe(2);
    await save({ margem_minima: 30 });
    expect(await ask()).toBe(2);
    await server.call('DELETE', `/api/produtos/${product.id}`, { token: user.token });
    expect(await ask()).toBe(2);
  });
});

describe('not named are', () => {
  it.each([
    ['what was below before', { preco_fornecedor: 60 }, '2026-12-05', 20],
    ['a product of unknown weight', { custos: {} }, '2026-12-05', 20],
    ['what is still above', {}, '2026-12-05', 14],
    ['a change of more than a month ago', {}, '2026-11-01', 20],
    ['a change that is still to come', {}, '2026-12-11', 20],
  ])('%s', async (_, fields, day, percent) => {
    await makeGame(fields);
    await addCommission(percent, day);
    expect([await feeNotices(), await listFallen(), await countFallen()]).toEqual([[], [], 0]);
    expect((await read('dashboard.todo')).margem_caiu).toBe(0);
  });

  it("another seller's products", async () => {
    await makeGame();
    await addCommission(20, '2026-12-05');
    user = await makeUser(server);
    expect([await feeNotices(), await listFallen()]).toEqual([[], []]);
  });
});
