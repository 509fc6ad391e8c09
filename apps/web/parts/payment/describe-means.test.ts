import { expect, it } from 'vitest';
import { describeMeans } from './describe-means';

const card = { meio: 'cartao', bandeira: 'Visa', ultimos_digitos: '1111', parcelas: 1 } as const;

it.each([
  [card, 'Visa final 1111'],
  [{ ...card, parcelas: 3 }, 'Visa final 1111 em 3x'],
  [{ ...card, bandeira: null }, 'Cartão final 1111'],
  [{ ...card, bandeira: null, ultimos_digitos: null, parcelas: 2 }, 'Cartão em 2x'],
  [{ ...card, meio: 'pix', bandeira: null, ultimos_digitos: null }, 'Pix'],
] as const)('tells how %j was paid: %s', (payment, text) => {
  expect(describeMeans(payment)).toBe(text);
});
