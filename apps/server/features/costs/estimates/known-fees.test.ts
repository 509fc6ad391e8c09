import { knownFees } from '@esteira/db/schema/costs/known-fees';
import { connections } from '@esteira/db/schema/platform/connections';
import { listingAttributes } from '@esteira/db/schema/products/listing-attributes';
import { listings } from '@esteira/db/schema/products/listings';
import { products } from '@esteira/db/schema/products/products';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { ML_HOME } from '@esteira/domain/testing/profit-sale';
import type { OrderCosts } from '@esteira/validators/costs/order-costs';
import type { Order } from '@esteira/validators/orders/order';
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeProduct, makeSupplier, unique } from '../../../testing/makers';
import { makeConnectedSeller } from '../../../testing/marketplaces/fake-marketplaces';
import { openTestHarness } from '../../../testing/test-harness';
import { toFeeKey } from '../known-fees/fee-key';
import { selectStoredFees } from '../known-fees/sale-fees';
import { storeFees } from '../known-fees/stored-fees';

const HOUR_MINUTES = 60;

const harness = openTestHarness();
let user: Awaited<ReturnType<typeof makeConnectedSeller>>;
beforeEach(async () => {
  // The statement of a sale goes by the database's clock.
  harness.now = new Date();
  user = await makeConnectedSeller(harness.server, harness.fakes);
  await call('PUT', '/api/custos', {
    ...{ regime: 'mei', reputacao_ml: 'green', logistica_ml: 'xd_drop_off', categoria_ml: ML_HOME },
  });
  harness.fakes.ml.setCommission('MLB99779', 12.5);
  harness.fakes.ml.setReputation(user.mlId, 'orange_red');
});

