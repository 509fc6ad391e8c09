import { NFE_KEYS, nfeXml } from '@esteira/domain/testing/nfe-sample';
import { describe, expect, it } from 'vitest';
import {
  failureOf,
  labelRequestOf,
  orderRefOf,
  prepareTestHarness,
  putOnSale,
  type TestHarness,
} from '../../../testing/amazon/test-harness';
import { readOrder, readParcel } from '../../../testing/readings';

const setUp = prepareTestHarness();

const ENVIO = { transportadora: 'Correios', codigo_rastreio: 'AA123456789BR' };
const NFE = nfeXml();

const operations = ({ fake }: TestHarness) => fake.calls.map(({ operation }) => operation);

describe('parcels', () => {
  it('are confirmed once, also while Amazon still shows the order as unshipped', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller } = harness;
    const choice = { sku: await putOnSale(harness), entregueAmazon: false };
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    const parcel = {
      packageReferenceId: '4',
      carrier: 'Correios',
      shipTime: '2026-11-21T15:00:00Z',
      status: 'PENDING' as const,
    };
    fake.changeOrder(orderId, { packages: [{ ...parcel, trackingNumber: ENVIO.codigo_rastreio }] });
    expect(await adapter.markShipped(ctx, orderRefOf(orderId), ENVIO)).toBe('done');
    expect(operations(harness)).not.toContain('confirmShipment');
    harness.advance(600_000);
    await adapter.markShipped(ctx, orderRefOf(orderId), { ...ENVIO, codigo_rastreio: 'BB2' });
    // A second parcel of the order: its reference is a new one.
    expect(fake.calls.at(-1)?.body).toMatchObject({ packageDetail: { packageReferenceId: '5' } });
  });

  it('name a carrier as "Other" when Amazon refuses its code', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller, advance } = harness;
    const choice = { sku: await putOnSale(harness), entregueAmazon: false };
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    advance(600_000);
    const body = { errors: [{ code: 'InvalidInput', message: 'Invalid carrierCode.' }] };
    fake.fail({ operation: 'confirmShipment', failure: { status: 400, body } });
    await adapter.markShipped(ctx, orderRefOf(orderId), ENVIO);
    expect(fake.calls.at(-1)?.body).toMatchObject({
      packageDetail: { carrierCode: 'Other', carrierName: 'Correios', trackingNumber: 'AA123456789BR' },
    });
    expect(await readOrder({ adapter, ctx }, orderId)).toMatchObject({ situacao: 'enviado' });
  });

  it('take an invoice once while Amazon checks it, and a new one after a refusal', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller } = harness;
    const choice = { sku: await putOnSale(harness), nota: 'ERRORED' } as const;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    // What Amazon says right after may still be about the invoice that it refused.
    fake.fail({
      operation: 'getInvoiceStatus',
      failure: { status: 200, body: { invoiceStatus: 'Errored' } },
    });
    expect(await adapter.submitInvoice(ctx, orderRefOf(orderId), NFE)).toEqual({ status: 'processing' });
    expect(await adapter.submitInvoice(ctx, orderRefOf(orderId), NFE)).toEqual({ status: 'processing' });
    expect(operations(harness).filter((name) => name === 'submitInvoice')).toHaveLength(1);
    fake.changeOrder(orderId, { invoiceStatus: 'NOT_FOUND' });
    fake.fail({
      operation: 'getInvoiceStatus',
      failure: { status: 200, body: { invoiceStatus: 'Errored' } },
    });
    expect(await adapter.submitInvoice(ctx, orderRefOf(orderId), NFE)).toMatchObject({ status: 'error' });
  });

  it('says from when the label can be printed', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller } = harness;
    const etiquetaAPartirDe = new Date('2026-11-22T11:00:00Z');
    const choice = { sku: await putOnSale(harness), etiquetaAPartirDe };
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
    const harness = await setUp();
    const { adapter, ctx, fake, seller } = harness;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, { sku: await putOnSale(harness) });
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
    const harness = await setUp();
    const { adapter, ctx, fake, seller } = harness;
    const choice = { sku: await putOnSale(harness), entregueAmazon: false, nota: 'NOT_FOUND' } as const;
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

