import { runs } from '@esteira/config/vitest/runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPixKey, hasUnsurePixKey } from './pix-key';

const EMAIL = { type: 'email', key: 'financeiro@tecnosul.com.br' };
const CPF = { type: 'cpf', key: '52998224725' };
const CNPJ = { type: 'cnpj', key: '11222333000181' };
const WITH_LETTERS = { type: 'cnpj', key: '12ABC34501DE35' };
const MOBILE = { type: 'celular', key: '+5541998760001' };
const RANDOM = { type: 'aleatoria', key: '123e4567-e12b-12d1-a456-426655440000' };
/** A CPF with right check digits and a mobile number of São Paulo at once. */
const BOTH = '11987654374';

describe('a Pix key is recognised', () => {
  it.each([
    ['Pix: financeiro@tecnosul.com.br', EMAIL],
    ['PIX financeiro@TecnoSul.com.br.', EMAIL],
    ['Chave Pix (e-mail): financeiro@tecnosul.com.br', EMAIL],
    ['financeiro@tecnosul.com.br', EMAIL],
    ['Pix\nfinanceiro@tecnosul.com.br\nTecnoSul Ltda', EMAIL],
    ['Pix: 529.982.247-25', CPF],
    ['pix cpf 52998224725', CPF],
    ['529 982 247 25', CPF],
    ['Pix CNPJ: 11.222.333/0001-81', CNPJ],
    ['Chave: 11222333000181', CNPJ],
    ['CNPJ 11222333/0001-81', CNPJ],
    ['Pix: 12.ABC.345/01DE-35', { type: 'cnpj', key: '12ABC34501DE35' }],
    ['Pix: 41 99876-0001', MOBILE],
    ['Pix celular (41) 99876-0001', MOBILE],
    ['Pix: +55 41 99876-0001', MOBILE],
    ['Pix 5541998760001', MOBILE],
    ['Pix (telefone) 041 99876-0001', MOBILE],
    ['Pix: 123E4567-e12b-12d1-a456-426655440000', RANDOM],
    ['Chave aleatória: 123e4567-e12b-12d1-a456-426655440000', RANDOM],
    ['Banco 341, agência 0456, conta 12345-6\nPix: 529.982.247-25', CPF],
    ['Pix: 529.982.247-25\nDúvidas: financeiro@tecnosul.com.br', CPF],
    [`Pix CPF: ${BOTH}`, { type: 'cpf', key: BOTH }],
    [`Pix celular: ${BOTH}`, { type: 'celular', key: `+55${BOTH}` }],
    [`Pix: ${BOTH} (celular)`, { type: 'celular', key: `+55${BOTH}` }],
    ['Pix: (11) 98765-4374', { type: 'celular', key: `+55${BOTH}` }],
    ['Pix: 119.876.543-74', { type: 'cpf', key: BOTH }],
    ['Pix: 12.abc.345/01de-35', WITH_LETTERS],
    ['pix 12ABC34501DE35', WITH_LETTERS],
    ['CNPJ 12abc34501de35', WITH_LETTERS],
    ['Pix CNPJ 12ABC345/01DE-35.', WITH_LETTERS],
    ['Pix: financeiro@tecnosul.com.br, em nome de Tecno Sul', EMAIL],
    ['Pix (financeiro@tecnosul.com.br).', EMAIL],
    ['Pix: "financeiro@tecnosul.com.br"!', EMAIL],
    ['*Pix:* *financeiro@tecnosul.com.br*', EMAIL],
    ['Pix: financeiro@tecnosul.com.br(Banco Inter)', EMAIL],
    ['Pix: financeiro@tecnosul.com.br|Banco Inter', EMAIL],
    ['Pix: financeiro@tecnosul.com.br - Banco Inter', EMAIL],
    ['Pix:\tfinanceiro@tecnosul.com.br\r\nBanco Inter', EMAIL],
    ['Pix: pix.loja@tecnosul.com.br', { type: 'email', key: 'pix.loja@tecnosul.com.br' }],
    ['Pix (529.982.247-25)', CPF],
    ['Pix: 529.982.247-25.', CPF],
    ['Pix: 529.982.247-25 - 24h', CPF],
    ['Pix: 529.982.247-25\nconta 12345678-9', CPF],
    ['Pix: ５２９.９８２.２４７-２５', CPF],
    ['Pix: financeiro＠tecnosul．com．br', EMAIL],
    ['Pix: \u202a+55\u00a041\u00a099876-0001\u202c', MOBILE],
    ['Pix: financeiro@tecnosul.\u200bcom.br\u200b', EMAIL],
    ['Pix: 41998760001, 41998760001', MOBILE],
    ['Pix: financeiro@tecnosul.com.br ✅', EMAIL],
  ])('in %j', (text, key) => {
    expect(findPixKey(text)).toEqual(key);
  });
});

