import { nfeXml } from '@esteira/domain/testing/nfe-sample';
import { afterEach, describe, expect, it } from 'vitest';
import { FAILURES } from '../../testing/amazon/failures';
import { type FakeAmazonOptions, startFakeAmazon } from '../../testing/amazon/server';
import {
  asinOf,
  eanOf,
  failureOf,
  labelRequestOf,
  listingRefOf,
  makeProduct,
  orderRefOf,
  putOnSale,
  setUpWorkbench,
  type Workbench,
} from '../../testing/amazon/workbench';
import { readOrder, readParcel } from '../../testing/readings';
import type { ListingProduct } from '../port';

let bench: Workbench | undefined;

afterEach(async () => {
  await bench?.fake.stop();
  expect(bench?.fake.violations).toEqual([]);
});

async function setUp(options: FakeAmazonOptions = {}): Promise<Workbench> {
  bench = await setUpWorkbench((clock) => startFakeAmazon({ clock, ...options }));
  return bench;
}

const operations = ({ fake }: Workbench) => fake.calls.map(({ operation }) => operation);

describe('publication', () => {
  it('goes from the EAN to the catalogue, the restrictions, the preview and the offer', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake, product } = bench;
    await adapter.publish(ctx, product());
    expect(operations(bench)).toEqual([
      'searchCatalogItems',
      'getListingsRestrictions',
      'putListingsItem',
      'putListingsItem',
    ]);
    const [, , preview, offer] = fake.calls;
    expect(preview?.query['mode']).toBe('VALIDATION_PREVIEW');
    expect(offer?.query['mode']).toBeUndefined();
    // A space and a slash in the SKU travel whole.
    expect(offer?.path).toMatchObject({ sku: 'FONE 1/A' });
    const marketplace_id = 'A2Q3Y263D00KWC';
    expect(offer?.body).toEqual({
      productType: 'PRODUCT',
      requirements: 'LISTING_OFFER_ONLY',
      attributes: {
        merchant_suggested_asin: [{ value: asinOf(1), marketplace_id }],
        condition_type: [{ value: 'new_new', marketplace_id }],
        fulfillment_availability: [{ fulfillment_channel_code: 'DEFAULT', quantity: 10 }],
        purchasable_offer: [
          { marketplace_id, currency: 'BRL', our_price: [{ schedule: [{ value_with_tax: 189.9 }] }] },
        ],
      },
    });
  });

  it.each<[string, Partial<ListingProduct>, RegExp]>([
    ['without an EAN', { ean: null }, /precisa de um EAN/],
    ['with an EAN whose check digit is wrong', { ean: '7891234567890' }, /EAN não é válido/],
    ['without stock', { estoque: 0 }, /ao menos 1 unidade/],
    ['without a price', { preco_centavos: 0 }, /maior que zero/],
    ['with a SKU too long for Amazon', { sku: 'X'.repeat(41) }, /40 caracteres/],
  ])('%s is refused before any call', async (_name, changes, reason) => {
    const bench = await setUp();
    const result = await bench.adapter.publish(bench.ctx, { ...bench.product(), ...changes });
    expect(result).toEqual({ status: 'rejected', motivos: [expect.stringMatching(reason)] });
    expect(operations(bench)).toEqual([]);
  });

  it('says that the catalogue does not know the EAN', async () => {
    const { adapter, ctx } = await setUp();
    const result = await adapter.publish(ctx, makeProduct(900));
    expect(result).toEqual({
      status: 'rejected',
      motivos: [expect.stringContaining('não tem produto com este EAN')],
    });
  });

  it('chooses among several items of one EAN by brand and model, and does not guess', async () => {
    const { adapter, ctx, fake } = await setUp();
    const ean = eanOf(70);
    fake.addCatalogItem({ asin: asinOf(70), ean, titulo: 'Fone JBL Tune 520 preto', marca: 'JBL' });
    fake.addCatalogItem({ asin: asinOf(71), ean, titulo: 'Kit 2 fones JBL Tune 510', marca: 'JBL' });
    const unclear = await adapter.publish(ctx, makeProduct(70));
    expect(unclear).toEqual({ status: 'rejected', motivos: [expect.stringContaining('mais de um produto')] });
    const clear = await adapter.publish(ctx, { ...makeProduct(70), marca: 'jbl', modelo: 'TUNE 520' });
    expect(clear).toMatchObject({
      status: 'processing',
      avisos: ['O anúncio usa a página que já existe na Amazon: Fone JBL Tune 520 preto'],
    });
  });

  it('tells where to ask for approval', async () => {
    const { adapter, ctx, fake } = await setUp();
    const item = { asin: asinOf(80), ean: eanOf(80), titulo: 'Fone', marca: null };
    fake.addCatalogItem({ ...item, restricao: 'APPROVAL_REQUIRED' });
    const result = await adapter.publish(ctx, makeProduct(80));
    expect(result).toEqual({
      status: 'rejected',
      motivos: [expect.stringMatching(/exige aprovação .* https:\/\/sellercentral\.amazon\.com\.br/)],
    });
  });

  it('gives a product without SKU one that stays', async () => {
    const { adapter, ctx, product } = await setUp();
    const produto = { ...product(), sku: null };
    const [first, again] = [await adapter.publish(ctx, produto), await adapter.publish(ctx, produto)];
    expect(first).toMatchObject({ id_externo: expect.stringMatching(/^EST-[0-9A-Z]{12}$/) });
    expect(again).toMatchObject({ id_externo: 'id_externo' in first ? first.id_externo : '' });
  });

  it('tells the grade that Amazon is given for a used product', async () => {
    const { adapter, ctx, product } = await setUp();
    const result = await adapter.publish(ctx, { ...product(), condicao: 'usado' });
    expect(result).toMatchObject({
      avisos: expect.arrayContaining([expect.stringContaining('Usado – Bom')]),
    });
  });
});

