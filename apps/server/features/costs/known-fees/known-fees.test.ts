import { knownFees } from '@esteira/db/schema/costs/known-fees';
import { connections } from '@esteira/db/schema/platform/connections';
import { listings } from '@esteira/db/schema/products/listings';
import type { KnownFees, KnownFeesQuestion } from '@esteira/validators/costs/known-fees';
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import { makeConnectedSeller } from '../../../testing/marketplaces/fake-marketplaces';
import { openTestHarness } from '../../../testing/test-harness';
import { forgetOldFees } from './stored-fees';

const EAN = '6925281974397';
const ASIN = 'B000000001';

const harness = openTestHarness();
let user: Awaited<ReturnType<typeof makeConnectedSeller>>;
beforeEach(async () => {
  harness.now = new Date('2026-11-21T12:00:00Z');
  user = await makeConnectedSeller(harness.server, harness.fakes);
  await saveSettings({});
  harness.fakes.ml.setCommission('MLB99779', 11.5);
});

async function saveSettings(changes: object): Promise<void> {
  const body = { logistica_ml: 'xd_drop_off', logistica_amazon: 'dba', ...changes };
  expect((await harness.server.call('PUT', '/api/custos', { token: user.token, body })).status).toBe(200);
}

const draft: KnownFeesQuestion = {
  ...{ nome: 'Fone de ouvido', preco_venda_ml: 78.99, categoria_ml: 'MLB99779' },
  ...{ peso_g: 800, altura_cm: 10, largura_cm: 20, comprimento_cm: 20 },
};

