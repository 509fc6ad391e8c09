import { describe, expect, it } from 'vitest';
import { type Barcode, encodeCode128 } from './barcode';

/** The symbol as 1 (bar) and 0 (space) modules. */
function modules(barcode: Barcode | null): string {
  if (!barcode) throw new Error('no symbol');
  const cells = Array<string>(barcode.width).fill('0');
  for (const bar of barcode.bars) cells.fill('1', bar.x, bar.x + bar.width);
  return cells.join('');
}

describe('encodeCode128', () => {
  it('encodes digits in pairs between start C, the check symbol and stop', () => {
    // Code set C: start 105, then 12 and 34; check (105 + 1×12 + 2×34) mod 103 = 82.
    expect(modules(encodeCode128('1234'))).toBe(
      ['11010011100', '10110011100', '10001011000', '10010011110', '1100011101011'].join(''),
    );
  });

  it('takes order numbers of both marketplaces on whole modules', () => {
    for (const number of ['2000003508419013', '701-1234567-1234567']) {
      const barcode = encodeCode128(number);
      expect(barcode?.bars.every(({ x, width }) => Number.isInteger(x) && Number.isInteger(width))).toBe(
        true,
      );
      expect(modules(barcode).endsWith('1100011101011')).toBe(true);
    }
  });

  it('leaves out what it cannot encode and keeps the symbol scannable', () => {
    expect(encodeCode128('pedido ç😀 1')).toEqual(encodeCode128('pedido  1'));
    expect(encodeCode128('9'.repeat(500))).toEqual(encodeCode128('9'.repeat(32)));
    expect(encodeCode128('产品')).toBeNull();
  });
});
