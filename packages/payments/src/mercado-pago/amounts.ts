/** Cents as Mercado Pago writes amounts: `9990` → `'99.90'`. Digits are moved, nothing is divided. */
export function toAmount(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`not whole cents: ${cents}`);
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The cents of an amount as Mercado Pago writes it (`'99.90'`, also `'99.9'` and `'99'`); null when it is none. */
export function parseAmount(amount: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  return whole === undefined ? null : Number(whole + fraction.padEnd(2, '0'));
}
