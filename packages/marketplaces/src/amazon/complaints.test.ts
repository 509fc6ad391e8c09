import { NFE_KEYS, nfeXml } from '@esteira/domain/testing/nfe-sample';
import { afterEach, describe, expect, it } from 'vitest';
import { FAILURES } from '../../testing/amazon/failures';
import { type FakeAmazonOptions, startFakeAmazon } from '../../testing/amazon/server';
import {
  asinOf,
  connectorOptions,
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
import { AdapterError } from '../adapter-error';
import type { CallLimiter, CallRate } from '../call-limiter';
import { createAmazonConnector } from './auth';

let bench: Workbench | undefined;

afterEach(async () => {
  await bench?.fake.stop();
  expect(bench?.fake.violations).toEqual([]);
});

async function setUp(options: FakeAmazonOptions = {}, limiter?: CallLimiter): Promise<Workbench> {
  bench = await setUpWorkbench((clock) => startFakeAmazon({ clock, ...options }), limiter);
  return bench;
}

const ENVIO = { transportadora: 'Correios', codigo_rastreio: 'AA123456789BR' };
const NFE = nfeXml();

describe('complaint 9: label link expired', () => {
  it('fetches the label document in the same call, without sending the token to its address', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake, seller } = bench;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, { sku: await putOnSale(bench) });
    const label = await adapter.getLabel(ctx, labelRequestOf(orderId));
    if (!label.ready) throw new Error(label.motivo);
    // The archive also holds an invoice: the label is what is printed.
    expect(new TextDecoder().decode(label.bytes)).toContain(`label ${orderId}`);
  });

  it('reports an address that died before it was read as something to try again', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake, seller } = bench;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, { sku: await putOnSale(bench) });
    fake.fail('document', { kind: 'status', status: 403, body: {} });
    const error = await failureOf(adapter.getLabel(ctx, labelRequestOf(orderId)));
    expect(error).toMatchObject({ kind: 'upstream_unavailable', transient: true });
    expect((await adapter.getLabel(ctx, labelRequestOf(orderId))).ready).toBe(true);
  });
});

describe('complaint 10: refused with cryptic attribute ids', () => {
  it('shows what blocks with the field names in Portuguese, and no warnings among the reasons', async () => {
    const { adapter, ctx, fake } = await setUp();
    fake.addCatalogItem({
      asin: asinOf(50),
      ean: eanOf(50),
      titulo: 'Fone',
      marca: null,
      issuesOnSubmission: [
        { code: '1', message: 'Aviso.', severity: 'WARNING', attributeNames: ['color'], categories: [] },
        {
          code: '90220',
          message: 'x',
          severity: 'ERROR',
          attributeNames: ['brand', 'abc'],
          categories: ['MISSING_ATTRIBUTE'],
        },
        { code: '18155', message: 'Preço alto.', severity: 'ERROR', categories: ['INVALID_PRICE'] },
      ],
    });
    expect(await adapter.publish(ctx, makeProduct(50))).toEqual({
      status: 'rejected',
      motivos: [
        'Os campos Marca (brand), abc são obrigatórios.',
        'A Amazon recusou o preço. Resposta da Amazon: Preço alto.',
      ],
    });
    expect(fake.calls.filter(({ query }) => query['mode'] !== 'VALIDATION_PREVIEW')).not.toContainEqual(
      expect.objectContaining({ operation: 'putListingsItem' }),
    );
  });

  it('publishes in spite of a warning, and tells it', async () => {
    const { adapter, ctx, fake } = await setUp();
    const warning = {
      code: '1',
      message: 'Aviso.',
      severity: 'WARNING',
      attributeNames: ['color'],
      categories: [],
    };
    fake.addCatalogItem({
      asin: asinOf(51),
      ean: eanOf(51),
      titulo: 'Fone',
      marca: null,
      issuesOnSubmission: [warning],
    });
    const result = await adapter.publish(ctx, makeProduct(51));
    if (result.status !== 'processing') throw new Error(result.status);
    expect(result.avisos).toContain('Confira o campo Cor (color). Resposta da Amazon: Aviso.');
  });
});

