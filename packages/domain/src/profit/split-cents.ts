/** A part of a shared cost: `weight` says how much of it, as a whole number from zero on. */
export interface Share {
  id: string;
  weight: number;
}

/**
 * Splits an amount in cents by weight, so that the parts sum to it exactly: each gets its share rounded down, the cents
 * that remain go to the largest remainders, among equals to the heavier, then to the lower id. Signed; null where all
 * weights are zero, as no split is right then.
 */
export function splitCents(totalCents: number, shares: readonly Share[]): Map<string, number> | null {
  const weights = shares.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  if (weights === 0n) return null;
  const amount = BigInt(Math.abs(totalCents));
  const parts = shares.map(({ id, weight }) => {
    const product = amount * BigInt(weight);
    return { id, weight, cents: product / weights, remainder: product % weights };
  });
  const open = amount - parts.reduce((sum, { cents }) => sum + cents, 0n);
  const luckiest = [...parts].sort(byRemainder).slice(0, Number(open));
  const sign = totalCents < 0 ? -1 : 1;
  return new Map(
    parts.map((part) => [part.id, sign * Number(part.cents + (luckiest.includes(part) ? 1n : 0n)) || 0]),
  );
}

type Part = Share & { remainder: bigint };

function byRemainder(a: Part, b: Part): number {
  if (a.remainder !== b.remainder) return a.remainder > b.remainder ? -1 : 1;
  if (a.weight !== b.weight) return b.weight - a.weight;
  return a.id < b.id ? -1 : 1;
}
