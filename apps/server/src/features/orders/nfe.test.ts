import { describe, expect, it } from 'vitest';
import { nfeXml } from '../../testing/nfe-xml';
import { hasRightCheckDigit, readNfeKey } from './nfe';

const KEY = '35240112345678000195550010000012341123456785';

describe('complaint 26: an NF-e', () => {
  it('is known by its key of 44 digits', () => {
    expect(readNfeKey(nfeXml(KEY))).toBe(KEY);
  });

  it.each([
    ['nothing at all', '<html/>'],
    ['the invoice before it was authorised', nfeXml(KEY).replace(/nfeProc/g, 'enviNFe')],
    ['a key with a wrong digit', nfeXml(`${KEY.slice(0, -1)}4`)],
    ['a key that is too short', nfeXml(KEY.slice(1))],
    ['the protocol of another invoice', nfeXml(KEY).replace(`<chNFe>${KEY}`, `<chNFe>${'1'.repeat(44)}`)],
    ['no protocol', nfeXml(KEY).replace(/<protNFe[\s\S]*<\/protNFe>/, '')],
  ])('is not %s', (_, xml) => {
    expect(() => readNfeKey(xml)).toThrow('O arquivo não é o XML autorizado de uma NF-e');
  });

  it('of the homologation opens no label', () => {
    expect(() => readNfeKey(nfeXml(KEY, { ambiente: '2' }))).toThrow('A NF-e é de homologação');
  });

  it('that the SEFAZ refused opens no label', () => {
    expect(() => readNfeKey(nfeXml(KEY, { situacao: '302' }))).toThrow('A SEFAZ não autorizou esta NF-e');
  });
});

it('the check digit of a key notices every single wrong digit', () => {
  expect(hasRightCheckDigit(KEY)).toBe(true);
  for (let index = 0; index < KEY.length; index += 1) {
    const other = String((Number(KEY[index]) + 1) % 10);
    expect(hasRightCheckDigit(KEY.slice(0, index) + other + KEY.slice(index + 1))).toBe(false);
  }
});
