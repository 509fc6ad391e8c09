import { describe, expect, it } from 'vitest';
import { fitLines, printable } from './label-text';

const oneEach = (text: string) => text.length;

describe('printable', () => {
  it('keeps Portuguese and the typographic characters of Windows-1252', () => {
    const text = 'São José, “ação” – R$ 10 € ÀÇÕÜ…';
    expect(printable(text)).toBe(text);
    expect(printable('São José'.normalize('NFD'))).toBe('São José');
  });

  it('replaces what the fonts cannot draw by one mark per visible character', () => {
    expect(printable('Fone 👨‍👩‍👧 产品')).toBe('Fone ? ??');
    expect(printable('Dvořák ﬁm Ⅳ')).toBe('Dvorák fim IV');
    expect(printable('\ud800')).toBe('?');
  });

  it('makes one line of it, without marks that print nothing', () => {
    expect(printable(' a\u0000b\u200bc\n\td\u00ad ')).toBe('abc d');
  });

  it('stops at 600 characters', () => {
    expect(printable('x'.repeat(1_000_000))).toHaveLength(600);
  });
});

describe('fitLines', () => {
  it('breaks between words and keeps every word', () => {
    expect(fitLines('um dois três quatro', { width: 8, maxLines: 9 }, oneEach)).toEqual([
      'um dois',
      'três',
      'quatro',
    ]);
  });

  it('breaks inside a word that is longer than a line', () => {
    expect(fitLines('abcdefghij', { width: 4, maxLines: 9 }, oneEach)).toEqual(['abcd', 'efgh', 'ij']);
  });

  it('ends in an ellipsis within the width when text is left over', () => {
    const lines = fitLines('um dois três quatro', { width: 7, maxLines: 2 }, oneEach);
    expect(lines).toEqual(['um dois', 'três…']);
    expect(fitLines('dois três quatro', { width: 9, maxLines: 1 }, oneEach)).toEqual(['dois…']);
    expect(fitLines('abcdefgh', { width: 4, maxLines: 1 }, oneEach)).toEqual(['abc…']);
  });

  it('gives nothing for nothing, and ends even where not a letter fits', () => {
    expect(fitLines('  ', { width: 10, maxLines: 3 }, oneEach)).toEqual([]);
    expect(fitLines('abc', { width: 0, maxLines: 3 }, oneEach)).toEqual(['a', 'b', 'c']);
  });
});
