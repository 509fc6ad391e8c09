import { describe, expect, it } from 'vitest';
import { FAILURES } from '../../../testing/amazon/failures';
import { asinOf, prepareTestHarness, putOnSale } from '../../../testing/amazon/test-harness';
import { feeQuestion } from '../../../testing/fee-question';
import { toFees } from './quote-fees';

const openHarness = prepareTestHarness();

const NOTHING = { fromCents: 7900, toCents: 7900, fees: [] };

describe('what Amazon would take of a sale', () => {
  it('is its estimate of the seller’s listing, at this price alone', async () => {
    const harness = await openHarness();
    const id_externo = await putOnSale(harness);
    const ask = () =>
      harness.adapter.quoteFees(harness.ctx, feeQuestion('dba', { id_externo, preco_centavos: 7900 }));
    expect(await ask()).toEqual({
      ...NOTHING,
      fees: [{ code: 'tarifa_venda', charge: { cents: 948 } }],
      gaps: [],
    });
    harness.fake.setFees(asinOf(1), { share: 0.15, fees: { PerItemFee: 200 } });
    expect((await ask()).fees).toEqual([
      { code: 'tarifa_venda', charge: { cents: 1185 } },
      { code: 'tarifa_fixa', charge: { cents: 200 } },
    ]);
  });

  it('holds the freight where Amazon brings the parcel from its stock', async () => {
    const harness = await openHarness();
    const produto = harness.product();
    harness.fake.setFees(asinOf(1), { share: 0.12, fees: { FBAFees: 1595, PerItemFee: 0 } });
    const question = feeQuestion('fba', { ean: produto.ean, preco_centavos: 7900 });
    expect((await harness.adapter.quoteFees(harness.ctx, question)).fees).toEqual([
      { code: 'tarifa_venda', charge: { cents: 948 } },
      { code: 'frete_vendedor', charge: { cents: 1595 } },
      { code: 'tarifa_fixa', charge: { cents: 0 } },
    ]);
  });

  it('is asked for by EAN where the listing is gone, and is nothing where the catalogue has no such product', async () => {
    const harness = await openHarness();
    const { ean } = harness.product();
    const ask = (fields: object) =>
      harness.adapter.quoteFees(harness.ctx, feeQuestion('dba', { preco_centavos: 7900, ...fields }));
    const found = await ask({ id_externo: 'GONE', ean });
    expect(found.fees).toEqual([{ code: 'tarifa_venda', charge: { cents: 948 } }]);
    for (const unknown of [{ ean: null }, { ean: '123' }, { ean: '7891234567895' }, { id_externo: 'GONE' }]) {
      expect(await ask(unknown)).toEqual({ ...NOTHING, gaps: ['produto'] });
    }
  });

  it('is asked for again after Amazon’s limit', async () => {
    const harness = await openHarness();
    const question = feeQuestion('dba', { id_externo: await putOnSale(harness) });
    harness.fake.fail({ operation: 'getMyFeesEstimateForSKU', failure: FAILURES.quotaExceeded });
    const ask = () => harness.adapter.quoteFees(harness.ctx, question);
    await expect(ask()).rejects.toMatchObject({ kind: 'rate_limited' });
    expect((await ask()).fees).toHaveLength(1);
  });
});

describe('an estimate', () => {
  const money = (Amount: number) => ({ CurrencyCode: 'BRL', Amount });
  const told = (Status: string, more: object = {}) => ({
    payload: { FeesEstimateResult: { Status, ...more } },
  });

  it('is its whole, also where the parts do not make it up', () => {
    const FeeDetailList = [{ FeeType: 'ReferralFee', FinalFee: money(10) }];
    const FeesEstimate = { TotalFeesEstimate: money(11.5), FeeDetailList };
    expect(toFees(told('Success', { FeesEstimate }))).toEqual([
      { code: 'tarifa_venda', charge: { cents: 1150 } },
    ]);
  });

  const estimateOf = (whole: number, ...parts: [string, number][]) => {
    const FeeDetailList = parts.map(([FeeType, Amount]) => ({ FeeType, FinalFee: money(Amount) }));
    return told('Success', { FeesEstimate: { TotalFeesEstimate: money(whole), FeeDetailList } });
  };

  it('tells a fee of zero only where Amazon names it', () => {
    expect(toFees(estimateOf(0))).toEqual([]);
    expect(toFees(estimateOf(2, ['PerItemFee', 2]))).toEqual([
      { code: 'tarifa_fixa', charge: { cents: 200 } },
    ]);
    expect(toFees(estimateOf(0, ['ReferralFee', 0]))).toEqual([
      { code: 'tarifa_venda', charge: { cents: 0 } },
    ]);
  });

  it.each<[string, number, ...[string, number][]]>([
    ['a whole below zero', -1],
    ['parts that are more than the whole', 10, ['ReferralFee', 8], ['FBAFees', 3]],
    ['a part below zero', 10, ['ReferralFee', 12], ['FBAFees', -2]],
  ])('is none where it does not add up: %s', (_what, whole, ...parts) => {
    expect(() => toFees(estimateOf(whole, ...parts))).toThrow('jeito inesperado');
  });

  it('of success is none where Amazon could not make one', () => {
    const failure = { Type: 'Receiver', Code: 'InternalError', Message: 'Try again.', Detail: [] };
    expect(() => toFees(told('ServiceError', { Error: failure }))).toThrow('Resposta da Amazon: Try again.');
    for (const body of [{}, told('Success'), told('Whatever')]) {
      expect(() => toFees(body)).toThrow('jeito inesperado');
    }
  });
});
