import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeFormula, toCsvAmount, toCsvCell, toCsvLine, toCsvText, unescapeFormula } from './csv-text';

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

describe('toCsvText', () => {
  it.each([
    ...[
      '2000008123456789',
      '123456789012',
      '35261112345678000190550010000001231000001234',
      '007',
      '01310100',
    ],
    ...[
      '00012345678909',
      '07891234567895',
      '1.234',
      '12,50',
      '12.345.678',
      '7,89E+12',
      '1e5',
      '5E3',
      '10:30',
    ],
    ...[
      '1/2',
      '10-12',
      '10-2024',
      '2024-10',
      '21/11/2026',
      '10-mai',
      'mai-24',
      'SET10',
      '1-MAR',
      '10 dez 24',
    ],
  ])('writes %s as a formula that is this text', (text) => {
    expect(toCsvText(text)).toBe(`"=""${text}"""`);
    expect(unescapeFormula(`="${text}"`)).toBe(text);
  });

  it.each([
    ...['0', '7', '20000008', '12345678901', 'CAN-1', '702-1234567-1234567', '01310-100', '123.456.789-09'],
    ...['11 99999-0000', 'Março', 'maio', 'Rua 10', 'JBL510', 'M', ''],
  ])('leaves %j as it is, which spreadsheets do too', (text) => {
    expect(toCsvText(text)).toBe(text);
  });

  it('makes formulas inert as ever, those too that are only a text', () => {
    expect(toCsvText('=1+1')).toBe("'=1+1");
    expect(toCsvText('="007"')).toBe(`"'=""007"""`);
    expect(unescapeFormula(`'="007"`)).toBe('="007"');
    expect(unescapeFormula('=CONCAT("a";"b")')).toBe('=CONCAT("a";"b")');
  });
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
