import { DAY_MS } from '@esteira/domain/durations';
import { describe, expect, it } from 'vitest';
import { FAILURES } from '../../../testing/amazon/failures';
import { prepareTestHarness, putOnSale, type TestHarness } from '../../../testing/amazon/test-harness';
import type { FakeTransaction } from '../../../testing/amazon/world';
import { toCharges } from './charges';

const openHarness = prepareTestHarness();

async function makeOrder(harness: TestHarness): Promise<string> {
  const { fake, seller } = harness;
  return fake.createPaidOrder(seller.vendedor_id, { sku: await putOnSale(harness) }).orderId;
}

const sale = (fields: Partial<FakeTransaction> = {}): FakeTransaction => ({
  ...{ id: 'T-1', status: 'RELEASED', type: 'Shipment', fees: { Commission: 948, ShippingHB: 1345 } },
  ...fields,
});

const NOTHING = { charges: [], freight: null };

describe('what Amazon takes of an order', () => {
  it('is unknown for two days, then expected, and charged once the money is released', async () => {
    const harness = await openHarness();
    const orderId = await makeOrder(harness);
    const read = () => harness.adapter.readCharges(harness.ctx, orderId);
    harness.fake.setTransactions(orderId, [sale({ status: 'DEFERRED' })]);
    expect(await read()).toEqual(NOTHING);
    harness.advance(2 * DAY_MS);
    const charges = (isCharged: boolean) => [
      { code: 'tarifa_venda', cents: 948, isCharged },
      { code: 'frete_vendedor', cents: 1345, isCharged },
    ];
    expect(await read()).toEqual({ charges: charges(false), freight: null });
    harness.fake.setTransactions(orderId, [sale({ status: 'DEFERRED_RELEASED' })]);
    expect(await read()).toEqual({ charges: charges(true), freight: null });
  });

  it('is counted once where it stands twice, over pages, and without what a refund gives back', async () => {
    const harness = await openHarness({ pageSize: 1 });
    const orderId = await makeOrder(harness);
    harness.fake.setTransactions(orderId, [
      sale({ id: 'T-1', status: 'DEFERRED_RELEASED' }),
      sale({ id: 'T-2', releases: 'T-1' }),
      sale({ id: 'T-2', releases: 'T-1' }),
      sale({ id: 'T-3', type: 'Adjustment', fees: { Commission: 52, FixedClosingFee: 200 } }),
      sale({ id: 'T-4', type: 'Refund', fees: { Commission: -948, RefundCommission: 190 } }),
    ]);
    harness.advance(2 * DAY_MS);
    const { charges } = await harness.adapter.readCharges(harness.ctx, orderId);
    expect(charges.map(({ code, cents }) => [code, cents])).toEqual([
      ['tarifa_venda', 1000],
      ['frete_vendedor', 1345],
      ['tarifa_fixa', 200],
    ]);
    expect(harness.fake.calls.filter(({ operation }) => operation === 'listTransactions')).toHaveLength(5);
  });

  it('is the whole of its fees, also where the parts do not make it up or only the items name them', () => {
    const money = (currencyAmount: number) => ({ currencyCode: 'BRL', currencyAmount });
    const fees = (parts: object[]) => ({
      ...{ breakdownType: 'Amazon Fees', breakdownAmount: money(-20), breakdowns: parts },
    });
    const commission = { breakdownType: 'Commission', breakdownAmount: money(-12) };
    const told = (body: object) =>
      toCharges([{ transactionId: 'T', transactionStatus: 'RELEASED', ...body }]);
    const whole = [{ code: 'tarifa_venda', cents: 2000, isCharged: true }];
    expect(told({ breakdowns: [fees([commission])] })).toEqual(whole);
    expect(
      told({ items: [{ breakdowns: [{ breakdownType: 'Expenses', breakdowns: [fees([])] }] }] }),
    ).toEqual(whole);
  });

  it('is asked for again after Amazon’s limit', async () => {
    const harness = await openHarness();
    const orderId = await makeOrder(harness);
    harness.fake.fail({ operation: 'listTransactions', failure: FAILURES.quotaExceeded });
    const read = () => harness.adapter.readCharges(harness.ctx, orderId);
    await expect(read()).rejects.toMatchObject({ kind: 'rate_limited' });
    expect(await read()).toEqual(NOTHING);
  });
});