async function call<Body = unknown>(method: string, path: string, body?: object): Promise<Body> {
  const answer = await harness.server.call(method, path, { token: user.token, ...(body && { body }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

const product = {
  ...{ nome: 'Vaso', preco_venda_ml: 79 },
  custos: { peso_g: 800, altura_cm: 10, largura_cm: 20, comprimento_cm: 20 },
  ficha: { marca: 'Brás', categoria_ml: 'MLB99779' },
};

/** A product on sale on Mercado Livre. */
async function makeShop() {
  const sku = unique('SKU');
  const { id: fornecedor_id } = await makeSupplier(harness.server, user);
  const fields = { ...product, sku, fornecedor_id, preco_fornecedor: 30, estoque: 50 };
  const made = await makeProduct(harness.server, user, fields);
  const anuncio = harness.fakes.ml.seedListing(user.mlId, { sku, estoque: 50, preco_centavos: 7900 });
  await harness.server.db.insert(listings).values({
    ...{ usuario_id: user.id, produto_id: made.id, marketplace: 'mercadolivre', modo: 'real' },
    ...{ status: 'publicado', id_externo: anuncio },
  });
  return { anuncio };
}

/** What the product's form asks. */
async function lookAtForm(changes: object = {}): Promise<void> {
  const { nome, preco_venda_ml, custos, ficha } = product;
  const draft = { nome, preco_venda_ml, ...custos, ...ficha, ...changes };
  await call('GET', `/trpc/costs.knownFees?input=${encodeURIComponent(JSON.stringify(draft))}`);
}

/** Lets a buyer pay for one unit, and takes the order in; answers its lines of fees. */
async function sell({ anuncio }: { anuncio: string }) {
  const { ml_order_id } = harness.fakes.ml.createPaidOrder({
    ...{ vendedor_id: user.mlId, itens: [{ anuncio, quantidade: 1 }] },
  });
  const order = { conta_id: 1, usuario_id: user.id, marketplace: 'mercadolivre', ml_order_id } as const;
  await harness.jobs.send(harness.server.db, 'order-read', order);
  expect(await harness.jobs.work(harness.server.deps, ['order-read'])).toEqual([]);
  const taken = (await call<Order[]>('GET', '/api/pedidos')).find((one) => one.ml_order_id === ml_order_id);
  const { linhas } = await call<OrderCosts>('GET', `/api/pedidos/${taken?.id}/custos`);
  return linhas
    .filter(({ codigo }) => codigo === 'tarifa_venda' || codigo === 'frete_vendedor')
    .map(({ codigo, valor, origem, cobrado }) => [codigo, valor, origem, cobrado]);
}

const BY_ACCOUNT = [
  ['tarifa_venda', 9.88, 'api', false],
  ['frete_vendedor', 28.9, 'api', false],
];
const BY_TABLE = [
  ['tarifa_venda', 9.09, 'tabela', false],
  ['frete_vendedor', 14.45, 'tabela', false],
];

describe('the estimate of a sale', () => {
  it('is by what the account was told of this product and price', async () => {
    const shop = await makeShop();
    await lookAtForm({ preco_venda_ml: 89.9 });
    expect(await sell(shop)).toEqual(BY_ACCOUNT);
  });

  it('is by the rules where the account was told nothing of it', async () => {
    const shop = await makeShop();
    expect(await sell(shop)).toEqual(BY_TABLE);
    for (const other of [
      { preco_venda_ml: 78.99 },
      { peso_g: 900 },
      { largura_cm: 21 },
      { tipo_anuncio: 'premium' },
      { categoria_ml: 'MLB196208' },
    ]) {
      await lookAtForm(other);
    }
    expect(await sell(shop)).toEqual(BY_TABLE);
  });

  it('is by the rules once the answer is too old', async () => {
    const shop = await makeShop();
    harness.later(-12 * HOUR_MINUTES);
    await lookAtForm();
    harness.later(12 * HOUR_MINUTES);
    expect(await sell(shop)).toEqual(BY_TABLE);
    await lookAtForm();
    expect(await sell(shop)).toEqual(BY_ACCOUNT);
  });
});

describe('the statement of a sale', () => {
  /** The answers that it reads of the seller's product at R$ 79,00. */
  async function readStored(marketplace: Marketplace) {
    const [row] = await harness.server.db
      .select({
        kept: selectStoredFees({ marketplace: sql`${marketplace}::text`, contaId: sql`1` }, sql`7900`),
      })
      .from(products)
      .leftJoin(listingAttributes, eq(listingAttributes.produto_id, products.id))
      .leftJoin(listings, and(eq(listings.produto_id, products.id), eq(listings.marketplace, marketplace)))
      .where(eq(products.usuario_id, user.id));
    return row?.kept ?? [];
  }

  it('reads none of the answers to other questions', async () => {
    const { db } = harness.server;
    await makeShop();
    await lookAtForm();
    const [kept] = await db.select().from(knownFees).where(eq(knownFees.usuario_id, user.id));
    if (kept === undefined) throw new Error('nothing was kept');
    const others = Array.from({ length: 20 }, (_, index) => ({ ...kept, referencia: `MLB${index}` }));
    await db.insert(knownFees).values([...others, { ...kept, logistica: 'fulfillment' }]);
    expect((await readStored('mercadolivre')).map(({ referencia }) => referencia)).toEqual(['MLB99779']);
  });

  it('finds what Amazon told of the product, and nothing of before its brand was corrected', async () => {
    const { db } = harness.server;
    await makeShop();
    await call('PUT', '/api/custos', { regime: 'mei', logistica_amazon: 'dba' });
    const mine = and(eq(connections.usuario_id, user.id), eq(connections.marketplace, 'amazon'));
    const [account] = await db.select().from(connections).where(mine);
    if (account === undefined) throw new Error('no account is connected');
    const quote = {
      ...{ fromCents: 7900, toCents: 7900, gaps: [] },
      fees: [{ code: 'tarifa_venda' as const, charge: { cents: 948 } }],
    };
    for (const marca of ['Bras', product.ficha.marca]) {
      const key = toFeeKey(account, {
        ...{ id_externo: null, nome: product.nome, ean: null, marca, modelo: null, categoria_ml: null },
        ...{ condicao: 'novo', tipo_anuncio: 'classico', logistics: 'dba', preco_centavos: 7900 },
        parcel: { weightG: null, heightCm: null, widthCm: null, lengthCm: null },
      });
      await storeFees(db, key, { quote, now: harness.now });
    }
    expect(await readStored('amazon')).toMatchObject([{ referencia: '\n\nBrás\n', tarifas: quote.fees }]);
  });
});
