import { toPlainLine, toPlainText } from '@esteira/domain/text/plain-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instant } from './instant';
import { day, email, money, optionalMoney, optionalText, orAbsent, requiredText, wholeNumber } from './text';

const accepts = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe('requiredText', () => {
  it('trims, and keeps accents, emoji and what spreadsheets call formulas', () => {
    expect(requiredText(50).parse('  Ação 👩‍👧 =1+1\n')).toBe('Ação 👩‍👧 =1+1');
  });

  it.each(['', '   ', '\u00a0', '\u200b', '\u2060\ufeff'])('counts %j as missing', (blank) => {
    expect(requiredText(50).safeParse(blank).error?.issues[0]?.message).toBe('Campo obrigatório');
  });

  it('counts its maximum after trimming', () => {
    expect(accepts(requiredText(3), ' abc ')).toBe(true);
    expect(accepts(requiredText(3), 'abcd')).toBe(false);
  });

  it('takes line breaks and tabs only where there may be several lines', () => {
    expect(accepts(requiredText(9), 'a\nb')).toBe(false);
    expect(accepts(requiredText(9), 'a\tb')).toBe(false);
    expect(requiredText(9, { multiline: true }).parse('a\r\n\tb')).toBe('a\r\n\tb');
    expect(accepts(requiredText(9, { multiline: true }), 'a\u0000b')).toBe(false);
    expect(accepts(requiredText(9, { multiline: true }), 'a\u000bb')).toBe(false);
  });

  it('lets nothing through that a database text or UTF-8 cannot hold', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(anything, fc.boolean(), (value, multiline) => {
        const parsed = requiredText(100, { multiline }).safeParse(value);
        if (!parsed.success) return;
        expect(parsed.data).not.toMatch(/\p{Cs}/u);
        expect(parsed.data.includes('\u0000')).toBe(false);
        expect(parsed.data).toBe(multiline ? toPlainText(value) : toPlainLine(value));
      }),
    );
  });
});

describe('text', () => {
  const alike = '\ufeff\u00a0Cafe\u0301\u200b  com\u00a0\u00a0le\u00adite\u2060';

  it('that looks alike comes out alike', () => {
    expect(requiredText(50).parse(alike)).toBe('Café com leite');
    expect(requiredText(50, { as: 'identifier' }).parse(`${alike} 👩\u200d👧`)).toBe('Café com leite 👩👧');
    expect(email.parse('\u200bana@exemplo\u00ad.com\u00a0')).toBe('ana@exemplo.com');
  });

  it('counts its maximum in what is left', () => {
    expect(requiredText(4).parse('a\u0301'.repeat(4))).toBe('áááá');
    expect(accepts(requiredText(3), 'áááá')).toBe(false);
  });

  it('of several lines keeps its lines', () => {
    const lines = optionalText(50, { multiline: true });
    expect(lines.parse('a\u00a0\u200bb\r\n\r\n\tc\nd')).toBe('a b\r\n\r\n\tc\nd');
  });

  it('that is opaque is only trimmed', () => {
    expect(requiredText(50, { as: 'opaque' }).parse(` x${alike}x `)).toBe(`x${alike}x`);
  });
});

describe('optionalText', () => {
  it.each([undefined, null, '', '  ', '\u200b', '\u00a0\u00ad', '\u3164'])('takes %j as absent', (value) => {
    expect(optionalText(9).parse(value)).toBeNull();
  });

  it('keeps a text', () => {
    expect(optionalText(9).parse(' a ')).toBe('a');
  });
});

describe('orAbsent', () => {
  it.each([undefined, null, '', '  '])('takes %j as not given', (value) => {
    expect(orAbsent(wholeNumber(0, 9)).parse(value)).toBeUndefined();
  });
});

describe('what names a time', () => {
  it('is a day or a moment of the years that the product takes', () => {
    for (const taken of ['2000-01-01', '2026-11-21', '2100-12-31']) {
      expect([accepts(day, taken), accepts(instant, `${taken}T23:59:59.999Z`)]).toEqual([true, true]);
    }
    for (const refused of [
      '0000-01-01',
      '0001-01-01',
      '1899-12-31',
      '1999-12-31',
      '2101-01-01',
      '9999-12-31',
    ]) {
      const error = 'Use uma data de 2000 a 2100';
      expect(day.safeParse(refused).error?.issues).toMatchObject([{ message: error }]);
      expect(instant.safeParse(`${refused}T00:00:00Z`).error?.issues).toMatchObject([{ message: error }]);
    }
    expect(accepts(day, '+010000-01-01')).toBe(false);
    expect(accepts(instant, '+010000-01-01T00:00:00Z')).toBe(false);
  });
});

describe('money', () => {
  it.each([0, 0.01, 59.9, 0.29, 1.1, 9_999_999.99])('takes %d', (value) => {
    expect(money().parse(value)).toBe(value);
  });

  it.each([
    [59.999, 'Use no máximo 2 casas decimais'],
    [1e-7, 'Use no máximo 2 casas decimais'],
    [0.1 + 0.2, 'Use no máximo 2 casas decimais'],
    [-0.01, 'Deve ser no mínimo 0'],
    [10_000_000, 'Deve ser no máximo 9.999.999,99'],
    [Number.NaN, 'Deve ser um número'],
    [Number.POSITIVE_INFINITY, 'Deve ser um número'],
    ['59.90', 'Deve ser um número'],
    [true, 'Deve ser um número'],
    [null, 'Campo obrigatório'],
  ])('refuses %j: %s', (value, message) => {
    expect(money().safeParse(value).error?.issues[0]?.message).toBe(message);
  });

  it('takes every amount of whole cents in range and gives it back unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (cents) => {
        expect(money().parse(cents / 100)).toBe(cents / 100);
      }),
    );
  });

  it('refuses every amount with a third decimal', () => {
    const mills = fc.integer({ min: 0, max: 9_999_999_989 }).filter((amount) => amount % 10 !== 0);
    fc.assert(fc.property(mills, (amount) => !accepts(money(), amount / 1000)));
  });

  it('has no negative zero', () => {
    expect(Object.is(money().parse(-0), 0)).toBe(true);
  });

  it('is null when optional and left empty', () => {
    expect([undefined, null, ''].map((value) => optionalMoney().parse(value))).toEqual([null, null, null]);
    expect(accepts(optionalMoney(), '10')).toBe(false);
  });
});

describe('wholeNumber', () => {
  it.each([-1, 11, 1.5, '5', Number.NaN, 1e300])('from 0 to 10 refuses %j', (value) => {
    expect(wholeNumber(0, 10).safeParse(value).error?.issues[0]?.message).toBe(
      'Deve ser um número inteiro de 0 a 10',
    );
  });

  it('takes both bounds', () => {
    expect([0, 10].map((value) => wholeNumber(0, 10).parse(value))).toEqual([0, 10]);
  });
});

describe('email', () => {
  it('is trimmed and lower-cased', () => {
    expect(email.parse('  Ana.Souza+loja@Exemplo.COM.br ')).toBe('ana.souza+loja@exemplo.com.br');
  });

  it.each(['ana', 'ana@', '@exemplo.com', 'ana@exemplo', 'a b@exemplo.com', 'ana@exemplo..com'])(
    'refuses %j',
    (value) => {
      expect(email.safeParse(value).error?.issues[0]?.message).toBe('E-mail inválido');
    },
  );

  it('refuses a huge one without looking further', () => {
    const huge = `${'a'.repeat(1_000_000)}@exemplo.com`;
    expect(email.safeParse(huge).error?.issues).toHaveLength(1);
  });
});