describe('the label document, whose address lives for a short time only', () => {
  it('fetches the label document in the same call, without sending the token to its address', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller } = harness;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, { sku: await putOnSale(harness) });
    const label = await adapter.getLabel(ctx, labelRequestOf(orderId));
    if (!label.ready) throw new Error(label.motivo);
    // The archive also holds an invoice: the label is what is printed.
    expect(new TextDecoder().decode(label.bytes)).toContain(`label ${orderId}`);
  });

  it('reports an address that died before it was read as something to try again', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller } = harness;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, { sku: await putOnSale(harness) });
    fake.fail({ operation: 'document', failure: { status: 403, body: {} } });
    const error = await failureOf(adapter.getLabel(ctx, labelRequestOf(orderId)));
    expect(error).toMatchObject({ kind: 'upstream_unavailable', transient: true });
    expect((await adapter.getLabel(ctx, labelRequestOf(orderId))).ready).toBe(true);
  });
});

describe('a confirmation of shipment', () => {
  it('confirms again while Amazon shows no parcel, and not once it does', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller, advance } = harness;
    const choice = { sku: await putOnSale(harness), entregueAmazon: false };
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
    const harness = await setUp();
    const { adapter, ctx, fake, seller, advance } = harness;
    const sku = await putOnSale(harness);
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
    const harness = await setUp();
    const { adapter, ctx, fake, seller } = harness;
    const choice = { sku: await putOnSale(harness), entregueAmazon: false };
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    const sem = { transportadora: 'Correios', codigo_rastreio: null };
    expect((await failureOf(adapter.markShipped(ctx, orderRefOf(orderId), sem))).kind).toBe('validation');
  });

  it('leaves a parcel that Amazon carries to Amazon', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller } = harness;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, { sku: await putOnSale(harness) });
    expect(await adapter.markShipped(ctx, orderRefOf(orderId), ENVIO)).toBe('observed_by_marketplace');
    expect(fake.calls.map(({ operation }) => operation)).not.toContain('confirmShipment');
  });
});

describe('the label of an order that needs an NF-e', () => {
  it('holds the label until Amazon has accepted the NF-e', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller } = harness;
    const choice = { sku: await putOnSale(harness), nota: 'NOT_FOUND' } as const;
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
    fake.finishProcessing();
    expect(await adapter.submitInvoice(ctx, pedido, NFE)).toEqual({ status: 'accepted' });
    expect(await readParcel({ adapter, ctx }, pedido)).toMatchObject({ situacao: 'etiqueta_pronta' });
  });

  it('refuses an invoice of homologation, and sends none where none is needed', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller } = harness;
    const choice = { sku: await putOnSale(harness), nota: 'NOT_REQUIRED' } as const;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    const homologation = nfeXml(NFE_KEYS[0], { ambiente: '2' });
    expect((await failureOf(adapter.submitInvoice(ctx, orderRefOf(orderId), homologation))).kind).toBe(
      'validation',
    );
    expect(await adapter.submitInvoice(ctx, orderRefOf(orderId), NFE)).toEqual({ status: 'not_required' });
    expect(fake.calls.map(({ operation }) => operation)).not.toContain('submitInvoice');
  });

  it('says that Amazon refused the invoice', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller } = harness;
    const choice = { sku: await putOnSale(harness), nota: 'ERRORED' } as const;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    const state = await readParcel({ adapter, ctx }, orderRefOf(orderId));
    expect(state).toMatchObject({ situacao: 'aguardando_nota', precisa_nota: true });
    expect(state.motivo).toContain('recusou a NF-e');
  });
});
