import { findPasswordFault } from '@esteira/domain/accounts/password-rules';
import { describe, expect, it } from 'vitest';
import { createTokenService } from '../../../testing/accounts/accounts';
import { hashPassword, verifyPassword } from '../passwords';
import { isCommonPassword } from './common-passwords';
import { findFault, refuseWeakPassword } from './password-policy';

const clock = () => new Date('2026-11-27T12:00:00Z');
const joao = { nome: 'João Silva', email: 'joao.silva@exemplo.com.br' };
const none = { mercadolivre: null, amazon: null };

describe('findFault', () => {
  it.each([
    ['flamengo2025', 'comum'],
    ['Senha@123456', 'comum'],
    ['P@ssw0rd1234', 'comum'],
    ['qwertyuiop12', 'comum'],
    ['123456789012', 'comum'],
    ['aaaaaaaaaaaa', 'comum'],
    ['mercadolivre2026', 'contexto'],
    ['esteira12345', 'contexto'],
    ['joaosilva2026', 'contexto'],
    ['xkxkxkxkxkxk', 'sequencia'],
    ['abcdefg123456', 'sequencia'],
    ['abcd!abcd!abcd!', 'sequencia'],
    ['meu cachorro come pizza', null],
    ['minha loja fica na esquina', null],
    ['K7$vq2Lm9#xR4tWz8!bN', null],
    ['o caminho da padaria até a estação passa por três praças e uma ponte', null],
    ['👩👩🏽‍🚀abcdef', 'curta'],
    ['cafe\u0301 com pão e manteiga', null],
  ])('finds the fault of %s: %s', (senha, expected) => {
    expect(findFault({ clock }, { senha, ...joao })).toBe(expected);
  });

  it('takes a sequence for one where no list knows it', () => {
    const check = (senha: string) => findPasswordFault({ senha, ...joao, ano: 2026, isCommon: () => false });
    expect(['qwertyuiop12', '123456789012', 'aaaaaaaaaaaa', 'zyxwvutsrqpo'].map(check)).toEqual(
      Array(4).fill('sequencia'),
    );
  });

  it('counts characters, of which some are two units', () => {
    expect(findFault({ clock }, { senha: '👩👨🐕kqzmwrtv', ...joao })).toBe('curta');
    expect(findFault({ clock }, { senha: '👩👨🐕kqzmwrtvp', ...joao })).toBeNull();
  });
});

it('a password is hashed as it was typed, not as what looks the same', async () => {
  const hash = await hashPassword('cafe\u0301 com pão e manteiga');
  const verify = (senha: string) => verifyPassword(hash, senha, 'test');
  expect(await verify('caf\u00e9 com pão e manteiga')).toBe(false);
  expect(await verify('cafe\u0301 com pão e manteiga')).toBe(true);
});

describe('isCommonPassword', () => {
  it('knows the first and the last of the sorted list, and not what was never leaked', () => {
    expect(isCommonPassword('flamengo')).toBe(true);
    expect(isCommonPassword('a sentence no list has so far')).toBe(false);
  });
});

describe('refuseWeakPassword', () => {
  const amazon = { ...none, amazon: createTokenService('amazon').connector };
  const check = (senha: string, connectors: typeof none | typeof amazon, enforcePolicies = true) => {
    refuseWeakPassword({ clock, connectors, enforcePolicies }, { senha, ...joao });
  };

  it('says nothing where rules only advise', () => {
    expect(() => check('12345678', none, false)).not.toThrow();
  });

  it('asks for all classes only while Amazon is real', () => {
    expect(() => check('meu cachorro come pizza', none)).not.toThrow();
    expect(() => check('meu cachorro come pizza', amazon)).toThrow('A Amazon exige letra maiúscula');
    expect(() => check('Meu cachorro come 2 pizzas', amazon)).not.toThrow();
  });
});