describe('stock and price', () => {
  it('changes only what it is about: stock is merged, price replaced', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake } = bench;
    const anuncio = listingRefOf(await putOnSale(bench));
    await adapter.updateStock(ctx, anuncio, 7);
    await adapter.updatePrice(ctx, anuncio, 19_999);
    const patches = fake.calls
      .filter(({ operation }) => operation === 'patchListingsItem')
      .map(({ body }) => body);
    expect(patches).toMatchObject([
      { patches: [{ op: 'merge', path: '/attributes/fulfillment_availability' }] },
      { patches: [{ op: 'replace', path: '/attributes/purchasable_offer' }] },
    ]);
    expect(await adapter.getListing(ctx, anuncio)).toMatchObject({
      estoque: 7,
      preco_centavos: 19_999,
      url: `https://www.amazon.com.br/dp/${asinOf(1)}`,
    });
  });

  it('does not begin a new listing for a SKU that is gone', async () => {
    const { adapter, ctx, fake, seller } = await setUp();
    for (const call of [
      () => adapter.pause(ctx, listingRefOf('SUMIU')),
      () => adapter.updateStock(ctx, listingRefOf('SUMIU'), 1),
    ]) {
      expect((await failureOf(call())).kind).toBe('not_found');
    }
    expect(fake.listingsOf(seller.vendedor_id)).toEqual([]);
  });
});

describe('the access token', () => {
  it('is renewed once when it expired, and the call is repeated', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake } = bench;
    const anuncio = listingRefOf(await putOnSale(bench));
    fake.expireAccessTokens();
    expect(await adapter.getListing(ctx, anuncio)).toMatchObject({ status: 'live' });
    expect(fake.renewals).toBe(1);
  });

  it('is renewed for a bare 401 as well', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake } = bench;
    const anuncio = listingRefOf(await putOnSale(bench));
    fake.fail('getListingsItem', { kind: 'status', status: 401, body: {} });
    expect(await adapter.getListing(ctx, anuncio)).toMatchObject({ status: 'live' });
    expect(fake.renewals).toBe(1);
  });

  it('is not renewed without end when the new one is refused as well', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake } = bench;
    const anuncio = listingRefOf(await putOnSale(bench));
    fake.fail('getListingsItem', FAILURES.tokenExpired, 2);
    expect(await failureOf(adapter.getListing(ctx, anuncio))).toMatchObject({ kind: 'auth_expired' });
    expect(fake.renewals).toBe(1);
  });

  it('cannot be renewed after the seller withdrew the authorisation', async () => {
    const { adapter, ctx, fake, seller } = await setUp();
    fake.revoke(seller.vendedor_id);
    fake.expireAccessTokens();
    expect((await failureOf(readOrder({ adapter, ctx }, '702-1-1'))).kind).toBe('reconnect_required');
  });

  it('is not renewed for a missing role', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake } = bench;
    const anuncio = listingRefOf(await putOnSale(bench));
    fake.fail('patchListingsItem', FAILURES.roleMissing);
    expect(await failureOf(adapter.updateStock(ctx, anuncio, 1))).toMatchObject({ kind: 'forbidden' });
    expect(fake.renewals).toBe(0);
  });
});

