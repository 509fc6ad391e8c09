import { describe, expect, it } from 'vitest';
import { makeAmazonSale, makeSale, parcelOf, table } from '../../testing/profit-sale';
import type { CostCode } from './costs/cost-term';
import { makeCostCurve } from './pricing/cost-curve';
import { quoteSale } from './quote';
import { expectedNet } from './returns';
import { SOURCES } from './rules/sources';
import type { Sale } from './sale';

const quote = (sale: Sale, priceCents: number) => quoteSale(makeCostCurve(table, sale), priceCents);

const costOf = (sale: Sale, priceCents: number, code: CostCode) =>
  quote(sale, priceCents).lines.find((line) => line.code === code)?.cents;

const netOf = (changes: Partial<Sale>, priceCents: number) => quote(makeSale(changes), priceCents).netCents;

describe('home goods of 800 g on Mercado Livre, taxed 4 %', () => {
  it.each([
    [4899, 563, 715, 196, 275, 5.6],
    [4900, 564, 845, 196, 145, 3],
    [7899, 908, 845, 316, 2680, 33.9],
    [7900, 909, 1445, 316, 2080, 26.3],
    [8609, 990, 1445, 344, 2680, 31.1],
    [9999, 1150, 1445, 400, 3854, 38.5],
    [10000, 1150, 1685, 400, 3615, 36.2],
    [19999, 2300, 2135, 800, 11614, 58.1],
    [20000, 2300, 2445, 800, 11305, 56.5],
  ])('at %i cents pay %i, %i and %i and leave %i (%d %%)', (price, commission, freight, tax, net, margin) => {
    const { lines, netCents, marginPercent, missing } = quote(makeSale(), price);
    const cents = Object.fromEntries(lines.map((line) => [line.code, line.cents]));
    expect(cents).toMatchObject({ tarifa_venda: commission, frete_vendedor: freight, imposto: tax });
    expect({ netCents, marginPercent, missing }).toEqual({
      netCents: net,
      marginPercent: margin,
      missing: [],
    });
  });

  it('name the rule behind each line', () => {
    const { lines } = quote(makeSale(), 7900);
    expect(lines).toEqual([
      {
        code: 'tarifa_venda',
        cents: 909,
        origin: 'tabela',
        ruleId: 'ml-commission-classico-casa-moveis-e-decoracao',
      },
      { code: 'tarifa_fixa', cents: 0, origin: 'tabela', ruleId: 'ml-fixed-carried-1' },
      { code: 'frete_vendedor', cents: 1445, origin: 'tabela', ruleId: 'ml-ship-2026-08-green-03' },
      { code: 'imposto', cents: 316, origin: 'tabela', ruleId: 'tax-simples-i-1' },
      { code: 'ads', cents: 0, origin: 'usuario', ruleId: null },
      { code: 'embalagem', cents: 150, origin: 'usuario', ruleId: null },
      { code: 'outros', cents: 0, origin: 'usuario', ruleId: null },
      { code: 'fornecedor', cents: 3000, origin: 'usuario', ruleId: null },
    ]);
    expect(table.byId.get('ml-ship-2026-08-green-03')).toMatchObject({
      validFrom: '2026-08-24',
      confidence: 'secondary_strong',
      sources: [SOURCES.mlAugustTable, SOURCES.mlGreenTable],
    });
  });
});

it.each([
  [800, 400, 'ml-shipping-half-price'],
  [1000, 500, 'ml-shipping-half-price'],
  [1001, 500, 'ml-shipping-half-price'],
  [1129, 564, 'ml-shipping-half-price'],
  [1130, 565, 'ml-ship-2026-08-green-01'],
  [1132, 565, 'ml-ship-2026-08-green-01'],
  [1899, 565, 'ml-ship-2026-08-green-01'],
  [1900, 685, 'ml-ship-2026-08-green-01'],
])('freight of 200 g at %i cents is %i cents', (price, freight, ruleId) => {
  const line = quote(makeSale({ parcel: parcelOf(200) }), price).lines.find(
    ({ code }) => code === 'frete_vendedor',
  );
  expect([line?.cents, line?.ruleId]).toEqual([freight, ruleId]);
});

describe('regimes and channels', () => {
  const simples = (revenueCents: number) => ({ regime: 'simples', revenueCents }) as const;
  it.each([
    ['MEI', { tax: { regime: 'mei' } }, 2996, 3361],
    ['Simples 4 %', {}, 2680, 3001],
    ['Simples 6.728 %', { tax: simples(50_000_000) }, 2465, 2756],
    ['Simples 4 % and 5 % of ads', { adsBps: 500 }, 2285, 2551],
    ['Premium', { listingType: 'premium' }, 2285, 2552],
    ['4 % that the seller typed', { tax: { regime: 'outro', bps: 400 } }, 2680, 3001],
    ['0 % that the seller typed', { tax: { regime: 'outro', bps: 0 } }, 2996, 3361],
  ] as const)('%s', (_name, changes, at7899, at8990) => {
    expect([netOf(changes, 7899), netOf(changes, 8990)]).toEqual([at7899, at8990]);
  });
});

describe('the same product of 400 g', () => {
  it.each([
    ['2026-03-01', 416, 2850, 2238],
    ['2026-03-02', 281, 2740, 2200],
    ['2026-08-23', 281, 2740, 2200],
    ['2026-08-24', 241, 2700, 2140],
  ])('on %s', (day, at4990, at7899, at7900) => {
    const changes = { day, parcel: parcelOf(400) };
    expect([4990, 7899, 7900].map((price) => netOf(changes, price))).toEqual([at4990, at7899, at7900]);
  });

  it('has no freight where the table of its day is not known', () => {
    const { netCents, missing } = quote(makeSale({ day: '2026-03-01' }), 7900);
    expect({ netCents, missing }).toEqual({ netCents: null, missing: ['sem_regra_frete'] });
  });
});

