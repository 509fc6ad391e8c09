import { expect, it } from 'vitest';
import { isNarrowed, readSearch, toFilterInput, toListInput } from './product-search';

const read = (query: string) => readSearch(new URLSearchParams(query));

it('reads search, filters and order from the URL', () => {
  const search = read(
    'busca=fone&publicado=amazon&fornecedor_id=f1&sem_preco_amazon=1&com_prejuizo=1&ordem=nome',
  );
  const filter = {
    busca: 'fone',
    publicado: 'amazon',
    fornecedor_id: 'f1',
    sem_preco_amazon: true,
    com_prejuizo: true,
  };
  expect(toFilterInput(search)).toEqual(filter);
  expect(toListInput(search)).toEqual({ ...filter, ordem: 'nome' });
  expect(isNarrowed(search)).toBe(true);
});

it('takes an unknown filter in a hand-written URL for none', () => {
  const search = read('publicado=shopee&estoque_baixo=talvez&ordem=sorte');
  expect(toListInput(search)).toEqual({});
  expect(isNarrowed(search)).toBe(false);
});

it('lists low stock emptiest first, unless another order is chosen', () => {
  expect(toListInput(read('estoque_baixo=1'))).toEqual({ estoque_baixo: true, ordem: 'menor_estoque' });
  expect(toListInput(read('estoque_baixo=1&ordem=recentes'))).toEqual({ estoque_baixo: true });
});

it('does not take an order for something that narrows', () => {
  expect(isNarrowed(read('ordem=nome'))).toBe(false);
});
