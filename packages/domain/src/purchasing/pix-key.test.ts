import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPixKey } from './pix-key';

const EMAIL = { type: 'email', key: 'financeiro@tecnosul.com.br' };
const CPF = { type: 'cpf', key: '52998224725' };
const CNPJ = { type: 'cnpj', key: '11222333000181' };
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