describe('Amazon', () => {
  it.each([
    [7899, 948, 675, 2810],
    [7900, 948, 1345, 2141],
    [8697, 1044, 1345, 2810],
    [19999, 2400, 1345, 12304],
    [20000, 2400, 2145, 11505],
    [20951, 2514, 2145, 12304],
  ])('DBA at %i cents', (price, commission, freight, net) => {
    const { lines, netCents } = quote(makeAmazonSale(), price);
    const cents = Object.fromEntries(lines.map((line) => [line.code, line.cents]));
    expect(cents).toMatchObject({ tarifa_venda: commission, frete_vendedor: freight });
    expect(netCents).toBe(net);
  });

  it.each([
    ['Casa', 1, 100],
    ['Casa', 829, 100],
    ['Casa', 830, 100],
    ['Casa', 838, 101],
    ['Indústria e Ciência', 1000, 200],
    ['Móveis', 20000, 3000],
    ['Móveis', 20001, 3000],
    ['Móveis', 50000, 6000],
    ['Acessórios de Eletrônicos e PC', 15000, 2000],
  ])('takes of %s at %i cents a commission of %i', (category, price, commission) => {
    expect(costOf(makeAmazonSale({ category }), price, 'tarifa_venda')).toBe(commission);
  });

  it.each([
    [750, 7899, 1545],
    [751, 7899, 1595],
    [1000, 7900, 1245],
    [1000, 20000, 1925],
    [10_000, 7900, 3505],
    [10_001, 7900, 3810],
    [12_000, 20000, 5835],
  ])('takes for %i g in FBA at %i cents %i', (weightG, price, freight) => {
    const sale = makeAmazonSale({ logistics: 'fba', origin: null, parcel: parcelOf(weightG) });
    expect(costOf(sale, price, 'frete_vendedor')).toBe(freight);
  });

  it('adds 20 g of packaging to what DBA carries', () => {
    const freightOf = (weightG: number) =>
      costOf(makeAmazonSale({ parcel: parcelOf(weightG) }), 7900, 'frete_vendedor');
    expect([freightOf(480), freightOf(481)]).toEqual([1285, 1345]);
  });

  it('takes for what the seller chose', () => {
    const sale = makeAmazonSale({ options: ['individual_plan', 'interest_free_instalments'] });
    expect([costOf(sale, 3999, 'parcelamento'), costOf(sale, 4000, 'parcelamento')]).toEqual([undefined, 60]);
    expect(costOf(sale, 3999, 'tarifa_fixa')).toBe(200);
  });

  it('takes once for each unit: what it said itself goes before the plan that the seller chose', () => {
    const known = [{ code: 'tarifa_fixa', fromCents: 4000, toCents: 4000, charge: { cents: 150 } }] as const;
    const sale = makeAmazonSale({ options: ['individual_plan', 'interest_free_instalments'], known });
    const fees = quote(sale, 4000).lines.filter(({ code }) => code === 'tarifa_fixa');
    expect(fees).toEqual([{ code: 'tarifa_fixa', cents: 150, origin: 'api', ruleId: null }]);
    expect([costOf(sale, 4000, 'parcelamento'), costOf(sale, 3999, 'tarifa_fixa')]).toEqual([60, 200]);
  });
});

it('returns lessen what a sale leaves on average', () => {
  const share = { returnedBps: 300, lostBps: 2000 };
  const costs = { ...share, outboundCents: 1445, packagingCents: 150, supplierCents: 3000 };
  expect(expectedNet(3001, costs)).toBe(2845);
  expect(expectedNet(-1, { ...costs, returnedBps: 0 })).toBe(-1);
  expect(expectedNet(0, { ...costs, returnedBps: 10_000 })).toBe(-2195);
});

it.each([
  ['classico', 7890, 6128],
  ['classico', 7900, 5657],
  ['classico', 4990, 3576],
  ['premium', 4990, 3327],
  ['classico', 8990, 6616],
  ['premium', 8990, 6167],
] as const)(
  'what Mercado Livre pays out for up to 300 g, %s, at %i cents is %i cents',
  (listingType, price, paid) => {
    const alone = { supplierCents: 0, packagingCents: 0, tax: { regime: 'mei' } } as const;
    const sale = makeSale({ ...alone, listingType, category: 'Saúde', parcel: parcelOf(300) });
    expect(quote(sale, price).netCents).toBe(paid);
  },
);

describe('what listing_prices answered for electronics in October 2026', () => {
  it.each([
    [5000, 'classico', null, 650, 0],
    [5000, 'classico', 'xd_drop_off', 650, 0],
    [2000, 'classico', 'fulfillment', 260, 0],
    [2000, 'classico', 'self_service', 260, 665],
    [2000, 'classico', 'me1', 260, 665],
    [15000, 'premium', 'xd_drop_off', 2700, 0],
    [1500, 'classico', 'self_service', 195, 625],
    [5000, 'classico', 'self_service', 650, 775],
  ] as const)(
    'at %i cents, %s, %s: %i and a fixed fee of %i',
    (price, listingType, logistics, fee, fixed) => {
      const sale = makeSale({ category: 'Eletrônicos, Áudio e Vídeo', listingType, logistics });
      expect(costOf(sale, price, 'tarifa_venda')).toBe(fee);
      expect(costOf(sale, price, 'tarifa_fixa') ?? 0).toBe(fixed);
      expect(quote(sale, price).missing.includes('logistica')).toBe(logistics === null);
    },
  );
});