describe('complaint 14: 429 storms', () => {
  it('pauses the operation for the account on each 429 and does not repeat by itself', async () => {
    const pauses: [string, Date][] = [];
    const limiter: CallLimiter = {
      take: async () => undefined,
      pause: async (_ctx, operation, until) => void pauses.push([operation, until]),
    };
    const bench = await setUp({}, limiter);
    const { adapter, ctx, fake } = bench;
    const anuncio = listingRefOf(await putOnSale(bench));
    fake.fail('patchListingsItem', { ...FAILURES.quotaExceeded, headers: { 'retry-after': '7' } });
    fake.fail('patchListingsItem', FAILURES.quotaExceeded, 2);
    const errors = [];
    for (let attempt = 0; attempt < 3; attempt += 1)
      errors.push(await failureOf(adapter.updateStock(ctx, anuncio, 3)));
    expect(errors.map(({ kind, retryAt }) => [kind, retryAt])).toEqual([
      ['rate_limited', new Date('2026-11-21T15:00:07Z')],
      // Without Retry-After: until one call of the plan (5 per second) is earned.
      ['rate_limited', new Date('2026-11-21T15:00:00.200Z')],
      ['rate_limited', new Date('2026-11-21T15:00:00.200Z')],
    ]);
    expect(pauses.map(([operation]) => operation)).toEqual(Array(3).fill('patchListingsItem'));
    await adapter.updateStock(ctx, anuncio, 3);
    expect(await adapter.getListing(ctx, anuncio)).toMatchObject({ estoque: 3 });
  });

  it('spends nothing of the budget on a call that was given up before', async () => {
    const taken: string[] = [];
    const take: CallLimiter['take'] = async (_ctx, operation) => void taken.push(operation);
    const { adapter, ctx } = await setUp({}, { take, pause: async () => undefined });
    const call = adapter.readOrder({ ...ctx, signal: AbortSignal.abort() }, '702-1-1');
    expect((await failureOf(call)).kind).toBe('upstream_unavailable');
    expect(taken).toEqual([]);
  });

  it('asks for the rate that Amazon told for the account', async () => {
    const taken: CallRate[] = [];
    const limiter: CallLimiter = {
      take: async (_ctx, operation, rate) => void (operation === 'getOrder' && taken.push(rate)),
      pause: async () => undefined,
    };
    const bench = await setUp({}, limiter);
    const { adapter, ctx, fake, seller } = bench;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, { sku: await putOnSale(bench) });
    const headers = { 'x-amzn-ratelimit-limit': '0.1' };
    fake.fail('getOrder', { kind: 'status', status: 404, body: {}, headers });
    await failureOf(readOrder({ adapter, ctx }, orderId));
    await readOrder({ adapter, ctx }, orderId);
    expect(taken).toEqual([
      { perSecond: 0.5, burst: 30 },
      { perSecond: 0.1, burst: 30 },
    ]);
  });
});

describe('complaint 15: ACCEPTED but not live', () => {
  it('is processing until Amazon sells it, which the third reading finds', async () => {
    const { adapter, ctx, product } = await setUp();
    const produto = product();
    const result = await adapter.publish(ctx, produto);
    expect(result).toMatchObject({ status: 'processing', id_externo: produto.sku });
    const states = [];
    for (let reading = 0; reading < 3; reading += 1) {
      states.push((await adapter.getListing(ctx, listingRefOf(produto.sku ?? ''))).status);
    }
    expect(states).toEqual(['processing', 'processing', 'live']);
  });

  it('becomes rejected with its reasons when Amazon finds an error later', async () => {
    const { adapter, ctx, fake } = await setUp();
    const issue = {
      code: '18027',
      message: 'Foto com texto.',
      severity: 'ERROR',
      categories: ['INVALID_IMAGE'],
    };
    fake.addCatalogItem({
      asin: asinOf(60),
      ean: eanOf(60),
      titulo: 'Fone',
      marca: null,
      issuesLater: [issue],
    });
    const produto = makeProduct(60);
    await adapter.publish(ctx, produto);
    fake.settle();
    expect(await adapter.getListing(ctx, listingRefOf(produto.sku ?? ''))).toMatchObject({
      status: 'rejected',
      motivos: ['A imagem não atende às regras da Amazon. Resposta da Amazon: Foto com texto.'],
    });
  });
});

