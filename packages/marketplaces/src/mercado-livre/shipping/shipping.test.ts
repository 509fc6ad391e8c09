import { NFE_KEYS, nfeXml } from '@esteira/domain/testing/nfe-sample';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestHarness, type TestHarness } from '../../../testing/mercado-livre/test-harness';
import { readParcel } from '../../../testing/readings';
import { LABEL_RETRY_MS } from './parcel';

let harness: TestHarness;

beforeEach(async () => {
  harness = await openTestHarness();
});

afterEach(async () => {
  await harness.fake.close();
  expect(harness.fake.violations).toEqual([]);
});

const ENVIO = { transportadora: 'Correios', codigo_rastreio: 'AA123456789BR' };

describe('the way to the label', () => {
  it('waits for the NF-e, then prints, and prints again', async () => {
    const { pedido, envio_id } = await harness.sale({
      envio: { status: 'handling', substatus: 'invoice_pending' },
    });
    expect(await readParcel(harness, pedido)).toMatchObject({
      situacao: 'aguardando_nota',
      precisa_nota: true,
      tem_etiqueta: false,
      motivo: expect.stringContaining('NF-e'),
    });
    expect(await harness.adapter.getLabel(harness.ctx, pedido)).toMatchObject({ ready: false });
    expect(await harness.adapter.submitInvoice(harness.ctx, pedido, nfeXml())).toEqual({
      status: 'accepted',
    });
    expect((await harness.adapter.getLabel(harness.ctx, pedido)).ready).toBe(true);
    expect(harness.fake.shipment(envio_id ?? '').substatus).toBe('printed');
    expect(await readParcel(harness, pedido)).toMatchObject({
      envio_id,
      situacao: 'etiqueta_impressa',
      tem_etiqueta: true,
      motivo: null,
      tentar_em: null,
    });
    expect((await harness.adapter.getLabel(harness.ctx, pedido)).ready).toBe(true);
  });

  it('tells until when the shipment is held back', async () => {
    const buffered = new Date('2026-11-24T12:00:00Z');
    const { pedido } = await harness.sale({ envio: { status: 'pending', substatus: 'buffered', buffered } });
    expect(await harness.adapter.getLabel(harness.ctx, pedido)).toEqual({
      ready: false,
      motivo: 'O Mercado Livre libera a etiqueta em 24/11/2026.',
      tentar_em: buffered,
    });
  });

  it.each([
    ['NOT_PRINTABLE_STATUS', true],
    ['invalid_shipment_ff_public', false],
    ['something_new', true],
  ])('a refusal (%s) is a reason, never a file', async (cause, later) => {
    const { pedido } = await harness.sale();
    const body = {
      status: 400,
      error: 'bad_request',
      message: 'x',
      failed_shipments: [{ shipment_id: 1, cause }],
    };
    harness.fake.fail({ path: /shipment_labels/, failure: { status: 400, body } });
    const label = await harness.adapter.getLabel(harness.ctx, pedido);
    if (label.ready) throw new Error('the refusal was taken for a label');
    expect(label.motivo.trim()).not.toBe('');
    expect(label.tentar_em).toEqual(
      later ? new Date(harness.time.now.getTime() + LABEL_RETRY_MS) : undefined,
    );
  });

  it('does not take a JSON error with status 200 for a PDF', async () => {
    const { pedido } = await harness.sale();
    harness.fake.fail({ path: /shipment_labels/, failure: { status: 200, body: { error: 'x' } } });
    await expect(harness.adapter.getLabel(harness.ctx, pedido)).rejects.toMatchObject({
      kind: 'upstream_unavailable',
    });
  });

  it('is not ready while there is no shipment yet', async () => {
    const { pedido } = await harness.sale({ sem_envio_ainda: true });
    expect(await readParcel(harness, pedido)).toMatchObject({
      situacao: 'aguardando_marketplace',
      tem_etiqueta: false,
      motivo: 'O Mercado Livre ainda está criando o envio deste pedido.',
      tentar_em: expect.any(Date),
    });
    expect(await harness.adapter.getLabel(harness.ctx, pedido)).toMatchObject({
      ready: false,
      tentar_em: expect.any(Date),
    });
  });

  it('has none to print when the parcel goes from the Full warehouse, or the order is cancelled', async () => {
    const full = await harness.sale({ envio: { logistic_type: 'fulfillment' } });
    expect(await harness.adapter.getLabel(harness.ctx, full.pedido)).toMatchObject({
      ready: false,
      motivo: expect.stringContaining('Full'),
    });
    const cancelled = await harness.sale();
    harness.fake.cancelOrder(cancelled.ml_order_id);
    expect(await readParcel(harness, cancelled.pedido)).toMatchObject({
      situacao: 'cancelado',
      tem_etiqueta: false,
      motivo: expect.stringContaining('cancelado'),
    });
  });
});

