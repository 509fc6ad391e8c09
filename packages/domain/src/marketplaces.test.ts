import { expect, it } from 'vitest';
import { MARKETPLACE_IN, MARKETPLACE_NAMES, MARKETPLACE_OF, MARKETPLACES } from './marketplaces';

it('words every marketplace with the preposition it takes', () => {
  expect(MARKETPLACES.map((marketplace) => MARKETPLACE_NAMES[marketplace])).toEqual([
    'Mercado Livre',
    'Amazon',
  ]);
  expect(
    MARKETPLACES.map((marketplace) => `Produto não está publicado ${MARKETPLACE_IN[marketplace]}`),
  ).toEqual(['Produto não está publicado no Mercado Livre', 'Produto não está publicado na Amazon']);
  expect(MARKETPLACES.map((marketplace) => `Produto despublicado ${MARKETPLACE_OF[marketplace]}`)).toEqual([
    'Produto despublicado do Mercado Livre',
    'Produto despublicado da Amazon',
  ]);
});
