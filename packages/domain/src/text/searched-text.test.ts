import { describe, expect, it } from 'vitest';
import { toSearchedText } from './searched-text';

const ML = '2000012345678901';
const AMAZON = '702-1234567-7654321';

describe('what is searched for', () => {
  it.each([
    [`Pedido ML: #${ML}`, ML],
    [`Pedido Amazon: #${AMAZON}`, AMAZON],
    [`pedido amazon:#${AMAZON}`, AMAZON],
    [`Pedido #${ML}`, ML],
    [`Pedido ${ML}`, ML],
    [`Pedido: ${ML}`, ML],
    [`#${ML}`, ML],
    [`# ${ML}`, ML],
    [`  ${ML}\u200b `, ML],
    [`\ufeff${ML}\u00a0`, ML],
    [`2000\u00ad012345678901`, ML],
    [`\u2068${ML}\u2069`, ML],
    [`Pedido\u00a0ML:\u00a0#${ML}`, ML],
    [`Pedido ML:\n#${ML}\t`, ML],
    ['702\u20111234567\u20137654321', AMAZON],
    [`Caneca Pedido ML: #${ML}`, `Caneca ${ML}`],
    ['SKU CAN-1', 'CAN-1'],
    ['SKU: CAN-1', 'CAN-1'],
    ['SKU CAN-1 · Atacado Sul', 'CAN-1'],
    ['João\u00a0da\u00a0 Silva', 'João da Silva'],
  ])('%j is looked for as %j', (typed, searched) => {
    expect(toSearchedText(typed)).toBe(searched);
  });

  it.each(['Pedido', 'Kit pedido', 'sku', 'SKUNK', 'Pedido ML', '#1', 'Kit: 3 copos', 'Café – grão', ''])(
    '%j stays as it is',
    (text) => {
      expect(toSearchedText(text)).toBe(text);
    },
  );
});
