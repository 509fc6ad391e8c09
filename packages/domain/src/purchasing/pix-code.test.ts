import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPixCode, crc16 } from './pix-code';

/** Reads a code as a payer's bank does, by nothing but ids and lengths. */
function readFields(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const length = Number(text.slice(at + 2, at + 4));
    expect(text.slice(at, at + 4)).toMatch(/^\d{4}$/);
    expect(at + 4 + length).toBeLessThanOrEqual(text.length);
    expect(fields.has(text.slice(at, at + 2))).toBe(false);
    fields.set(text.slice(at, at + 2), text.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}

const KEY = '123e4567-e12b-12d1-a456-426655440000';

describe('the checksum', () => {
  it.each([
    // The check value that catalogues of CRCs give for CRC-16/CCITT with the start 0xFFFF.
    ['123456789', '29B1'],
    ['', 'FFFF'],
    // The example of the Banco Central's manual.
    [
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304',
      '1D3D',
    ],
  ])('of %j is %s', (text, crc) => {
    expect(crc16(text)).toBe(crc);
  });
});

describe('the code', () => {
  it('is that of the manual, but for the capitals of the names', () => {
    const code = buildPixCode({
      key: KEY,
      amountCents: null,
      merchantName: 'Fulano de Tal',
      merchantCity: 'Brasília',
    });
    expect(code.slice(0, -4)).toBe(
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913FULANO DE TAL6008BRASILIA62070503***6304',
    );
  });

  it('has the exact amount, the names without accents and within their lengths, and the txid', () => {
    const code = buildPixCode({
      key: 'a@b.co',
      amountCents: 128_405,
      merchantName: 'Comércio de Pães São João d’Ávila Ltda – ME',
      merchantCity: 'São José do Rio Preto',
      txid: 'COMPRA7',
    });
    const fields = readFields(code);
    expect(Object.fromEntries(fields)).toMatchObject({
      '00': '01',
      '53': '986',
      '54': '1284.05',
      '58': 'BR',
      '59': 'COMERCIO DE PAES SAO JOAO',
      '60': 'SAO JOSE DO RIO',
    });
    expect(readFields(fields.get('62') ?? '').get('05')).toBe('COMPRA7');
  });

  it('names somebody where the name has no letter that a bank can show', () => {
    const fields = readFields(buildPixCode({ key: KEY, amountCents: 1, merchantName: '日本 😀' }));
    expect([fields.get('59'), fields.get('60'), fields.get('54')]).toEqual(['RECEBEDOR', 'BRASIL', '0.01']);
  });

  it.each([
    { amountCents: 0 },
    { amountCents: -1 },
    { amountCents: 1.5 },
    { amountCents: Number.NaN },
    { amountCents: 1_000_000_000_000 },
    { key: '' },
    { key: 'a b@c.d' },
    { key: 'josé@c.d' },
    { key: 'x'.repeat(78) },
    { txid: 'com espaço' },
    { txid: 'x'.repeat(26) },
  ])('is refused for %j', (wrong) => {
    const input = { key: KEY, amountCents: 100, merchantName: 'Ana', ...wrong };
    expect(() => buildPixCode(input)).toThrow(RangeError);
  });

  it('is read back by ids and lengths, whatever the key, the amount and the names', () => {
    const key = fc.string({ unit: fc.constantFrom(...'abc019@.+-_'), minLength: 1, maxLength: 77 });
    fc.assert(
      fc.property(
        key,
        fc.integer({ min: 1, max: 999_999_999_999 }),
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'grapheme' }),
        (pixKey, amountCents, merchantName, merchantCity) => {
          const code = buildPixCode({ key: pixKey, amountCents, merchantName, merchantCity });
          const fields = readFields(code);
          expect([...fields.keys()]).toEqual(['00', '26', '52', '53', '54', '58', '59', '60', '62', '63']);
          expect(readFields(fields.get('26') ?? '')).toEqual(
            new Map([
              ['00', 'br.gov.bcb.pix'],
              ['01', pixKey],
            ]),
          );
          expect(Math.round(Number(fields.get('54')) * 100)).toBe(amountCents);
          expect(fields.get('54')).toMatch(/^\d+\.\d\d$/);
          expect(fields.get('59')).toMatch(/^(?! )[\x20-\x60\x7b-\x7e]{1,25}(?<! )$/);
          expect(fields.get('60')).toMatch(/^(?! )[\x20-\x60\x7b-\x7e]{1,15}(?<! )$/);
          expect(fields.get('63')).toBe(crc16(code.slice(0, -4)));
        },
      ),
    );
  });
});
