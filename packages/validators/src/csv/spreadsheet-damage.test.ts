import { describe, expect, it } from 'vitest';
import { doubtSku, findDamage, isAbbreviated } from './spreadsheet-damage';

describe('isAbbreviated', () => {
  it.each([
    ...[
      '7,89123E+12',
      '7.89E+12',
      '2,00008E+15',
      '7.891234567895E12',
      '1E+05',
      '1e+15',
      ' 7,9E+12 ',
      '-1,5E+10',
    ],
  ])('is true of %s', (text) => {
    expect(isAbbreviated(text)).toBe(true);
  });

  it.each(['1E5', '12E3', '1E-05', 'A1E+12', '7,89E', 'E+12', '7891234567895', '1E+5', '3.5', '2E10B', ''])(
    'is false of %s',
    (text) => {
      expect(isAbbreviated(text)).toBe(false);
    },
  );
});

describe('findDamage', () => {
  it.each([
    ...[
      '#REF!',
      '#N/D',
      '#N/A',
      '#NOME?',
      '#NAME?',
      '#VALOR!',
      '#VALUE!',
      '#DIV/0!',
      '#NÚM!',
      '#NUM!',
      '#NULO!',
    ],
    ...['Err:502', ' #REF! '],
  ])('finds the error %s in every column', (cell) => {
    const reason = `a planilha tem um erro nesta célula (${cell.trim()}); corrija e salve de novo`;
    for (const column of ['nome', 'sku', 'estoque', 'imagem_url'] as const) {
      expect(findDamage(column, cell)).toBe(reason);
    }
  });

  it('finds cells of which a narrow column showed nothing', () => {
    expect(findDamage('preco_venda_ml', '########')).toMatch(/alargue a coluna/);
  });

  it.each(['mar/24', 'dez/2024', '01/mar', '1/mar/24', '01/03/2024', '2024-03-01 00:00:00'])(
    'finds that %s is a date which was an SKU',
    (cell) => {
      expect(findDamage('sku', cell)).toMatch(/^o Excel trocou este código por uma data/);
      expect(findDamage('nome', cell)).toBeNull();
    },
  );

  it.each(['MAR-24', 'SET-10', 'SET/10', '#1', '##', 'Kit #REF', '10/12', 'jan', '1/2/3', 'A#N/D', 'mar/7'])(
    'takes %s as it is',
    (cell) => {
      expect(findDamage('sku', cell)).toBeNull();
      expect(doubtSku(cell)).toBeNull();
    },
  );
});

it.each([
  ['2000081234567890', true],
  ['789123456789000', false],
  ['2000081234567891', false],
  ['24-Mar', true],
  ['Mar-24', true],
  ['May', false],
])('doubts the SKU %s: %s', (cell, isDoubtful) => {
  expect(doubtSku(cell) !== null).toBe(isDoubtful);
});
