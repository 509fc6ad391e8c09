import { describe, expect, it } from 'vitest';
import { nfeXml } from '../../testing/nfe-sample';
import { hasRightCheckDigit, readNfe } from './nfe';

const KEY = '35240112345678000195550010000012341123456785';

describe('the XML of an NF-e', () => {
  it('is known by its key of 44 digits', () => {
    expect(readNfe(nfeXml(KEY))).toEqual({ ok: true, chave: KEY });
  });

  it('may have been authorised late', () => {
    expect(readNfe(nfeXml(KEY, { situacao: '150' }))).toEqual({ ok: true, chave: KEY });
  });

  it.each([
    ['nothing at all', '<html/>'],
    ['the invoice before it was authorised', nfeXml(KEY).replace(/nfeProc/g, 'enviNFe')],
    ['a key with a wrong digit', nfeXml(`${KEY.slice(0, -1)}4`)],
    ['a key that is too short', nfeXml(KEY.slice(1))],
    ['the protocol of another invoice', nfeXml(KEY).replace(`<chNFe>${KEY}`, `<chNFe>${'1'.repeat(44)}`)],
    ['no protocol', nfeXml(KEY).replace(/<protNFe[\s\S]*<\/protNFe>/, '')],
  ])('is not %s', (_, xml) => {
    expect(readNfe(xml)).toEqual({
      ok: false,
      motivo: expect.stringContaining('não é o XML autorizado de uma NF-e'),
    });
  });

  it('of the homologation opens no label', () => {
    const reading = readNfe(nfeXml(KEY, { ambiente: '2' }));
    expect(reading).toEqual({ ok: false, motivo: expect.stringContaining('homologação') });
  });

  it('that the SEFAZ refused opens no label', () => {
    const reading = readNfe(nfeXml(KEY, { situacao: '302' }));
    expect(reading).toEqual({ ok: false, motivo: expect.stringContaining('A SEFAZ não autorizou') });
  });
});

describe('the check digit of an NF-e’s key', () => {
  it('notices every single digit that is one too high', () => {
    expect(hasRightCheckDigit(KEY)).toBe(true);
    for (let index = 0; index < KEY.length; index += 1) {
      const other = String((Number(KEY[index]) + 1) % 10);
      expect(hasRightCheckDigit(KEY.slice(0, index) + other + KEY.slice(index + 1))).toBe(false);
    }
  });

  it.each(['', KEY.slice(1), `${KEY}0`, KEY.replace('3', 'x')])('belongs to 44 digits only: %j', (key) => {
    expect(hasRightCheckDigit(key)).toBe(false);
  });
});
