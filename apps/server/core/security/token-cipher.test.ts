import { describe, expect, it } from 'vitest';
import { createTokenCipher, UnknownKeyError } from './token-cipher';

const KEY = 'a key for tests of thirty-two bytes or more';
const cipher = createTokenCipher(KEY);
const ROW = 'conexoes:seller-1:amazon:token_acesso';

describe('a sealed token', () => {
  it('opens for the row that it was sealed for', () => {
    const sealed = cipher.seal('Atza|ção', ROW);
    expect(sealed).not.toContain('Atza');
    expect(cipher.open(sealed, ROW)).toBe('Atza|ção');
    expect(createTokenCipher(KEY).open(sealed, ROW)).toBe('Atza|ção');
  });

  it('is never the same twice', () => {
    expect(cipher.seal('token', ROW)).not.toBe(cipher.seal('token', ROW));
  });

  it('opens for no other row and by no other key', () => {
    const sealed = cipher.seal('token', ROW);
    expect(() => cipher.open(sealed, ROW.replace('seller-1', 'seller-2'))).toThrow();
    expect(() => cipher.open(sealed, ROW.replace('acesso', 'renovacao'))).toThrow();
    expect(() => createTokenCipher(`${KEY}!`).open(sealed, ROW)).toThrow(UnknownKeyError);
  });

  it('opens by the key that it was sealed with before there was a key of its own', () => {
    const replaced = createTokenCipher(`${KEY}!`, null, KEY);
    expect(replaced.open(cipher.seal('token', ROW), ROW)).toBe('token');
    expect(() => cipher.open(replaced.seal('token', ROW), ROW)).toThrow(UnknownKeyError);
    expect(() => replaced.open(createTokenCipher(`${KEY}?`).seal('token', ROW), ROW)).toThrow(
      UnknownKeyError,
    );
  });

  it('names its key, and opens by any that the server has where it was sealed before values did', () => {
    const [version, id, bytes] = cipher.seal('token', ROW).split('.');
    expect([version, id]).toEqual(['v2', cipher.keyId]);
    expect(cipher.keyId).toMatch(/^[0-9a-f]{8}$/);
    const replaced = createTokenCipher(`${KEY}!`, KEY);
    expect([replaced.knows(cipher.keyId), cipher.knows(replaced.keyId)]).toEqual([true, false]);
    expect(replaced.open(`v1.${bytes}`, ROW)).toBe('token');
    expect(() => createTokenCipher(`${KEY}!`).open(`v1.${bytes}`, ROW)).toThrow();
    expect(() => replaced.open(`v2.${replaced.keyId}.${bytes}`, ROW)).toThrow();
  });

  it('does not open once a single bit of it changed', () => {
    const sealed = cipher.seal('token', ROW);
    const prefix = `v2.${cipher.keyId}.`;
    const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => cipher.open(`${prefix}${changed.toString('base64url')}`, ROW)).toThrow();
    }
  });

  it.each(['', 'token', 'v1.', 'v1.AAAA', 'v2.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])(
    'is not any other text: %j',
    (text) => {
      expect(() => cipher.open(text, ROW)).toThrow();
    },
  );
});