/** A token bucket per operation on the given clock. */
function bucketLimiter(clock: () => Date): CallLimiter {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take: async (_ctx, operation, { perSecond, burst }) => {
      const at = clock().getTime();
      const known = buckets.get(operation) ?? { left: burst, at };
      const left = Math.min(burst, known.left + ((at - known.at) / 1_000) * perSecond);
      if (left < 1) throw new AdapterError('rate_limited', 'Aguarde.', { retryAt: new Date(at + 1) });
      buckets.set(operation, { left: left - 1, at });
    },
    pause: async () => undefined,
  };
}

describe('complaint 16: the quota of searchOrders is tiny', () => {
  it('spends one search per poll, and stays within the plan for a day of polls every five minutes', async () => {
    let limiter: CallLimiter | undefined;
    const lazy: CallLimiter = {
      take: async (...call) => limiter?.take(...call),
      pause: async () => undefined,
    };
    const { adapter, ctx, advance, clock, fake } = await setUp({}, lazy);
    limiter = bucketLimiter(clock);
    for (let poll = 0; poll < 288; poll += 1) {
      advance(5 * 60_000);
      await adapter.listOrdersChangedSince(ctx, { desde: new Date(clock().getTime() - 15 * 60_000) });
    }
    expect(fake.calls.filter(({ operation }) => operation === 'searchOrders')).toHaveLength(288);
  });

  it('is refused by the budget, not by Amazon, when somebody polls every second', async () => {
    let limiter: CallLimiter | undefined;
    const lazy: CallLimiter = {
      take: async (...call) => limiter?.take(...call),
      pause: async () => undefined,
    };
    const { adapter, ctx, advance, clock, fake } = await setUp({}, lazy);
    limiter = bucketLimiter(clock);
    const kinds: string[] = [];
    for (let poll = 0; poll < 25; poll += 1) {
      advance(1_000);
      const call = adapter.listOrdersChangedSince(ctx, { desde: new Date(0) });
      kinds.push(
        await call.then(
          () => 'ok',
          ({ kind }: AdapterError) => kind,
        ),
      );
    }
    expect(kinds).toEqual([...Array(20).fill('ok'), ...Array(5).fill('rate_limited')]);
    expect(fake.calls).toHaveLength(20);
  });
});