describe('answers that do not follow the models', () => {
  const REST = [
    [],
    'texto',
    7,
    { orders: {}, items: 1, restrictions: 'x', order: [], status: {}, sku: null },
  ];
  it.each<[string, (bench: Workbench) => Promise<unknown>]>([
    ['searchCatalogItems', ({ adapter, ctx, product }) => adapter.publish(ctx, product())],
    ['getListingsRestrictions', ({ adapter, ctx, product }) => adapter.publish(ctx, product())],
    ['putListingsItem', ({ adapter, ctx, product }) => adapter.publish(ctx, product())],
    ['getListingsItem', ({ adapter, ctx }) => adapter.getListing(ctx, listingRefOf('FONE 1/A'))],
    ['patchListingsItem', ({ adapter, ctx }) => adapter.updateStock(ctx, listingRefOf('FONE 1/A'), 1)],
    ['searchOrders', ({ adapter, ctx }) => adapter.listOrdersChangedSince(ctx, { desde: new Date(0) })],
    ['getOrder', ({ adapter, ctx }) => readParcel({ adapter, ctx }, orderRefOf('702-1-1'))],
  ])('%s: nothing is concluded, the call is tried again later', async (operation, call) => {
    const bench = await setUp();
    await putOnSale(bench);
    for (const body of [{}, ...REST]) {
      bench.fake.fail(operation, { kind: 'status', status: 200, body });
      expect(await failureOf(call(bench))).toMatchObject({ kind: 'upstream_unavailable' });
    }
  });
});

describe('orders', () => {
  it('come in pages whose other parameters do not change while the clock goes on', async () => {
    const bench = await setUp({ pageSize: 2 });
    const { adapter, ctx, fake, seller, advance, clock } = bench;
    const sku = await putOnSale(bench);
    const ids = Array.from({ length: 5 }, () => fake.createPaidOrder(seller.vendedor_id, { sku }).orderId);
    advance(60_000);
    // Less than two minutes ago: the search must begin earlier, and still answer only what is asked.
    const desde = new Date(clock().getTime() - 90_000);
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await adapter.listOrdersChangedSince(ctx, { desde, cursor });
      found.push(...page.pedidos.map(({ ml_order_id }) => ml_order_id));
      cursor = page.proximo_cursor;
      advance(30_000);
    } while (cursor !== null);
    expect(found).toEqual(ids);
    const searches = fake.calls.filter(({ operation }) => operation === 'searchOrders');
    expect(searches).toHaveLength(3);
    expect(new Set(searches.map(({ query }) => query['lastUpdatedAfter'])).size).toBe(1);
    expect(searches[0]?.query).toMatchObject({ fulfilledBy: 'MERCHANT', marketplaceIds: 'A2Q3Y263D00KWC' });
  });

  it('are blocked while the buyer asks to cancel, and cancelled once it is decided', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake, seller } = bench;
    const choice = { sku: await putOnSale(bench), entregueAmazon: false };
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    fake.requestCancellation(orderId);
    expect((await readOrder({ adapter, ctx }, orderId)).motivo_bloqueio).toContain('pediu o cancelamento');
    expect(await readParcel({ adapter, ctx }, orderRefOf(orderId))).toMatchObject({ tem_etiqueta: false });
    expect((await failureOf(adapter.markShipped(ctx, orderRefOf(orderId), ENVIO))).kind).toBe('conflict');
    fake.cancelOrder(orderId);
    expect(await readOrder({ adapter, ctx }, orderId)).toMatchObject({
      situacao: 'cancelado',
      motivo_bloqueio: null,
    });
    expect(await readParcel({ adapter, ctx }, orderRefOf(orderId))).toMatchObject({ situacao: 'cancelado' });
    expect((await failureOf(adapter.markShipped(ctx, orderRefOf(orderId), ENVIO))).kind).toBe('conflict');
  });

  it('has no list of announcements that failed', async () => {
    const { adapter, ctx } = await setUp();
    expect(await adapter.listMissedOrders(ctx)).toEqual([]);
  });
});

const ENVIO = { transportadora: 'Correios', codigo_rastreio: 'AA123456789BR' };

