import { runs } from '@esteira/config/vitest/runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPlainIdentifier, toPlainLine, toPlainText } from './plain-text';

const INVISIBLE = [
  ...['\u00ad', '\u034f', '\u061c', '\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u202a'],
  ...['\u202b', '\u202c', '\u202d', '\u202e', '\u2060', '\u2063', '\u2066', '\u2069', '\ufe0f', '\ufeff'],
  ...['\ufff9', '\u{e0001}', '\u{e0041}', '\u{e0100}'],
];
const BLANKS = [
  '\u00a0',
  '\u1680',
  '\u2002',
  '\u2007',
  '\u2009',
  '\u202f',
  '\u205f',
  '\u3000',
  '\u3164',
  '\u2800',
];

describe.each([
  ['toPlainText', toPlainText],
  ['toPlainIdentifier', toPlainIdentifier],
])('%s', (_, toPlain) => {
  it.each(INVISIBLE)('removes %j wherever it stands', (invisible) => {
    expect(toPlain(`${invisible}CAN${invisible}-${invisible}${invisible}1${invisible}`)).toBe('CAN-1');
    expect(toPlain(`Cafe${invisible}\u0301`)).toBe('Café');
  });

  it.each(BLANKS)('takes %j for a space, many for one, and none at the ends', (blank) => {
    expect(toPlain(`${blank}Caneca${blank} ${blank}azul${blank}`)).toBe('Caneca azul');
  });

  it('leaves no blank at either end of a text that is plain otherwise', () => {
    expect([' a', 'a ', ' ', ' a b'].map(toPlain)).toEqual(['a', 'a', '', 'a b']);
  });

  it('composes letters and marks', () => {
    expect(toPlain('Ac\u0327a\u0303o')).toBe('Ação');
    expect(toPlain('A\u030a \u212b')).toBe('Å Å');
  });

  it('leaves line breaks and tabs to whoever allows them', () => {
    expect(toPlain('a\r\n\tb\n\nc')).toBe('a\r\n\tb\n\nc');
  });

  it('changes nothing the second time, and nothing of what can be read', () => {
    const unit = fc.oneof(
      fc.constantFrom(
        ...INVISIBLE,
        ...BLANKS,
        ' ',
        'e',
        '\u0301',
        '👩',
        '👧',
        '🏽',
        '1',
        '\u20e3',
        '🏴',
        '\u{e0067}',
      ),
      fc.string({ unit: 'binary', maxLength: 2 }),
    );
    const texts = fc.array(unit, { maxLength: 12 }).map((units) => units.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const plain = toPlain(text);
        expect(toPlain(plain)).toBe(plain);
        const readable = (all: string) =>
          all
            .normalize('NFC')
            .replace(/[\p{DI}\p{Z}\s\u2800\ufff9-\ufffb]/gu, '')
            .normalize('NFC');
        expect(readable(plain)).toBe(readable(text));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('takes no longer than the text is long, whatever it is made of', () => {
    const started = performance.now();
    for (const piece of ['\u0301\u0316', '\u200b', '\u00a0', ' ', '👩\u200d', '1\ufe0f', '🏴\u{e0067}']) {
      toPlain(`x${piece.repeat(200_000)}x`);
    }
    // Ordered by the square of their number, the marks alone took a minute.
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

it('a text keeps emoji whole, which an identifier does not', () => {
  for (const emoji of ['👩‍👧', '👨🏽‍🔧', '❤️', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏳️‍🌈']) {
    expect(toPlainText(`Caneca ${emoji} azul`)).toBe(`Caneca ${emoji} azul`);
    expect(toPlainIdentifier(`CAN-${emoji}`)).not.toMatch(/\p{DI}/u);
  }
  expect(toPlainText('👩\u200d')).toBe('👩');
  expect(toPlainText('a\u200db')).toBe('ab');
});

it("a line has no line breaks of Unicode's own, which a text of several lines keeps", () => {
  expect(toPlainText('a\u2028b\u2029')).toBe('a\u2028b');
  for (const toLine of [toPlainLine, toPlainIdentifier]) expect(toLine('a\u2028 b\u2029')).toBe('a b');
});
