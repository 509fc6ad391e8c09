import fc from 'fast-check';
import { CURRENT_RULES } from '../src/profit/rules/current-rules';
import { LOGISTICS, ORIGINS, SALE_OPTIONS } from '../src/profit/rules/fee-rule';
import { makeFeeTable } from '../src/profit/rules/fee-table';
import type { Parcel, Sale } from '../src/profit/sale';

/** The rules that ship with the product. */
export const table = makeFeeTable(CURRENT_RULES);

export const ML_HOME = 'Casa, Móveis e Decoração';

/** A parcel of unknown measures. */
export const parcelOf = (weightG: number | null): Parcel => ({
  weightG,
  heightCm: null,
  widthCm: null,
  lengthCm: null,
});

/** Home goods on Mercado Livre: 'Clássico' 11.5 %, 800 g, green, supplier R$ 30,00, packaging R$ 1,50, Simples 4 %. */
export function makeSale(changes: Partial<Sale> = {}): Sale {
  return {
    marketplace: 'mercadolivre',
    day: '2026-11-21',
    category: ML_HOME,
    listingType: 'classico',
    logistics: 'xd_drop_off',
    reputation: 'green',
    origin: null,
    parcel: parcelOf(800),
    options: [],
    tax: { regime: 'simples', revenueCents: 18_000_000 },
    supplierCents: 3000,
    packagingCents: 150,
    adsBps: 0,
    otherCents: 0,
    ownDeliveryCents: null,
    known: [],
    ...changes,
  };
}

/** The same goods on Amazon, collected by DBA in the capital of São Paulo. */
export function makeAmazonSale(changes: Partial<Sale> = {}): Sale {
  const amazon = { marketplace: 'amazon', category: 'Casa', listingType: null, reputation: null } as const;
  return makeSale({ ...amazon, logistics: 'dba', origin: 'sp_capital', ...changes });
}

const ML_CATEGORIES = [ML_HOME, 'Livros, Revistas e Comics', 'Games'];
const AMAZON_CATEGORIES = ['Casa', 'Móveis', 'Acessórios de Eletrônicos e PC', 'Indústria e Ciência'];
const cents = (max: number) => fc.integer({ min: 0, max });

const anyCosts = fc.record({
  parcel: fc.integer({ min: 1, max: 40_000 }).map(parcelOf),
  tax: fc.oneof(
    fc.constant({ regime: 'mei' } as const),
    fc.record({ regime: fc.constant('simples' as const), revenueCents: cents(480_000_000) }),
    fc.record({ regime: fc.constant('outro' as const), bps: cents(3000) }),
  ),
  supplierCents: cents(12_000),
  packagingCents: cents(500),
  // Now and then more than what the other shares leave.
  adsBps: fc.oneof({ weight: 4, arbitrary: cents(3000) }, { weight: 1, arbitrary: cents(10_000) }),
  otherCents: cents(300),
  ownDeliveryCents: cents(2000),
});

const anyMercadoLivre = fc.record({
  day: fc.constantFrom('2026-05-10', '2026-08-24', '2026-11-21'),
  category: fc.constantFrom(...ML_CATEGORIES),
  listingType: fc.constantFrom('classico', 'premium'),
  logistics: fc.constantFrom(...LOGISTICS.mercadolivre),
  reputation: fc.constantFrom('green', 'yellow', 'orange_red'),
});

const anyAmazon = fc.record({
  category: fc.constantFrom(...AMAZON_CATEGORIES),
  logistics: fc.constantFrom(...LOGISTICS.amazon),
  origin: fc.constantFrom(...ORIGINS),
  options: fc.subarray([...SALE_OPTIONS]),
});

/** Sales of which everything is known but, on DBA above ten kilograms, the freight from R$ 79 on. */
export const anySale: fc.Arbitrary<Sale> = fc.oneof(
  fc.tuple(anyMercadoLivre, anyCosts).map(([of, costs]) => makeSale({ ...of, ...costs } as Partial<Sale>)),
  fc.tuple(anyAmazon, anyCosts).map(([of, costs]) => makeAmazonSale({ ...of, ...costs } as Partial<Sale>)),
);