describe('parcels', () => {
  it('are confirmed once, also while Amazon still shows the order as unshipped', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake, seller } = bench;
    const choice = { sku: await putOnSale(bench), entregueAmazon: false };
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    const parcel = {
      packageReferenceId: '4',
      carrier: 'Correios',
      shipTime: '2026-11-21T15:00:00Z',
      status: 'PENDING' as const,
    };
    fake.changeOrder(orderId, { packages: [{ ...parcel, trackingNumber: ENVIO.codigo_rastreio }] });
    expect(await adapter.markShipped(ctx, orderRefOf(orderId), ENVIO)).toBe('done');
    expect(operations(bench)).not.toContain('confirmShipment');
    bench.advance(600_000);
    await adapter.markShipped(ctx, orderRefOf(orderId), { ...ENVIO, codigo_rastreio: 'BB2' });
    // A second parcel of the order: its reference is a new one.
    expect(fake.calls.at(-1)?.body).toMatchObject({ packageDetail: { packageReferenceId: '5' } });
  });

  it('name a carrier as "Other" when Amazon refuses its code', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake, seller, advance } = bench;
    const choice = { sku: await putOnSale(bench), entregueAmazon: false };
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    advance(600_000);
    const body = { errors: [{ code: 'InvalidInput', message: 'Invalid carrierCode.' }] };
    fake.fail('confirmShipment', { kind: 'status', status: 400, body });
    await adapter.markShipped(ctx, orderRefOf(orderId), ENVIO);
    expect(fake.calls.at(-1)?.body).toMatchObject({
      packageDetail: { carrierCode: 'Other', carrierName: 'Correios', trackingNumber: 'AA123456789BR' },
    });
    expect(await readOrder({ adapter, ctx }, orderId)).toMatchObject({ situacao: 'enviado' });
  });

  it('take an invoice once while Amazon checks it, and a new one after a refusal', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake, seller } = bench;
    const choice = { sku: await putOnSale(bench), nota: 'ERRORED' } as const;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    // What Amazon says right after may still be about the invoice that it refused.
    fake.fail('getInvoiceStatus', { kind: 'status', status: 200, body: { invoiceStatus: 'Errored' } });
    expect(await adapter.submitInvoice(ctx, orderRefOf(orderId), NFE)).toEqual({ status: 'processing' });
    expect(await adapter.submitInvoice(ctx, orderRefOf(orderId), NFE)).toEqual({ status: 'processing' });
    expect(operations(bench).filter((name) => name === 'submitInvoice')).toHaveLength(1);
    fake.changeOrder(orderId, { invoiceStatus: 'NOT_FOUND' });
    fake.fail('getInvoiceStatus', { kind: 'status', status: 200, body: { invoiceStatus: 'Errored' } });
    expect(await adapter.submitInvoice(ctx, orderRefOf(orderId), NFE)).toMatchObject({ status: 'error' });
  });

  it('says from when the label can be printed', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake, seller } = bench;
    const etiquetaAPartirDe = new Date('2026-11-22T11:00:00Z');
    const choice = { sku: await putOnSale(bench), etiquetaAPartirDe };
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    expect(await readParcel({ adapter, ctx }, orderRefOf(orderId))).toEqual({
      situacao: 'aguardando_marketplace',
      precisa_nota: false,
      tem_etiqueta: false,
      pode_marcar_enviado: false,
      motivo: 'A Amazon ainda não liberou a impressão da etiqueta.',
      tentar_em: etiquetaAPartirDe,
    });
  });

  it.each([
    [{ status: 'SHIPPED' as const }, 'IN_TRANSIT', 'enviado'],
    [{ status: 'SHIPPED' as const }, 'DELIVERED', 'entregue'],
    [{ status: 'SHIPPED' as const }, 'UNDELIVERABLE', 'devolvido'],
  ] as const)('follows %j with a parcel that is %s as %s', async (changes, status, situacao) => {
    const bench = await setUp();
    const { adapter, ctx, fake, seller } = bench;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, { sku: await putOnSale(bench) });
    const parcel = {
      packageReferenceId: '1',
      carrier: 'ATS',
      trackingNumber: 'TBA1',
      shipTime: '2026-11-21T15:00:00Z',
    };
    fake.changeOrder(orderId, { ...changes, packages: [{ ...parcel, status }] });
    expect(await readParcel({ adapter, ctx }, orderRefOf(orderId))).toMatchObject({
      situacao,
      tem_etiqueta: false,
      pode_marcar_enviado: false,
    });
    const expected = situacao === 'entregue' ? 'entregue' : 'enviado';
    expect((await readOrder({ adapter, ctx }, orderId)).situacao).toBe(expected);
  });

  it('have no label of Amazon when the seller ships, and take an NF-e as SelfShip', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake, seller } = bench;
    const choice = { sku: await putOnSale(bench), entregueAmazon: false, nota: 'NOT_FOUND' } as const;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    const pedido = orderRefOf(orderId);
    expect(await readParcel({ adapter, ctx }, pedido)).toMatchObject({
      situacao: 'envio_proprio',
      precisa_nota: true,
      pode_marcar_enviado: true,
      motivo: null,
    });
    expect(await adapter.getLabel(ctx, labelRequestOf(orderId))).toMatchObject({
      ready: false,
      motivo: expect.stringContaining('transportadora própria'),
    });
    expect(await adapter.submitInvoice(ctx, pedido, NFE)).toEqual({ status: 'processing' });
    expect(fake.calls.find(({ operation }) => operation === 'submitInvoice')?.body).toMatchObject({
      programType: 'SelfShip',
      invoiceType: 'Outbound',
    });
  });
});

const NFE = nfeXml();
