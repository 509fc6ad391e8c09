/** The highest price or cost of one unit, in reais. */
export const MAX_PRICE = 9_999_999.99;

/** Tells whether `reais` is a finite amount with at most two decimals. */
export function isMoney(reais: number): boolean {
  if (!Number.isFinite(reais)) return false;
  const cents = Math.round(reais * 100);
  // Dividing an integer by 100 gives the double nearest to the decimal, which is what a JSON literal parses to.
  return Number.isSafeInteger(cents) && cents / 100 === reais;
}

/**
 * Converts reais to integer cents without rounding.
 * @throws RangeError when the amount is not finite or has more than two decimals.
 */
export function toCents(reais: number): number {
  if (!isMoney(reais)) throw new RangeError(`not an amount in whole cents: ${reais}`);
  return withoutNegativeZero(Math.round(reais * 100));
}

/**
 * Converts integer cents to reais.
 * @throws RangeError when `cents` is not a safe integer.
 */
export function fromCents(cents: number): number {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not whole cents: ${cents}`);
  return withoutNegativeZero(cents / 100);
}

/**
 * Multiplies a unit price in reais by a number of units, exactly (docs/product-rules/orders.md#order-totals).
 * @throws RangeError when the price is not in whole cents or the result is no safe integer of cents.
 */
export function multiplyMoney(reais: number, quantidade: number): number {
  return fromCents(toCents(reais) * quantidade);
}

/**
 * Shows reais as `R$ 1.234,56`, rounding to the nearest cent. No line ends between sign and amount (a no-break space
 * stands there), and less than nothing bears a minus sign (U+2212).
 * @throws RangeError when the amount is not finite.
 */
export function formatMoney(reais: number): string {
  if (!Number.isFinite(reais)) throw new RangeError(`not an amount: ${reais}`);
  const cents = Math.round(Math.abs(reais) * 100);
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, '.');
  const fraction = String(cents % 100).padStart(2, '0');
  return `${reais < 0 && cents > 0 ? '−' : ''}R$\u00a0${whole},${fraction}`;
}

function withoutNegativeZero(value: number): number {
  return value === 0 ? 0 : value;
}
