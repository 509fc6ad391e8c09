import { createHash, randomInt } from 'node:crypto';

/** Crockford's base 32: no letter that is taken for a digit. */
const SYMBOLS = '0123456789abcdefghjkmnpqrstvwxyz';
const CODES = 10;
const GROUPS = 4;
const SYMBOLS_IN_GROUP = 4;

/** New recovery codes, as 'k3f9-…': 80 random bits each. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () =>
    Array.from({ length: GROUPS }, () =>
      Array.from({ length: SYMBOLS_IN_GROUP }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join(''),
    ).join('-'),
  );
}

/** Too long to be guessed, so nothing slower is needed. It is the same for however the code was typed. */
export function hashRecoveryCode(usuarioId: string, code: string): string {
  const typed = code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return createHash('sha256').update(`${usuarioId}:${typed}`).digest('base64url');
}
