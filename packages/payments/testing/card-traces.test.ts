import { expect, it } from 'vitest';
import { findCardTrace } from './card-traces';

const find = (text: string) => findCardTrace(Buffer.from(text));

it.each([
  'cartao 4111111111111111 recusado',
  '{"numero_cartao":"5031 4332 1540 6351"}',
  'pagador 123.456.789-09',
  '"token":"tok_APRO_18"',
])('finds what a payer typed in: %s', (text) => {
  expect(find(`${'x'.repeat(300)}\u0000${text}\u0000`)).toContain(text);
});

it('finds nothing in what may be kept', () => {
  expect(find('{"ultimos_digitos":"1111","bandeira":"visa","ml_order_id":"2000001111111111"}')).toBeNull();
});
