import type { Logistics } from '@esteira/domain/profit/rules/fee-rule';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { feeQuestion } from '../../../testing/fee-question';
import { openTestHarness, type TestHarness } from '../../../testing/mercado-livre/test-harness';
import type { FeeQuestion } from '../../port';
import { toSaleFee } from './quote-fees';

let harness: TestHarness;
beforeEach(async () => {
  harness = await openTestHarness();
});
afterEach(async () => {
  await harness.fake.close();
  expect(harness.fake.violations).toEqual([]);
});

const ask = (fields: Partial<FeeQuestion> = {}, logistics: Logistics = 'xd_drop_off') =>
  harness.adapter.quoteFees(
    harness.ctx,
    feeQuestion(logistics, { categoria_ml: 'MLB99779', preco_centavos: 7899, ...fields }),
  );

const calls = () => harness.fake.calls().map(({ path, query }) => `${path}?${query}`);

describe('what Mercado Livre would take of a sale', () => {
  it('is the share and the freight of this account, at every price of its band', async () => {
    harness.fake.setCommission('MLB99779', 11.5);
    expect(await ask()).toEqual({
      fromCents: 4900,
      toCents: 7899,
      fees: [
        { code: 'tarifa_venda', charge: { shareBps: 1150 } },
        { code: 'tarifa_fixa', charge: { cents: 0 } },
        { code: 'frete_vendedor', charge: { cents: 845 } },
      ],
      gaps: [],
    });
    harness.fake.setReputation(harness.seller.vendedor_id, 'orange_red');
    const dearer = await ask({ preco_centavos: 7900 });
    expect([dearer.fromCents, dearer.toCents, dearer.fees[2]?.charge]).toEqual([7900, 9999, { cents: 2890 }]);
  });

  it('is asked as it will be sold, so that the fixed fee is the one that is charged', async () => {
    await ask({ tipo_anuncio: 'premium' });
    const { vendedor_id } = harness.seller;
    expect(calls()).toEqual([
      '/sites/MLB/listing_prices?price=78.99&category_id=MLB99779&listing_type_id=gold_pro&currency_id=BRL' +
        '&logistic_type=xd_drop_off&shipping_mode=me2&billable_weight=800',
      `/users/${vendedor_id}/shipping_options/free?dimensions=10x20x20%2C800&item_price=78.99` +
        '&listing_type_id=gold_pro&mode=me2&condition=new&logistic_type=xd_drop_off&free_shipping=true&verbose=true',
    ]);
  });

  // Measured in October 2026.
  it.each<[number, 'classico' | 'premium', Logistics, number, number]>([
    [5000, 'classico', 'xd_drop_off', 1300, 0],
    [2000, 'classico', 'fulfillment', 1300, 0],
    [2000, 'classico', 'self_service', 1300, 665],
    [2000, 'classico', 'me1', 1300, 665],
    [15_000, 'premium', 'xd_drop_off', 1800, 0],
  ])(
    'at %i cents, %s, %s: %i hundredths of a percent and %i cents',
    async (price, kind, by, share, fixed) => {
      const { fees } = await ask({ preco_centavos: price, tipo_anuncio: kind }, by);
      expect(fees.slice(0, 2).map(({ charge }) => charge)).toEqual([{ shareBps: share }, { cents: fixed }]);
    },
  );

  it.each<[string, Logistics]>([
    ['Flex', 'self_service'],
    ['ME1', 'me1'],
    ['own delivery', 'custom'],
  ])('is no freight where the seller brings the parcel: %s', async (_name, logistics) => {
    const { fees, gaps } = await ask({}, logistics);
    expect([fees.map(({ code }) => code), gaps]).toEqual([['tarifa_venda', 'tarifa_fixa'], []]);
    expect(calls()).toHaveLength(1);
  });

  it('below R$ 19 holds from where half the price does not cap the freight, else for this price alone', async () => {
    const capped = await ask({ preco_centavos: 1000 });
    expect([capped.fromCents, capped.toCents, capped.fees[2]?.charge]).toEqual([1000, 1000, { cents: 500 }]);
    const uncapped = await ask({ preco_centavos: 1800 });
    expect([uncapped.fromCents, uncapped.toCents, uncapped.fees[2]?.charge]).toEqual([
      1211,
      1899,
      { cents: 605 },
    ]);
  });

  it('is the fee of the category that is read out of the name, and nothing where there is none', async () => {
    harness.fake.setCommission('MLB196208', 16);
    const named = await ask({ categoria_ml: null, nome: 'Fone de ouvido' });
    expect(named.fees[0]?.charge).toEqual({ shareBps: 1600 });
    const unknown = await ask({ categoria_ml: null, nome: 'Coisa' });
    expect(unknown).toEqual({ fromCents: 7899, toCents: 7899, fees: [], gaps: ['categoria'] });
  });

  it('leaves out the freight where the parcel is not known whole, and says what is missing', async () => {
    const parcel = { weightG: null, heightCm: 10, widthCm: 20, lengthCm: 20 };
    const without = await ask({ parcel });
    expect([without.fees.map(({ code }) => code), without.gaps]).toEqual([
      ['tarifa_venda', 'tarifa_fixa'],
      ['peso'],
    ]);
    expect((await ask({ parcel: { ...parcel, weightG: 800, widthCm: null } })).gaps).toEqual(['medidas']);
  });

  it('leaves out a freight that Mercado Livre does not tell, and is asked for again when it does not answer', async () => {
    harness.fake.fail({ path: /free$/, failure: { status: 400 } });
    const without = await ask();
    expect([without.fees.map(({ code }) => code), without.gaps]).toEqual([
      ['tarifa_venda', 'tarifa_fixa'],
      ['frete'],
    ]);
    for (const path of [/free$/, /listing_prices$/]) {
      harness.fake.fail({ path, failure: { status: 503 } });
      await expect(ask()).rejects.toMatchObject({ kind: 'upstream_unavailable' });
    }
  });
});

describe('an answer of listing_prices', () => {
  const kind = (listing_type_id: string, fee: object) => ({ listing_type_id, ...fee });
  const mine = kind('gold_special', {
    sale_fee_amount: 9.25,
    sale_fee_details: { percentage_fee: 13, fixed_fee: 6.65 },
  });
  const read = (answer: unknown, preco_centavos = 2000) =>
    toSaleFee(answer, { preco_centavos, tipo_anuncio: 'classico' });

  it('may be a list of all kinds, of which one is meant', () => {
    const dearer = kind('gold_pro', { sale_fee_amount: 99 });
    expect(read([kind('free', { sale_fee_amount: 0 }), dearer, mine])).toEqual(read(mine));
    expect(read([dearer])).toBeNull();
  });

  it('holds the fixed fee once', () => {
    expect(read(mine)?.fees).toEqual([
      { code: 'tarifa_venda', charge: { shareBps: 1300 } },
      { code: 'tarifa_fixa', charge: { cents: 665 } },
    ]);
  });

  it('is believed in its amount, at this price alone, where the percentage does not make it', () => {
    expect(read(mine, 2500)).toEqual({
      fromCents: 2500,
      toCents: 2500,
      fees: [
        { code: 'tarifa_venda', charge: { cents: 260 } },
        { code: 'tarifa_fixa', charge: { cents: 665 } },
      ],
    });
  });

  it.each([null, [], {}, 'x', { listing_type_id: 'gold_special' }])(
    'of another shape is none: %j',
    (answer) => {
      expect(read(answer)).toBeNull();
    },
  );
});