describe('complaint 17: confirmShipment', () => {
  it('confirms again while Amazon shows no parcel, and not once it does', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake, seller, advance } = bench;
    const choice = { sku: await putOnSale(bench), entregueAmazon: false };
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    advance(10 * 60_000);
    fake.ignoreNextConfirmation();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await adapter.markShipped(ctx, orderRefOf(orderId), ENVIO)).toBe('done');
    }
    expect(fake.calls.filter(({ operation }) => operation === 'confirmShipment')).toHaveLength(2);
    expect(await readOrder({ adapter, ctx }, orderId)).toMatchObject({ situacao: 'enviado' });
  });

  it('names the carrier exactly, and one that Amazon does not know as "Other" with its name', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake, seller, advance } = bench;
    const sku = await putOnSale(bench);
    for (const transportadora of [' correios', 'Transportadora do Zé']) {
      const { orderId } = fake.createPaidOrder(seller.vendedor_id, { sku, entregueAmazon: false });
      advance(10 * 60_000);
      await adapter.markShipped(ctx, orderRefOf(orderId), { ...ENVIO, transportadora });
    }
    const carriers = fake.calls
      .filter(({ operation }) => operation === 'confirmShipment')
      .map(({ body }) => body);
    expect(carriers).toMatchObject([
      { packageDetail: { carrierCode: 'Correios' } },
      { packageDetail: { carrierCode: 'Other', carrierName: 'Transportadora do Zé' } },
    ]);
  });

  it('asks for carrier and code before it calls', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake, seller } = bench;
    const choice = { sku: await putOnSale(bench), entregueAmazon: false };
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    const sem = { transportadora: 'Correios', codigo_rastreio: null };
    expect((await failureOf(adapter.markShipped(ctx, orderRefOf(orderId), sem))).kind).toBe('validation');
  });

  it('leaves a parcel that Amazon carries to Amazon', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake, seller } = bench;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, { sku: await putOnSale(bench) });
    expect(await adapter.markShipped(ctx, orderRefOf(orderId), ENVIO)).toBe('observed_by_marketplace');
    expect(fake.calls.map(({ operation }) => operation)).not.toContain('confirmShipment');
  });
});

describe('complaint 18: personal data missing', () => {
  it('reads an order without name and address', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake, seller } = bench;
    const choice = { sku: await putOnSale(bench), semDadosPessoais: true };
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    const order = await readOrder({ adapter, ctx }, orderId);
    expect(order).toMatchObject({ situacao: 'pago', cliente_nome: null, cliente_endereco: null });
    // The label does not need what the application may not read.
    expect((await adapter.getLabel(ctx, labelRequestOf(orderId))).ready).toBe(true);
  });

  it('asks without personal data when the role is missing, and does not ask for them again', async () => {
    const bench = await setUp();
    const { fake, seller } = bench;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, { sku: await putOnSale(bench) });
    fake.fail('getOrder', FAILURES.roleMissing);
    const before = fake.calls.length;
    expect(await readOrder(bench, orderId)).toMatchObject({ situacao: 'pago', cliente_nome: null });
    expect(await readOrder(bench, orderId)).toMatchObject({ situacao: 'pago', cliente_nome: null });
    const asked = fake.calls.slice(before).map(({ query }) => query['includedData']);
    expect(asked).toHaveLength(2);
    for (const parts of asked) expect(parts).not.toContain('BUYER');
  });

  it('says so when the order is refused without them as well', async () => {
    const bench = await setUp();
    const { fake, seller } = bench;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, { sku: await putOnSale(bench) });
    fake.fail('getOrder', FAILURES.roleMissing, 2);
    const error = await failureOf(readOrder(bench, orderId));
    expect(error).toMatchObject({ kind: 'forbidden', transient: false });
    expect(error.message).toContain('permissão');
  });
});

describe('complaint 19: the LWA secret expired', () => {
  it('is told as what it is, and not as an account to connect again', async () => {
    const { fake, clock, seller } = await setUp();
    fake.expireClientSecret();
    const connector = createAmazonConnector(connectorOptions(fake, clock));
    const error = await failureOf(connector.renew(seller.refresh_token));
    expect(error).toMatchObject({ kind: 'forbidden', transient: false });
    expect(error.message).toMatch(/client secret .* expirado/);
  });
});

