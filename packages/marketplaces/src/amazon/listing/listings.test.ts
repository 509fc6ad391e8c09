import { describe, expect, it } from 'vitest';
import { makeProduct } from '../../../testing/amazon/test-harness';
import { matchCatalog, toIdentifierType } from './catalogue';
import { toListingState } from './listings';
import { toRestrictions } from './publish';

const BRAZIL = 'A2Q3Y263D00KWC';
const US = 'ATVPDKIKX0DER';
const KEY = { sku: 'S', marketplaceId: BRAZIL };
const issue = (marketplaceIds: string[], message: string) => ({
  code: '1',
  message,
  severity: 'ERROR',
  categories: [],
  marketplaceIds,
});

describe('toListingState', () => {
  it('counts only the issues of the marketplace', () => {
    const body = { sku: 'S', issues: [issue([US], 'de lá'), issue([BRAZIL, US], 'daqui')] };
    expect(toListingState(body, KEY).motivos).toEqual([
      'A Amazon apontou um problema no anúncio. Resposta da Amazon: daqui',
    ]);
  });

  it('shows the price for everybody, not the one for companies', () => {
    const offer = (offerType: string, amount: string) => ({
      marketplaceId: BRAZIL,
      offerType,
      price: { amount, currencyCode: 'BRL' },
    });
    const body = { sku: 'S', offers: [offer('B2B', '90.00'), offer('B2C', '100.00')] };
    expect(toListingState(body, KEY).preco_centavos).toBe(10_000);
  });

  it('does not take stock in Amazon’s own warehouses for the seller’s', () => {
    const body = {
      sku: 'S',
      fulfillmentAvailability: [{ fulfillmentChannelCode: 'AMAZON_NA', quantity: 0 }],
    };
    expect(toListingState(body, KEY)).toMatchObject({ estoque: null, status: 'processing' });
  });
});

describe('matchCatalog', () => {
  const item = (asin: string, itemName: string, brand: string) => ({
    asin,
    summaries: [{ marketplaceId: BRAZIL, itemName, brand }],
  });
  const choose = (marca: string | null, modelo: string | null) =>
    matchCatalog(
      { items: [item('B01', 'Tênis Zênite 42', 'Zênite'), item('B02', 'Tênis Azul 42', 'Outra')] },
      { marketplaceId: BRAZIL, produto: { ...makeProduct(1), marca, modelo } },
    );

  it('tells brands apart, whatever their accents and capitals', () => {
    expect(choose('ZENITE', null)).toMatchObject({ asin: 'B01' });
    expect(choose('Zênite', 'Azul')).toHaveProperty('motivo');
    expect(choose(null, 'azul')).toMatchObject({ asin: 'B02' });
    expect(choose(null, null)).toHaveProperty('motivo');
  });

  it('asks for each kind of GTIN by its name', () => {
    expect(['78912342', '012345678905', '7891234567895', '17891234567892'].map(toIdentifierType)).toEqual([
      'EAN',
      'UPC',
      'EAN',
      'GTIN',
    ]);
  });
});

describe('toRestrictions', () => {
  it('tells only what restricts the condition that is sold', () => {
    const restrictions = [
      {
        marketplaceId: BRAZIL,
        conditionType: 'used_good',
        reasons: [{ message: 'x', reasonCode: 'NOT_ELIGIBLE' }],
      },
    ];
    expect(toRestrictions({ restrictions }, 'new_new')).toEqual([]);
    expect(toRestrictions({ restrictions }, 'used_good')).toEqual([
      'A conta não pode vender este produto na Amazon. Resposta da Amazon: x',
    ]);
    expect(toRestrictions({ restrictions: [{ marketplaceId: BRAZIL }] }, 'new_new')).toHaveLength(1);
  });
});
