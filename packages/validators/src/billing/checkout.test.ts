import { describe, expect, it } from 'vitest';
import { toProblem } from '../wire/problem';
import { checkoutInput, checkoutInputAt } from './checkout';

const schema = checkoutInputAt(() => new Date('2026-11-21T12:00:00Z'));
const valid = {
  plano: 'top',
  nome_cartao: ' Ana Souza ',
  numero_cartao: '4111 1111 1111 1111',
  validade: '11/26',
  cvv: '123',
  parcelas: 1,
};

describe('checkoutInput', () => {
  it('upper-cases the name and keeps the digits of the number', () => {
    expect(schema.parse(valid)).toEqual({
      ...valid,
      nome_cartao: 'ANA SOUZA',
      numero_cartao: '4111111111111111',
      chave_idempotencia: undefined,
    });
  });

  it.each([
    ['plano', 'premium', 'Plano desconhecido'],
    ['plano', '', 'Plano: campo obrigatório'],
    ['nome_cartao', ' ', 'Nome no cartão: campo obrigatório'],
    ['numero_cartao', '', 'Número do cartão: campo obrigatório'],
    ['numero_cartao', '4111 1111 1111 1112', 'Número do cartão inválido'],
    ['numero_cartao', '4111-1111-1111-1111', 'Número do cartão inválido'],
    ['numero_cartao', '4111', 'Número do cartão inválido'],
    [
      'numero_cartao',
      '0000 0000 0000 0000',
      'Número do cartão: bandeira não aceita ou quantidade de dígitos errada',
    ],
    ['numero_cartao', '4111111111111111'.repeat(1000), 'Número do cartão inválido'],
    ['validade', '10/26', 'Validade: cartão vencido'],
    ['validade', '13/30', 'Validade: use o formato MM/AA'],
    ['validade', '1130', 'Validade: use o formato MM/AA'],
    ['cvv', '12', 'CVV: deve ter 3 ou 4 dígitos'],
    ['cvv', '12345', 'CVV: deve ter 3 ou 4 dígitos'],
    ['cvv', 123, 'CVV: deve ser um texto'],
    ['parcelas', 0, 'Parcelas: deve ser um número inteiro de 1 a 3'],
    ['parcelas', 4, 'Parcelas: deve ser um número inteiro de 1 a 3'],
    ['parcelas', '1', 'Parcelas: deve ser um número inteiro de 1 a 3'],
  ])('refuses %s = %j', (field, value, detail) => {
    const parsed = schema.safeParse({ ...valid, [field]: value });
    expect(parsed.error && toProblem(parsed.error).detail).toBe(detail);
  });

  it.each(['4000 0000 0000 0002', '5031 4332 1540 6351', '3753 651535 56885', '5067 7667 8388 8311'])(
    'accepts the form of %s; refusing the payment is the gateway’s part',
    (numero_cartao) => {
      expect(schema.safeParse({ ...valid, numero_cartao }).success).toBe(true);
    },
  );

  it('never repeats a card number or CVV in what it complains about', () => {
    const secret = { ...valid, numero_cartao: '4111 1111 1111 1112', cvv: '98765' };
    const { error } = schema.safeParse(secret);
    expect(error).toBeDefined();
    expect(JSON.stringify(error)).not.toMatch(/4111|98765/);
    expect(String(error)).not.toMatch(/4111|98765/);
  });

  it('goes by the machine’s clock unless given another', () => {
    expect(checkoutInput.safeParse({ ...valid, validade: '12/99' }).success).toBe(true);
    expect(checkoutInput.safeParse({ ...valid, validade: '01/20' }).success).toBe(false);
  });
});
