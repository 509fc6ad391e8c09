import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeConnection } from './sellers';
import { type FakeMercadoLivre, startFakeMercadoLivre } from './server';

let now = new Date('2026-11-21T15:00:00Z');
let fake: FakeMercadoLivre;
let ana: FakeConnection;

beforeEach(async () => {
  now = new Date('2026-11-21T15:00:00Z');
  fake = await startFakeMercadoLivre({ clock: () => now });
  ana = fake.connectSeller({ modelo: 'user_product' });
});

afterEach(() => fake.close());

type Sent = { method?: string; json?: unknown; headers?: Record<string, string>; token?: string | null };

async function ask(
  path: string,
  { method = 'GET', json, headers = {}, token = ana.access_token }: Sent = {},
) {
  const response = await fetch(`${fake.url}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json === undefined ? null : JSON.stringify(json),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : null };
}

const ITEM = {
  family_name: 'Fone de ouvido JBL',
  category_id: 'MLB196208',
  price: 189.9,
  currency_id: 'BRL',
  available_quantity: 5,
  buying_mode: 'buy_it_now',
  listing_type_id: 'gold_special',
  condition: 'new',
  pictures: [{ source: 'https://cdn.exemplo.com.br/a.jpg' }],
  attributes: [
    { id: 'BRAND', value_name: 'JBL' },
    { id: 'MODEL', value_name: 'Tune' },
    { id: 'GTIN', value_name: '7891234567895' },
    { id: 'SELLER_SKU', value_name: 'FONE-1' },
  ],
};

async function create(changes: Record<string, unknown> = {}) {
  return ask('/items', { method: 'POST', json: { ...ITEM, ...changes } });
}

describe('the fake tells fees as the real one does', () => {
  const prices = (query: string, token?: null) =>
    ask(`/sites/MLB/listing_prices?${query}`, token === null ? { token } : {});
  const freight = (query: string) => ask(`/users/${ana.vendedor_id}/shipping_options/free?${query}`);

  it('only to whom bears a token, and for a price', async () => {
    expect((await prices('price=20', null)).status).toBe(403);
    expect((await prices('category_id=MLB99779')).status).toBe(400);
    expect((await prices('price=20.005')).status).toBe(400);
  });

  it('as a list of all kinds of listing unless one was asked for', async () => {
    const { body } = await prices('price=20&category_id=MLB99779');
    expect(body.map((kind: { listing_type_id: string }) => kind.listing_type_id)).toContain('gold_pro');
    const one = await prices('price=20&listing_type_id=gold_special');
    expect(one.body).toMatchObject({ listing_type_id: 'gold_special', sale_fee_amount: 2.6 });
  });

  it('with the fixed fee only where it was told how the parcel travels', async () => {
    const flex = 'price=20&listing_type_id=gold_special&logistic_type=self_service';
    expect((await prices(flex)).body.sale_fee_amount).toBe(2.6);
    const { body } = await prices(`${flex}&shipping_mode=me2`);
    expect([body.sale_fee_amount, body.sale_fee_details.fixed_fee]).toEqual([9.25, 6.65]);
  });

  it('and freight of whole measures, at the price and by the reputation', async () => {
    expect((await freight('mode=me2')).status).toBe(400);
    expect((await freight('dimensions=10.5x20x30,800')).status).toBe(400);
    expect((await freight('item_id=MLB1')).status).toBe(404);
    expect((await ask('/users/1/shipping_options/free?dimensions=1x1x1,1')).status).toBe(403);
    const free = async (query: string) => (await freight(query)).body.coverage.all_country;
    expect((await free('dimensions=10x10x10,800')).list_cost).toBe(0);
    const offer = 'dimensions=30x30x30,800&listing_type_id=gold_special&mode=me2&logistic_type=drop_off';
    expect(await free(`${offer}&item_price=78.99`)).toEqual({
      ...{ currency_id: 'BRL', list_cost: 10.25, billable_weight: 4500, free_shipping_by_meli: true },
      discount: { rate: 0.3, type: 'mandatory', promoted_amount: 14.64 },
    });
    fake.setReputation(ana.vendedor_id, 'orange_red');
    const dearer = await free(`${offer}&item_price=79`);
    expect([dearer.free_shipping_by_meli, dearer.discount]).toEqual([false, undefined]);
  });
});

describe('the fake refuses what the real one refuses', () => {
  it('calls without a token, with one in the address, or with an expired one', async () => {
    expect((await ask('/users/me', { token: null })).status).toBe(401);
    expect((await ask(`/users/me?access_token=${ana.access_token}`)).status).toBe(400);
    expect(fake.violations).toHaveLength(3);
    now = new Date(now.getTime() + 21_600_001);
    expect((await ask('/users/me')).status).toBe(401);
  });

  it('unknown resources, parameters and headers, and says so', async () => {
    expect((await ask('/itens/1')).status).toBe(404);
    expect((await ask('/orders/search?seller=1&order.date_last_updated.from=x&token=1')).status).toBe(400);
    await ask('/users/me', { headers: { 'x-new-domain': 'true' } });
    expect(fake.violations).toEqual([
      'GET /itens/1: there is no such resource',
      'GET /orders/search: unknown parameters token',
      'GET /users/me: headers x-new-domain',
    ]);
  });

  it('token fields in the address, and a JSON body for them', async () => {
    const query = `grant_type=refresh_token&client_id=${fake.appId}&client_secret=${fake.secretKey}`;
    await ask(`/oauth/token?${query}&refresh_token=${ana.refresh_token}`, { method: 'POST', json: {} });
    expect(fake.violations).toHaveLength(2);
  });

  it.each([
    [{ title: 'Fone' }, 'body.invalid_fields'],
    [{ family_name: undefined }, 'Validation error'],
    [{ price: '189.90' }, 'body.invalid_field_types'],
    [{ variations: [] }, 'body.invalid_fields'],
    [{ family_name: 'x'.repeat(61) }, 'Validation error'],
    [{ attributes: [...ITEM.attributes, { id: 'UNKNOWN', value_name: 'x' }] }, 'Validation error'],
    [{ attributes: ITEM.attributes.slice(1) }, 'Validation error'],
    [{ pictures: [] }, 'Validation error'],
    [{ price: 10.999 }, 'Validation error'],
    [{ category_id: 'MLB1000' }, 'Validation error'],
  ])('the item %j', async (changes, message) => {
    expect(await create(changes)).toMatchObject({ status: 400, body: { message } });
    expect(fake.items(ana.vendedor_id)).toHaveLength(0);
  });

  it('notes that price and stock changed together, and ignores an automated price then', async () => {
    const { body } = await create();
    fake.item(body.id).automated = true;
    const both = { price: 10, available_quantity: 2 };
    const changed = await ask(`/items/${body.id}`, { method: 'PUT', json: both });
    expect(changed.body.warnings[0].code).toBe('item.price.not_modifiable');
    expect(fake.item(body.id)).toMatchObject({ price: 189.9, available_quantity: 2 });
    expect(fake.violations).toEqual(['price and another field changed in one PUT']);
  });

  it('items of other sellers to change, though anybody may read them', async () => {
    const { body } = await create();
    const bia = fake.connectSeller();
    expect((await ask(`/items/${body.id}`, { token: bia.access_token })).status).toBe(200);
    const change = { method: 'PUT', json: { price: 1 }, token: bia.access_token };
    expect((await ask(`/items/${body.id}`, change)).status).toBe(403);
  });
});

describe('stock', () => {
  it('zero takes an item off sale and stock brings it back, unless the seller paused it', async () => {
    const { id } = (await create()).body;
    const put = (json: unknown) => ask(`/items/${id}`, { method: 'PUT', json });
    expect((await put({ available_quantity: 0 })).body).toMatchObject({
      status: 'paused',
      sub_status: ['out_of_stock'],
    });
    expect((await put({ status: 'active' })).status).toBe(400);
    expect((await put({ available_quantity: 2 })).body).toMatchObject({ status: 'active', sub_status: [] });
    await put({ status: 'paused' });
    expect((await put({ available_quantity: 3 })).body.status).toBe('paused');
    expect((await put({ status: 'closed' })).body.status).toBe('closed');
    expect((await put({ status: 'active' })).status).toBe(400);
  });

  it('goes down with a sale, comes back with its cancellation, and nothing is sold that is not there', async () => {
    const { id } = (await create()).body;
    const compra = { vendedor_id: ana.vendedor_id, itens: [{ anuncio: id, quantidade: 5 }] };
    const { ml_order_id } = fake.createPaidOrder(compra);
    expect(fake.item(id)).toMatchObject({ available_quantity: 0, status: 'paused' });
    expect(() => fake.createPaidOrder(compra)).toThrow('not for sale');
    fake.cancelOrder(ml_order_id);
    fake.cancelOrder(ml_order_id);
    expect(fake.item(id)).toMatchObject({ available_quantity: 5, status: 'active' });
  });
});

describe('a listing that was not published from here', () => {
  it('is found by its SKU and can be sold', async () => {
    const { vendedor_id } = ana;
    const anuncio = fake.seedListing(vendedor_id, { sku: 'ANTIGO-1', preco_centavos: 12_345, estoque: 1 });
    const found = await ask(`/users/${vendedor_id}/items/search?seller_sku=ANTIGO-1`);
    expect(found.body.results).toEqual([anuncio]);
    const { ml_order_id } = fake.createPaidOrder({ vendedor_id, itens: [{ anuncio, quantidade: 1 }] });
    const { body } = await ask(`/orders/${ml_order_id}`);
    expect(body.order_items[0]).toMatchObject({ unit_price: 123.45, item: { seller_sku: 'ANTIGO-1' } });
    expect(fake.violations).toEqual([]);
  });
});

describe('notifications', () => {
  it.each([
    [200, 0],
    [500, 1],
  ])('answered with %i leave %i in the missed feeds', async (status, missed) => {
    const bodies: string[] = [];
    const receiver = createServer(async (request, response) => {
      for await (const chunk of request) bodies.push(String(chunk));
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const address = receiver.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/webhooks/mercadolivre`;
    const notice = { vendedor_id: ana.vendedor_id, recurso: '/orders/1' };
    const first = await fake.sendNotification(url, notice);
    await fake.sendNotification(url, { ...notice, _id: first._id });
    receiver.close();
    receiver.closeAllConnections();
    const [one, two] = bodies.map((body) => JSON.parse(body));
    expect(one).toMatchObject({
      resource: '/orders/1',
      user_id: Number(ana.vendedor_id),
      topic: 'orders_v2',
    });
    expect(two._id).toBe(one._id);
    const feeds = await ask(`/missed_feeds?app_id=${fake.appId}&topic=orders_v2`);
    expect(feeds.body.messages).toHaveLength(missed * 2);
  });
});

describe('consent in a browser', () => {
  it('sends the browser back with code and state, and refuses another callback', async () => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: fake.appId,
      redirect_uri: fake.redirectUri,
      state: 'abc',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const page = (search: URLSearchParams) =>
      fetch(`${fake.url}/authorization?${search}`, { redirect: 'manual' });
    const location = new URL((await page(query)).headers.get('location') ?? '');
    expect(location.searchParams.get('state')).toBe('abc');
    expect(location.searchParams.get('code')).toMatch(/^TG-/);
    query.set('redirect_uri', 'https://outro.exemplo.com/');
    expect((await page(query)).status).toBe(400);
  });
});