describe('complaint 20: outages of the SP-API', () => {
  it.each([
    ['500', FAILURES.internalFailure],
    ['503', { kind: 'status', status: 503 }],
    ['a dropped connection', { kind: 'drop' }],
  ] as const)('%s is transient, so the queue keeps the job', async (_name, failure) => {
    const bench = await setUp();
    const { adapter, ctx, fake } = bench;
    const anuncio = listingRefOf(await putOnSale(bench));
    fake.fail('patchListingsItem', failure);
    const error = await failureOf(adapter.updateStock(ctx, anuncio, 2));
    expect(error).toMatchObject({ kind: 'upstream_unavailable', transient: true });
    await adapter.updateStock(ctx, anuncio, 2);
  });

  it('publishes once when the answer to the first PUT was lost', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake, product, seller } = bench;
    const produto = product();
    // The first PUT is the preview; the second one stores.
    fake.fail('putListingsItem', { kind: 'delay', ms: 0 });
    fake.fail('putListingsItem', { kind: 'lost' });
    expect((await failureOf(adapter.publish(ctx, produto))).transient).toBe(true);
    expect(fake.listingsOf(seller.vendedor_id)).toHaveLength(1);
    await adapter.publish(ctx, produto);
    expect(fake.listingsOf(seller.vendedor_id)).toHaveLength(1);
  });
});

describe('complaint 21: PENDING order shipped', () => {
  it('does not enter the line, has no label and cannot be shipped before the payment', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake, seller } = bench;
    const choice = { sku: await putOnSale(bench), pendente: true, entregueAmazon: false };
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    const order = await readOrder({ adapter, ctx }, orderId);
    expect(order).toMatchObject({ situacao: 'aguardando_pagamento', cliente_nome: null });
    expect(await adapter.getLabel(ctx, labelRequestOf(orderId))).toMatchObject({ ready: false });
    expect((await failureOf(adapter.markShipped(ctx, orderRefOf(orderId), ENVIO))).kind).toBe('not_ready');
    fake.changeOrder(orderId, { status: 'UNSHIPPED' });
    expect(await readOrder({ adapter, ctx }, orderId)).toMatchObject({ situacao: 'pago' });
  });
});

describe('complaint 26: NF-e forgotten', () => {
  it('holds the label until Amazon has accepted the NF-e', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake, seller } = bench;
    const choice = { sku: await putOnSale(bench), nota: 'NOT_FOUND' } as const;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    const pedido = orderRefOf(orderId);
    expect(await readParcel({ adapter, ctx }, pedido)).toMatchObject({
      situacao: 'aguardando_nota',
      precisa_nota: true,
      tem_etiqueta: false,
    });
    expect(await adapter.getLabel(ctx, labelRequestOf(orderId))).toMatchObject({ ready: false });
    expect(await adapter.submitInvoice(ctx, pedido, NFE)).toEqual({ status: 'processing' });
    expect(await readParcel({ adapter, ctx }, pedido)).toMatchObject({
      motivo: 'A Amazon está conferindo a NF-e.',
    });
    fake.settle();
    expect(await adapter.submitInvoice(ctx, pedido, NFE)).toEqual({ status: 'accepted' });
    expect(await readParcel({ adapter, ctx }, pedido)).toMatchObject({ situacao: 'etiqueta_pronta' });
  });

  it('refuses an invoice of homologation, and sends none where none is needed', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake, seller } = bench;
    const choice = { sku: await putOnSale(bench), nota: 'NOT_REQUIRED' } as const;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    const homologation = nfeXml(NFE_KEYS[0], { ambiente: '2' });
    expect((await failureOf(adapter.submitInvoice(ctx, orderRefOf(orderId), homologation))).kind).toBe(
      'validation',
    );
    expect(await adapter.submitInvoice(ctx, orderRefOf(orderId), NFE)).toEqual({ status: 'not_required' });
    expect(fake.calls.map(({ operation }) => operation)).not.toContain('submitInvoice');
  });

  it('says that Amazon refused the invoice', async () => {
    const bench = await setUp();
    const { adapter, ctx, fake, seller } = bench;
    const choice = { sku: await putOnSale(bench), nota: 'ERRORED' } as const;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    const state = await readParcel({ adapter, ctx }, orderRefOf(orderId));
    expect(state).toMatchObject({ situacao: 'aguardando_nota', precisa_nota: true });
    expect(state.motivo).toContain('recusou a NF-e');
  });
});
