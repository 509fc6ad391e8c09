/** The longest NF-e that is taken, in characters: with its wrapping it fits into a request of 1 MB (decisions §3). */
export const MAX_NFE_LENGTH = 900_000;

/** Tells whether the last of an access key's 44 digits is right: modulo 11 with the weights 2 to 9, from the right. */
export function hasRightCheckDigit(key: string): boolean {
  if (!/^\d{44}$/.test(key)) return false;
  const digits = [...key].map(Number);
  const last = digits.pop();
  const sum = digits.reverse().reduce((total, digit, index) => total + digit * (2 + (index % 8)), 0);
  const rest = sum % 11;
  return last === (rest < 2 ? 0 : 11 - rest);
}
