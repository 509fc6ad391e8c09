import { expect, it } from 'vitest';
import { isNarrowed, readSearch, toListInput } from './product-search';

it('reads search and filters from the URL', () => {
  const search = readSearch(new URLSearchParams('busca=fone&publicado=amazon&estoque_baixo=1'));
  expect(search).toEqual({ busca: 'fone', publicado: 'amazon', estoque_baixo: true });
  expect(toListInput(search)).toEqual({ busca: 'fone', publicado: 'amazon', estoque_baixo: true });
  expect(isNarrowed(search)).toBe(true);
});

it('takes an unknown filter in a hand-written URL for none', () => {
  const search = readSearch(new URLSearchParams('publicado=shopee&estoque_baixo=talvez'));
  expect(toListInput(search)).toEqual({});
  expect(isNarrowed(search)).toBe(false);
});
