import { NFE_KEY_WITH_LETTERS, nfeXml } from '@esteira/domain/testing/nfe-sample';
import { describe, expect, it } from 'vitest';
import { readNfe } from './read-nfe';

const KEY = '35240112345678000195550010000012341123456785';
const NO_NFE = { ok: false, motivo: expect.stringContaining('não é o XML autorizado de uma NF-e') };

describe('the XML of an NF-e', () => {
  it.each([KEY, NFE_KEY_WITH_LETTERS])('is known by its key of 44 characters: %s', (key) => {
    expect(readNfe(nfeXml(key))).toEqual({ ok: true, chave: key });
  });

  it('may have been authorised late', () => {
    expect(readNfe(nfeXml(KEY, { situacao: '150' }))).toEqual({ ok: true, chave: KEY });
  });

  it.each([
    ['a byte order mark', `\ufeff${nfeXml(KEY)}`],
    ['blanks around it', `\n ${nfeXml(KEY)}\n`],
    [
      'prefixes',
      nfeXml(KEY)
        .replace(/<(\/?)(?=[a-zA-Z])/g, '<$1nfe:')
        .replace('xmlns=', 'xmlns:nfe='),
    ],
    ['apostrophes', nfeXml(KEY).replace(/Id="([^"]*)"/, "Id='$1'")],
    ['a comment', nfeXml(KEY).replace('<NFe>', '<!-- <chNFe>1</chNFe> --><NFe>')],
    ['blanks in its elements', nfeXml(KEY).replace(/<(chNFe|cStat)>(\w+)/g, '<$1>\n $2 ')],
  ])('may have %s', (_, xml) => {
    expect(readNfe(xml)).toEqual({ ok: true, chave: KEY });
  });

  it.each([
    ['nothing at all', '<html/>'],
    ['a text', 'NFe'],
    ['the invoice before it was authorised', nfeXml(KEY).replace(/nfeProc/g, 'enviNFe')],
    ['a key with a wrong digit', nfeXml(`${KEY.slice(0, -1)}4`)],
    ['a key with letters and a wrong digit', nfeXml(`${NFE_KEY_WITH_LETTERS.slice(0, -1)}9`)],
    ['a key in small letters', nfeXml(NFE_KEY_WITH_LETTERS.toLowerCase())],
    ['a key with letters where there is no CNPJ', nfeXml(`3A${KEY.slice(2)}`)],
    ['a key that is too short', nfeXml(KEY.slice(1))],
    ['the protocol of another invoice', nfeXml(KEY).replace(`<chNFe>${KEY}`, `<chNFe>${'1'.repeat(44)}`)],
    ['no protocol', nfeXml(KEY).replace(/<protNFe[\s\S]*<\/protNFe>/, '')],
    ['two invoices', nfeXml(KEY).replace(/<NFe>[\s\S]*<\/NFe>/, '$&$&')],
    ['an invoice that is only named in a comment', `<nfeProc><!--${nfeXml(KEY).slice(39)}--></nfeProc>`],
    ['half of it', nfeXml(KEY).slice(0, -20)],
    ['entities of its own', nfeXml(KEY).replace('?>', '?><!DOCTYPE nfeProc [<!ENTITY a "aa">]>')],
    ['elements without an end', '<a>'.repeat(100)],
    ['an element with a name without an end', `<${'a'.repeat(1000)}/>`],
    ['more than fits', nfeXml(KEY).replace('<NFe>', `${' '.repeat(900_000)}<NFe>`)],
  ])('is not %s', (_, xml) => {
    expect(readNfe(xml)).toEqual(NO_NFE);
  });

  it('says of a wrong check digit that it is one', () => {
    expect(readNfe(nfeXml(`${NFE_KEY_WITH_LETTERS.slice(0, -1)}9`))).toMatchObject({
      motivo: expect.stringContaining('dígito verificador'),
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