describe('the NF-e', () => {
  it.each([
    ['<html></html>', 'nfeProc'],
    [nfeXml('123'), 'nfeProc'],
    [nfeXml(NFE_KEYS[0], { ambiente: '2' }), 'homologação'],
    [nfeXml(NFE_KEYS[0], { situacao: '110' }), 'não autorizou'],
  ])('is checked before it is sent (%#)', async (xml, word) => {
    const { pedido } = await harness.sale({ envio: { substatus: 'invoice_pending' } });
    const before = harness.fake.calls().length;
    await expect(harness.adapter.submitInvoice(harness.ctx, pedido, xml)).rejects.toMatchObject({
      kind: 'validation',
      message: expect.stringContaining(word),
    });
    expect(harness.fake.calls()).toHaveLength(before);
  });

  it('is accepted when the same one comes again, also after a lost answer', async () => {
    const { pedido } = await harness.sale({ envio: { substatus: 'invoice_pending' } });
    harness.fake.fail({ method: 'POST', path: /invoice_data/, failure: 'lose_answer' });
    await expect(harness.adapter.submitInvoice(harness.ctx, pedido, nfeXml())).rejects.toMatchObject({
      kind: 'upstream_unavailable',
    });
    expect(await harness.adapter.submitInvoice(harness.ctx, pedido, nfeXml())).toEqual({
      status: 'accepted',
    });
  });

  it('is refused when the shipment has another one, or another shipment has this one', async () => {
    const first = await harness.sale({ envio: { substatus: 'invoice_pending' } });
    const second = await harness.sale({ envio: { substatus: 'invoice_pending' } });
    await harness.adapter.submitInvoice(harness.ctx, first.pedido, nfeXml());
    const other = nfeXml(NFE_KEYS[1]);
    expect(await harness.adapter.submitInvoice(harness.ctx, first.pedido, other)).toEqual({
      status: 'error',
      motivo: expect.stringContaining('já tem outra nota'),
    });
    expect(await harness.adapter.submitInvoice(harness.ctx, second.pedido, nfeXml())).toEqual({
      status: 'error',
      motivo: expect.stringContaining('outro envio'),
    });
  });

  it.each([
    ['nfe_order_value_divergence', 'error', 'valor'],
    ['shipment_already_being_processed', 'processing', undefined],
    ['a_new_code', 'error', 'a_new_code'],
  ])('words the refusal %s', async (error, status, word) => {
    const { pedido } = await harness.sale({ envio: { substatus: 'invoice_pending' } });
    harness.fake.fail({
      method: 'POST',
      path: /invoice_data/,
      failure: { status: 400, body: { error_code: error } },
    });
    const result = await harness.adapter.submitInvoice(harness.ctx, pedido, nfeXml());
    expect(result).toMatchObject(word ? { status, motivo: expect.stringContaining(word) } : { status });
  });

  it('is not asked for where Mercado Livre does not carry the parcel', async () => {
    const { pedido } = await harness.sale({ envio: { mode: 'me1', logistic_type: 'default' } });
    expect(await harness.adapter.submitInvoice(harness.ctx, pedido, nfeXml())).toEqual({
      status: 'not_required',
    });
  });
});

describe('marking as shipped', () => {
  it('is left to the carrier on Mercado Envios', async () => {
    const { pedido } = await harness.sale();
    expect(await harness.adapter.markShipped(harness.ctx, pedido, ENVIO)).toBe('observed_by_marketplace');
    expect(harness.fake.calls('POST', /seller_notifications/)).toHaveLength(0);
  });

  it('is told, once, where the seller has a carrier of their own', async () => {
    const { pedido, envio_id } = await harness.sale({ envio: { mode: 'custom', logistic_type: 'custom' } });
    expect(await readParcel(harness, pedido)).toMatchObject({
      situacao: 'envio_proprio',
      pode_marcar_enviado: true,
      tem_etiqueta: false,
      motivo: null,
    });
    expect(await harness.adapter.markShipped(harness.ctx, pedido, ENVIO)).toBe('done');
    expect(await harness.adapter.markShipped(harness.ctx, pedido, ENVIO)).toBe('done');
    expect(harness.fake.shipment(envio_id ?? '')).toMatchObject({
      status: 'shipped',
      tracking: 'AA123456789BR',
    });
    expect(harness.fake.calls('POST', /seller_notifications/)).toHaveLength(1);
  });

  it('says that nothing will show it where the delivery was arranged between buyer and seller', async () => {
    const { pedido } = await harness.sale({ sem_envio_ainda: true, tags: ['no_shipping'] });
    expect(await readParcel(harness, pedido)).toMatchObject({
      situacao: 'envio_proprio',
      pode_marcar_enviado: true,
    });
    expect(await harness.adapter.markShipped(harness.ctx, pedido, ENVIO)).toBe('not_shown');
  });
});
