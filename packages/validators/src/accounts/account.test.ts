import { describe, expect, it } from 'vitest';
import { loginInput, registerInput, user } from './account';

const ana = { nome: ' Ana ', email: ' ANA@exemplo.com ', senha: 'segredo!' };

describe('registerInput', () => {
  it('trims and lower-cases the e-mail but leaves the password as typed', () => {
    const parsed = registerInput.parse({ ...ana, senha: '  8 chars ' });
    expect(parsed).toEqual({ nome: 'Ana', email: 'ana@exemplo.com', senha: '  8 chars ' });
  });

  it.each([
    ['1234567', false],
    ['12345678', true],
    ['x'.repeat(128), true],
    ['x'.repeat(129), false],
    ['👩'.repeat(7), false],
    ['👩'.repeat(128), true],
    ['👩'.repeat(129), false],
  ])('counts the characters of %s', (senha, accepted) => {
    expect(registerInput.safeParse({ ...ana, senha }).success).toBe(accepted);
  });
});

describe('loginInput', () => {
  it('lets a password of any length be wrong rather than invalid', () => {
    expect(loginInput.safeParse({ email: ana.email, senha: 'x' }).success).toBe(true);
    expect(loginInput.safeParse({ email: ana.email, senha: '' }).success).toBe(false);
  });
});

describe('user', () => {
  it('never lets a password hash out', () => {
    const row = {
      id: '1',
      nome: 'Ana',
      email: 'ana@exemplo.com',
      plano: null,
      data_expiracao: null,
      is_admin: false,
      ativo: true,
    };
    expect(user.parse({ ...row, senha_hash: '$argon2id$…' })).toEqual(row);
  });
});
