import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeFormula, toCsvAmount, toCsvCell, toCsvLine, unescapeFormula } from './csv-text';

describe('toCsvCell', () => {
  it.each([
    ['Caneca', 'Caneca'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['diz "oi"', '"diz ""oi"""'],
    ['a\nb', '"a\nb"'],
    ['=1+1', "'=1+1"],
    ['+55', "'+55"],
    ['-5', "'-5"],
    ['@SUM(A1,A2)', `"'@SUM(A1,A2)"`],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ["'=1", "''=1"],
    ["d'água", "d'água"],
    ['', ''],
  ])('writes %j as %j', (text, cell) => {
    expect(toCsvCell(text)).toBe(cell);
  });
});

it('no escaped text is run by a spreadsheet, and every one is taken back', () => {
  const texts = fc
    .array(fc.constantFrom('=', '+', '-', '@', '\t', '\r', "'", 'a', '1', '"'))
    .map((all) => all.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      expect(escapeFormula(text)).not.toMatch(/^[=+\-@\t\r]/);
      expect(unescapeFormula(escapeFormula(text))).toBe(text);
    }),
  );
});

it('a line is separated for a Brazilian Excel', () => {
  expect(toCsvLine(['a', '', 'b;c'])).toBe('a;;"b;c"\r\n');
});

describe('toCsvAmount', () => {
  it.each([
    [1234.56, '1234,56'],
    [0, '0,00'],
    [-0.5, '-0,50'],
    [9_999_999.99, '9999999,99'],
  ])('writes %d as %s', (reais, cell) => {
    expect(toCsvAmount(reais)).toBe(cell);
  });

  it('refuses what is no amount', () => {
    expect(() => toCsvAmount(Number.NaN)).toThrow(RangeError);
  });
});
