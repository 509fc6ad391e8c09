/** The longest NF-e that is taken, in characters: with its wrapping it fits into a request of 1 MB. */
export const MAX_NFE_LENGTH = 900_000;

/**
 * Whether a text has the form of an NF-e's access key: 44 characters, all digits but for those of the issuer's CNPJ,
 * which may be capital letters since July 2026 (Nota Técnica Conjunta 2025.001 of the ENCAT).
 */
export function isNfeKey(text: string): boolean {
  return /^\d{6}[0-9A-Z]{12}\d{26}$/.test(text);
}

/**
 * Whether the last of an access key's 44 characters is right: modulo 11 with the weights 2 to 9, from the right. Each
 * character is worth its ASCII code less 48.
 */
export function hasRightCheckDigit(key: string): boolean {
  if (!isNfeKey(key)) return false;
  const values = [...key].map((character) => character.charCodeAt(0) - 48);
  const last = values.pop();
  const sum = values.reverse().reduce((total, value, index) => total + value * (2 + (index % 8)), 0);
  const rest = sum % 11;
  return last === (rest < 2 ? 0 : 11 - rest);
}
