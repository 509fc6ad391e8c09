import { isDay } from '@esteira/domain/days';
import { expect, it } from 'vitest';
import { countFilters, readOrderSearch, toFilterInput, toListInput } from './order-search';

const NOW = new Date('2026-11-21T15:00:00Z');
const read = (query: string) => readOrderSearch(new URLSearchParams(query));

it('reads every filter from the URL', () => {
  const search = read(
    'busca=silva&status=cancelado&marketplace=amazon&fornecedor=f1&de=2026-11-01&ate=2026-11-20&atencao=1&atrasados=1&nao_impressa=1&ordem=prazo',
  );
  expect(toListInput(search, NOW)).toEqual({
    filtro: 'todos',
    status: 'cancelado',
    busca: 'silva',
    marketplace: 'amazon',
    fornecedor_id: 'f1',
    de: '2026-11-01',
    ate: '2026-11-20',
    atencao: true,
    atrasados: true,
    etiqueta_nao_impressa: true,
    ordem: 'prazo',
  });
  expect(countFilters(search)).toBe(7);
});

it('takes what is unknown in a hand-written URL for no filter', () => {
  const search = read(
    'status=perdido&filtro=x&marketplace=shopee&periodo=ano&de=2026-02-30&ate=ontem&atencao=sim&ordem=cor',
  );
  expect(toListInput(search, NOW)).toEqual({ filtro: 'todos' });
  expect(countFilters(search)).toBe(0);
});

it('counts a named period from today, and leaves dates beside it out', () => {
  expect(toFilterInput(read('periodo=7d&de=2020-01-01'), NOW)).toEqual({
    de: '2026-11-15',
    ate: '2026-11-21',
  });
});

it('turns two dates round that are the wrong way about, and takes one alone', () => {
  expect(toFilterInput(read('de=2026-11-20&ate=2026-11-01'), NOW)).toEqual({
    de: '2026-11-01',
    ate: '2026-11-20',
  });
  expect(toFilterInput(read('ate=2026-11-01'), NOW)).toEqual({ ate: '2026-11-01' });
});

it('a link with a date that no list takes is one without it', () => {
  for (const day of ['9999-12-31', '1999-12-31', '2101-01-01', '+010000-01-01', 'x']) {
    expect(toFilterInput(read(`periodo=datas&de=${encodeURIComponent(day)}&ate=2026-11-01`), NOW)).toEqual({
      ate: '2026-11-01',
    });
  }
});

it('a status takes the place of the row of buttons', () => {
  expect(read('filtro=pendentes&status=pago')).toMatchObject({ filtro: 'todos', status: 'pago' });
});

it('a year that is still being typed is no day yet', () => {
  expect(['2026-11-21', '0002-11-21', '2026-02-29', '2028-02-29', ''].map(isDay)).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
});