describe('nothing is guessed', () => {
  it.each([
    ['', 'nothing'],
    ['Boleto em 7 dias', 'no key'],
    ['Banco 341, agência 0456, conta 12345-6', 'a bank account'],
    ['Dúvidas: 41 99876-0001', 'a telephone that is no key'],
    ['Titular: Ana, CPF 529.982.247-25. Aceitamos Pix.', 'a CPF that is not said to be the key'],
    ['Boleto ou Pix, fale com financeiro@tecnosul.com.br', 'an address to ask at'],
    ['Pix: 529.982.247-24', 'a wrong check digit'],
    ['Pix: 12.345.678/0001-90', 'a wrong check digit'],
    ['Pix: 41 3344-9012', 'a landline'],
    ['Pix: 20 99876-0001', 'an area code that there is not'],
    [`Pix: ${BOTH}`, 'a CPF as well as a mobile number'],
    [BOTH, 'a CPF as well as a mobile number'],
    [`Pix CPF/celular: ${BOTH}`, 'both named'],
    ['Pix CNPJ: 529.982.247-25', 'a word that contradicts the key'],
    ['Pix celular: 529.982.247-25', 'a word that contradicts the key'],
    ['Pix: financeiro@tecnosul.com.br\nPix: 41 99876-0001', 'two keys'],
    ['Pix: financeiro@tecnosul.com.br ou 41 99876-0001', 'two keys'],
    ['Pix-financeiro@tecnosul.com.br', 'an address that may begin with Pix'],
    ['Pix/financeiro@tecnosul.com.br', 'an address that may begin with Pix'],
    ['Pix: 41998760001234', 'a longer number'],
    ['Pix: 52998224725-1', 'a longer number'],
    ['Pixinguinha: 529.982.247-25', 'another word'],
    ['Pix: financeiro@tecnosul', 'an address without a domain'],
    ['Pix: 12.ABC.345/01DE-36', 'a wrong check digit'],
    ['12ABC34501DE35', 'a word that may be anything'],
    ['Pix: contato@loja.com.br_filial SP', 'an address that goes on'],
    ['ana@uol.com.br_', 'an address that goes on'],
    ['Pix: contato@loja.com.brú', 'an address that goes on'],
    ['Pix: contato@loja.com.bru\u0301', 'an address that goes on'],
    ['Pix: contato@loja.com.br\u0336', 'an address that goes on'],
    ['Pix: contato@loja.com.brª', 'an address that goes on'],
    ['Pix: contato@loja.com.br¹', 'an address that goes on'],
    ['Pix: contato@loja.com.br-filial', 'an address that goes on'],
    ['Pix: contato@loja.com.br/filial', 'an address that goes on'],
    ['Pix: contato@loja.com.br+sp', 'an address that goes on'],
    ['Pix: contato@loja.com.br@filial', 'an address that goes on'],
    ['Pix: contato@loja.com,br', 'an address with a comma for a dot'],
    ['Pix: contato@loja.com:br', 'an address that goes on'],
    ['Pix: contato@loja.com br', 'an address with a blank in it'],
    ['Pix: contato@loja.com .br', 'an address with a blank in it'],
    ['Pix: contato@loja.com.\nbr', 'an address with a line end in it'],
    ['Pix: contato@loja.com.b...', 'an address that was cut'],
    ['Pix: contato@loja.com.br…', 'an address that was cut'],
    ['Pix: contato@loja..com.br', 'two dots'],
    ['Pix: contato.@loja.com.br', 'a dot at the end of a name'],
    ['Pix: josé@loja.com.br', 'an accent'],
    ['Pix: cоntato@loja.com.br', 'a Cyrillic letter'],
    ['Pix: contato@loja.com.br𝐚', 'a letter of mathematics'],
    ['Pix: contato@-loja.com.br', 'a dash at the beginning of a domain'],
    ['Pix.contato@loja.com.br', 'an address that may begin with Pix'],
    ['Pix_contato@loja.com.br', 'an address that may begin with Pix'],
    ['Pix: \u202erb.moc.ajol@otatnoc', 'a text that is shown backwards'],
    ['Pix: contato@loja.com.br_filial\nChave: 41 99876-0001', 'two keys, of which one is unsure'],
    ['Pix: 529.982.247-24\nPix: 41 99876-0001', 'two keys, of which one is wrong'],
    ['Pix: 41 99876-0001 / contato@loja.com.br_', 'two keys in one line'],
    ['Pix: 41 99876-0001 1234', 'a longer number'],
    ['Pix: 529 982 247 25 123', 'a longer number'],
    ['Pix: 1 529.982.247-25', 'a longer number'],
    ['Pix: 41 99876-00012', 'a longer number'],
    ['Pix: 0041998760001', 'a longer number'],
    ['Pix: 529.982.247-25_1', 'a longer number'],
    ['Pix: 529.982.247-25/1', 'a longer number'],
    ['Pix: 529.982.247-25x', 'a longer number'],
    ['Pix: 529.982.247-25º', 'a longer number'],
    ['Pix: 529.982.247-2٥', 'a digit of another script'],
    ['Pix: 41 99876-0001¹', 'a digit set high'],
    ['Pix: 123e4567-e12b-12d1-a456-426655440000ab', 'a longer random key'],
    ['Pix: 123e4567-e12b-12d1-a456-426655440000-ab', 'a longer random key'],
    ['Pix: 123e4567-e12b-12d1-a456-426655440000_ab', 'a longer random key'],
    ['Pix: 123e4567-e12b-12d1-a456-\n426655440000', 'a random key with a line end in it'],
    ['Pix: 123e4567-e12b-12d1-a456-42665544000g', 'no random key'],
    ['Agência 0456, conta 11987654374', 'an account of eleven digits'],
    ['Pix agência 0456 conta 41998760001', 'an account of eleven digits'],
    ['Chave de acesso: 35240112345678000195550010000012341123456785', 'the key of an NF-e'],
  ])('from %j: %s', (text) => {
    expect(findPixKey(text)).toBeNull();
  });

  it('from any text without the words and signs of a key', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'pix chave CPF:123.-/@()\n'), maxLength: 60 }),
        (text) => {
          const key = findPixKey(text);
          if (key === null) return;
          const digits = text.replace(/\D/g, '');
          // Whatever is recognised is written there.
          expect(key.type === 'email' ? text.toLowerCase() : digits).toContain(
            key.type === 'celular' ? key.key.slice(3) : key.key,
          );
        },
      ),
    );
  });
});

describe('a key that is not recognised', () => {
  it.each([
    'Pix: contato@loja.com.br_filial SP',
    'ana@uol.com.br_',
    'Pix: 529.982.247-24',
    '529.982.247-24',
    `Pix: ${BOTH}`,
    'Boleto ou Pix',
    'Pix: financeiro@tecnosul.com.br ou 41 99876-0001',
  ])('is told of in %j', (text) => {
    expect(hasUnsurePixKey(text)).toBe(true);
  });

  it.each(['', 'Boleto em 7 dias', 'Banco 341, agência 0456, conta 12345-6', 'Pix: 529.982.247-25'])(
    'is not missed in %j',
    (text) => {
      expect(hasUnsurePixKey(text)).toBe(false);
    },
  );
});

it('reads no part of an address as the whole of it', () => {
  const rest = fc.string({ unit: fc.constantFrom(...'abr019._-+/@%&éªº¹́'), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(rest, (more) => {
      const key = findPixKey(`Pix: contato@loja.com.br${more}`);
      const written = `contato@loja.com.br${more}`.replace(/\.$/, '');
      expect([null, written]).toContain(key?.key ?? null);
    }),
    { numRuns: runs(2000) },
  );
});
