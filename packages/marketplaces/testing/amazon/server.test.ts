import { afterEach, describe, expect, it } from 'vitest';
import { type ConnectedSeller, type FakeAmazon, startFakeAmazon } from './server';

let fake: FakeAmazon | undefined;

afterEach(() => fake?.close());

async function setUp(): Promise<{ fake: FakeAmazon; seller: ConnectedSeller }> {
  fake = await startFakeAmazon();
  return { fake, seller: fake.connectSeller() };
}

const AGENT = 'Test/1.0 (Language=TypeScript)';
const MARKETPLACE = 'marketplaceIds=A2Q3Y263D00KWC';

type Call = { path: string; method?: string; body?: string; headers?: Record<string, string> };

function call(
  { fake, seller }: { fake: FakeAmazon; seller: ConnectedSeller },
  { path, headers: extra, ...init }: Call,
): Promise<Response> {
  const headers: Record<string, string> = {
    'x-amz-access-token': seller.access_token,
    'user-agent': AGENT,
    accept: 'application/json',
  };
  if (init.body) headers['content-type'] = 'application/json';
  return fetch(fake.url + path, { ...init, headers: { ...headers, ...extra } });
}

const listing = ({ vendedor_id }: ConnectedSeller) => `/listings/2021-08-01/items/${vendedor_id}/SKU-1`;

describe('the fake refuses what breaks the official models', () => {
  it.each<[string, (seller: ConnectedSeller) => Call, string]>([
    ['a missing parameter', (seller) => ({ path: listing(seller) }), 'missing query marketplaceIds'],
    [
      'an unknown parameter',
      (seller) => ({ path: `${listing(seller)}?${MARKETPLACE}&sku=1` }),
      'unknown query sku',
    ],
    [
      'a value outside its list',
      (seller) => ({ path: `${listing(seller)}?${MARKETPLACE}&includedData=summaries,precos` }),
      'query includedData has a value outside its list',
    ],
    [
      'more values than allowed',
      (seller) => ({ path: `${listing(seller)}?${MARKETPLACE},ATVPDKIKX0DER`, method: 'DELETE' }),
      'more than 1 values',
    ],
    [
      'another marketplace',
      (seller) => ({ path: `${listing(seller)}?marketplaceIds=ATVPDKIKX0DER` }),
      'another marketplace',
    ],
    [
      'a body without a required field',
      (seller) => ({ path: `${listing(seller)}?${MARKETPLACE}`, method: 'PUT', body: '{"attributes":{}}' }),
      "must have required property 'productType'",
    ],
    [
      'a patch with an unknown operation',
      (seller) => ({
        path: `${listing(seller)}?${MARKETPLACE}`,
        method: 'PATCH',
        body: '{"productType":"PRODUCT","patches":[{"op":"increment","path":"/attributes/x"}]}',
      }),
      'must be equal to one of the allowed values',
    ],
    [
      'a missing body',
      (seller) => ({ path: `${listing(seller)}?${MARKETPLACE}`, method: 'PUT' }),
      'missing body',
    ],
    [
      'no application in the user agent',
      (seller) => ({ path: `${listing(seller)}?${MARKETPLACE}`, headers: { 'user-agent': 'node' } }),
      'user-agent',
    ],
    [
      'a moment without its zone',
      () => ({ path: `/orders/2026-01-01/orders?${MARKETPLACE}&lastUpdatedAfter=2026-11-21T10:00:00` }),
      'no moment in UTC',
    ],
  ])('%s', async (_name, request, violation) => {
    const world = await setUp();
    const response = await call(world, request(world.seller));
    expect(response.status).toBe(400);
    expect(world.fake.violations[0]).toContain(violation);
    expect(world.fake.calls).toEqual([]);
  });

  it('a path that no model has, and a read of the deprecated Orders API', async () => {
    const world = await setUp();
    expect((await call(world, { path: '/orders/v0/orders/702-1-1' })).status).toBe(404);
    expect((await call(world, { path: '/listings/2020-09-01/items' })).status).toBe(404);
    expect(world.fake.violations).toHaveLength(2);
  });
});

describe('the fake keeps accounts apart', () => {
  it('refuses a token that is none, and the listings of another seller', async () => {
    const world = await setUp();
    const other = world.fake.connectSeller({ nome: 'Outra' });
    const path = `${listing(other)}?${MARKETPLACE}`;
    expect((await call(world, { path })).status).toBe(403);
    expect((await call(world, { path, headers: { 'x-amz-access-token': 'x' } })).status).toBe(403);
  });

  it('serves a document once', async () => {
    const world = await setUp();
    const { fake, seller } = world;
    fake.addCatalogItem({ asin: 'B000000001', ean: '7890000000017', titulo: 'Fone', marca: null });
    const offer = {
      productType: 'PRODUCT',
      requirements: 'LISTING_OFFER_ONLY',
      attributes: {
        merchant_suggested_asin: [{ value: 'B000000001' }],
        condition_type: [{ value: 'new_new' }],
        fulfillment_availability: [{ fulfillment_channel_code: 'DEFAULT', quantity: 3 }],
        purchasable_offer: [{ currency: 'BRL', our_price: [{ schedule: [{ value_with_tax: 10 }] }] }],
      },
    };
    await call(world, {
      path: `${listing(seller)}?${MARKETPLACE}`,
      method: 'PUT',
      body: JSON.stringify(offer),
    });
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, { sku: 'SKU-1' });
    expect(fake.listingsOf(seller.vendedor_id)).toMatchObject([
      { attributes: { fulfillment_availability: [{ quantity: 2 }] } },
    ]);
    const body = JSON.stringify({
      marketplaceId: 'A2Q3Y263D00KWC',
      labelFormat: 'PDF',
      orderScheduleDetailsList: [{ amazonOrderId: orderId }],
    });
    const answer = await call(world, { path: '/easyShip/2022-03-23/packages/bulk', method: 'POST', body });
    const { printableDocumentsUrl } = (await answer.json()) as { printableDocumentsUrl: string };
    expect((await fetch(printableDocumentsUrl)).status).toBe(200);
    expect((await fetch(printableDocumentsUrl)).status).toBe(403);
    expect(fake.violations).toEqual([]);
  });
});
