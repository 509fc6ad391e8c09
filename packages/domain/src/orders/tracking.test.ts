import { expect, it } from 'vitest';
import { findTrackingUrl } from './tracking';

const CORREIOS = 'https://rastreamento.correios.com.br/app/index.php?objetos=AA123456789BR';

it.each([
  ['Correios', 'AA123456789BR', CORREIOS],
  ['CORREIOS - SEDEX', 'aa 123 456 789 br', CORREIOS],
  [null, 'AA123456789BR', CORREIOS],
  ['PAC', 'AA123456789BR', CORREIOS],
  ['Jadlog .Package', '0812345678901', 'https://www.jadlog.com.br/tracking?cte=0812345678901'],
  ['loggi', 'LG-1', 'https://www.loggi.com/rastreador/'],
  ['Motoboy do Zé', '123', null],
  [null, 'https://exemplo.com.br', null],
  ['Correios', null, null],
  [null, null, null],
])('a parcel of %s with the code %s is tracked at %s', (carrier, code, url) => {
  expect(findTrackingUrl(carrier, code)).toBe(url);
});

it('puts no code into the address that could change where it leads', () => {
  expect(findTrackingUrl('Correios', 'A&objetos=B#/..')).toBe(
    'https://rastreamento.correios.com.br/app/index.php?objetos=A%26OBJETOS%3DB%23%2F..',
  );
});