async function ask(changes: KnownFeesQuestion | object = {}, asking: TestUser = user): Promise<KnownFees> {
  const input = encodeURIComponent(JSON.stringify({ ...draft, ...changes }));
  const answer = await harness.server.call('GET', `/trpc/costs.knownFees?input=${input}`, {
    token: asking.token,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.result.data;
}

const askMl = async (changes: object = {}) => (await ask(changes)).mercadolivre;

/** How often Mercado Livre was asked for a fee so far, by all tests. */
const countCalls = () => harness.fakes.ml.calls('GET', /listing_prices$/).length;

const rows = () => harness.server.db.select().from(knownFees).where(eq(knownFees.usuario_id, user.id));

describe('the fees of an account', () => {
  it('are read from the marketplace, with the prices that they hold for and the time', async () => {
    harness.fakes.ml.setReputation(user.mlId, 'orange_red');
    expect(await askMl()).toEqual({
      situacao: 'lida',
      tarifas: [
        { codigo: 'tarifa_venda', origem: 'api', valor: null, percentual: 11.5 },
        { codigo: 'tarifa_fixa', origem: 'api', valor: 0, percentual: null },
        { codigo: 'frete_vendedor', origem: 'api', valor: 12.07, percentual: null },
      ],
      ...{ de: 49, ate: 78.99, lida_em: '2026-11-21T12:00:00.000Z', falta: [] },
    });
  });

  it('are asked for once within a band of prices, by however many at once, until the answer is too old', async () => {
    const before = countCalls();
    await Promise.all([1, 2, 3, 4, 5].map(() => askMl()));
    const first = await askMl({ preco_venda_ml: 50 });
    expect(countCalls() - before).toBe(1);
    await askMl({ preco_venda_ml: 79 });
    expect(countCalls() - before).toBe(2);
    harness.later(12 * 60 - 1);
    expect(await askMl()).toEqual(first);
    expect(countCalls() - before).toBe(2);
    harness.later(1);
    expect(await askMl()).toMatchObject({ lida_em: '2026-11-22T00:00:00.000Z' });
    expect(countCalls() - before).toBe(3);
    expect(await rows()).toHaveLength(2);
  });

  it.each([
    ['another parcel', { peso_g: 900 }],
    ['another category', { categoria_ml: 'MLB196208' }],
    ['another kind of listing', { tipo_anuncio: 'premium' }],
  ])('are asked for again for %s', async (_what, changes) => {
    await askMl();
    const before = countCalls();
    await askMl(changes);
    expect(countCalls() - before).toBe(1);
  });

  it('are those of the account that is connected, and of no other', async () => {
    await askMl();
    const other = harness.fakes.ml.connectSeller();
    const mine = and(eq(connections.usuario_id, user.id), eq(connections.marketplace, 'mercadolivre'));
    await harness.server.db.update(connections).set({ vendedor_id: other.vendedor_id }).where(mine);
    const before = countCalls();
    await askMl();
    expect(countCalls() - before).toBe(1);
  });
});

describe('fees that cannot be read', () => {
  it('say what is missing, with the others', async () => {
    const told = await askMl({ peso_g: null });
    expect([told.tarifas.map(({ codigo }) => codigo), told.falta]).toEqual([
      ['tarifa_venda', 'tarifa_fixa'],
      ['peso'],
    ]);
    expect(await askMl({ categoria_ml: null, nome: 'Coisa' })).toMatchObject({
      ...{ situacao: 'lida', tarifas: [], falta: ['categoria'] },
    });
  });

  it('are asked for again soon where the marketplace did not know the product', async () => {
    const unknown = { categoria_ml: null, nome: 'Coisa' };
    await askMl(unknown);
    const searches = () => harness.fakes.ml.calls('GET', /domain_discovery/).length;
    const before = searches();
    await askMl(unknown);
    expect(searches()).toBe(before);
    harness.later(10);
    await askMl(unknown);
    expect(searches()).toBe(before + 1);
  });

  it('are asked for again soon where the marketplace did not tell the freight', async () => {
    harness.fakes.ml.fail({ path: /free$/, failure: { status: 400 } });
    const without = await askMl();
    expect([without.tarifas.map(({ codigo }) => codigo), without.falta]).toEqual([
      ['tarifa_venda', 'tarifa_fixa'],
      ['frete'],
    ]);
    harness.later(9);
    expect(await askMl()).toEqual(without);
    harness.later(1);
    expect(await askMl()).toMatchObject({ falta: [], lida_em: harness.now.toISOString() });
  });

  it('are none where there is no price, no way of sending or no account', async () => {
    expect(await ask()).toMatchObject({ amazon: { situacao: 'sem_preco', tarifas: [], lida_em: null } });
    expect(await askMl({ preco_venda_ml: 0 })).toMatchObject({ situacao: 'sem_preco' });
    await saveSettings({ logistica_ml: null });
    expect(await askMl()).toMatchObject({ situacao: 'sem_logistica' });
    const stranger = await makeUser(harness.server);
    expect(await ask({}, stranger)).toMatchObject({ mercadolivre: { situacao: 'sem_conta' } });
  });

  it('are none while the marketplace does not answer, however near an answer of before is', async () => {
    await askMl();
    harness.later(12 * 60);
    harness.fakes.ml.fail({ path: /listing_prices$/, failure: { status: 503 } });
    expect(await ask()).toMatchObject({
      mercadolivre: { situacao: 'sem_resposta', tarifas: [], lida_em: null },
    });
    expect(await askMl()).toMatchObject({ situacao: 'lida' });
  });
});

describe('what is kept', () => {
  it('are the newest answers of a seller, and none that is too old', async () => {
    await askMl();
    const [kept] = await rows();
    if (kept === undefined) throw new Error('nothing was kept');
    const at = (ms: number) => new Date(harness.now.getTime() + ms).toISOString();
    const older = Array.from({ length: 520 }, (_, index) => ({
      ...{
        ...kept,
        referencia: `MLB${index}`,
        lida_em: at(-1000 - index),
        expira_em: at(index < 100 ? 1 : 60_000),
      },
    }));
    await harness.server.db.insert(knownFees).values(older);
    await askMl({ preco_venda_ml: 79 });
    const left = await rows();
    expect(left).toHaveLength(500);
    expect(left.filter(({ referencia }) => referencia === 'MLB99779')).toHaveLength(2);
    // A row that somebody locked says so: what stays is not touched.
    const isLocked = and(eq(knownFees.usuario_id, user.id), sql`xmax::text <> '0'`);
    expect(await harness.server.db.$count(knownFees, isLocked)).toBe(0);
    harness.now = new Date(at(1));
    await forgetOldFees(harness.server.deps);
    expect(await rows()).toHaveLength(400);
  });
});

// Last: the local Amazon reads its models at the first call, which holds up this process and every open connection.
describe('the fees of an account of Amazon', () => {
  it('are of the listing of the product, else of its EAN', async () => {
    const { amazon } = harness.fakes;
    amazon.addCatalogItem({ asin: ASIN, ean: EAN, titulo: 'Fone', marca: 'JBL' });
    amazon.setFees(ASIN, { share: 0.15, fees: { PerItemFee: 200 } });
    const told = (await ask({ preco_venda_amazon: 79, ean: EAN })).amazon;
    expect(told).toMatchObject({ situacao: 'lida', de: 79, ate: 79, falta: [] });
    expect(told.tarifas.map(({ valor }) => valor)).toEqual([11.85, 2]);
    const product = await makeProduct(harness.server, user);
    await harness.server.db.insert(listings).values({
      ...{ usuario_id: user.id, produto_id: product.id, marketplace: 'amazon', modo: 'real' },
      ...{ status: 'publicado', id_externo: 'GONE' },
    });
    const listed = { id: product.id, preco_venda_amazon: 79 };
    expect((await ask(listed)).amazon).toMatchObject({ situacao: 'lida', tarifas: [], falta: ['produto'] });
    expect(amazon.calls.at(-1)).toMatchObject({
      operation: 'getMyFeesEstimateForSKU',
      path: { SellerSKU: 'GONE' },
    });
    // The answer of before hung on the EAN too.
    const corrected = (await ask({ ...listed, ean: EAN })).amazon;
    expect(corrected.tarifas.map(({ valor }) => valor)).toEqual([11.85, 2]);
  });
});
