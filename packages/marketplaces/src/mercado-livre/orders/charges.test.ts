import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestHarness, type TestHarness } from '../../../testing/mercado-livre/test-harness';

let harness: TestHarness;
beforeEach(async () => {
  harness = await openTestHarness();
});
afterEach(async () => {
  await harness.fake.close();
  expect(harness.fake.violations).toEqual([]);
});

const read = (ml_order_id: string) => harness.adapter.readCharges(harness.ctx, ml_order_id);

const CHARGED = { isCharged: true };

describe('what Mercado Livre takes of an order', () => {
  it('is its sale fee for each unit, with the fixed fee in it, and the freight as the seller pays it', async () => {
    const anuncio = await harness.listing();
    const itens = [{ anuncio: anuncio.id_externo, quantidade: 3 }];
    const { vendedor_id } = harness.seller;
    const sold = harness.fake.createPaidOrder({ vendedor_id, itens });
    harness.fake.setSaleFee(sold.ml_order_id, 9.25);
    harness.fake.chargeFreight(sold.envio_id ?? '', 12);
    expect(await read(sold.ml_order_id)).toEqual({
      charges: [
        { code: 'tarifa_venda', cents: 2775, ...CHARGED },
        { code: 'tarifa_fixa', cents: 0, ...CHARGED },
      ],
      freight: { parcelId: sold.envio_id, cents: 1200, ...CHARGED },
    });
  });

  it('is expected to be the freight that was frozen at the sale, until its costs are known', async () => {
    const { ml_order_id, envio_id } = await harness.sale();
    expect((await read(ml_order_id)).freight).toEqual({ parcelId: envio_id, cents: 1445, isCharged: false });
    harness.fake.chargeFreight(envio_id ?? '', 14.45);
    expect((await read(ml_order_id)).freight).toEqual({ parcelId: envio_id, cents: 1445, ...CHARGED });
    harness.fake.chargeFreight(envio_id ?? '', 0);
    expect((await read(ml_order_id)).freight).toMatchObject({ cents: 0, ...CHARGED });
  });

  it.each([
    ['Flex', { logistic_type: 'self_service' }],
    ['ME1', { mode: 'me1', logistic_type: 'default' }],
  ])('is no freight where the seller brings the parcel: %s', async (_name, envio) => {
    const { ml_order_id, envio_id } = await harness.sale({ envio });
    harness.fake.chargeFreight(envio_id ?? '', 0);
    const before = harness.fake.calls().length;
    expect((await read(ml_order_id)).freight).toBeNull();
    expect(harness.fake.calls().slice(before)).toHaveLength(2);
  });

  it('is not known where it does not say, and never taken as zero', async () => {
    const { ml_order_id } = await harness.sale({ sem_envio_ainda: true });
    harness.fake.setSaleFee(ml_order_id, null);
    expect(await read(ml_order_id)).toEqual({ charges: [], freight: null });
    const hidden = await harness.sale();
    harness.fake.fail({ path: /^\/shipments\//, times: 2, failure: { status: 403 } });
    expect(await read(hidden.ml_order_id)).toMatchObject({ charges: [{ cents: 2184 }, {}], freight: null });
  });

  it('is nothing before the payment and after it was cancelled', async () => {
    const { ml_order_id } = await harness.sale({ pago: false });
    expect(await read(ml_order_id)).toEqual({ charges: [], freight: null });
    harness.fake.payOrder(ml_order_id);
    expect((await read(ml_order_id)).charges).toHaveLength(2);
    harness.fake.cancelOrder(ml_order_id);
    expect(await read(ml_order_id)).toEqual({ charges: [], freight: null });
  });

  it('is asked for again when the marketplace does not answer', async () => {
    const { ml_order_id } = await harness.sale();
    harness.fake.fail({ path: /costs$/, failure: { status: 503 } });
    await expect(read(ml_order_id)).rejects.toMatchObject({ kind: 'upstream_unavailable' });
    expect((await read(ml_order_id)).freight).toMatchObject({ cents: 1445 });
  });
});
