/** What returned sales cost, in whole cents; shares are hundredths of a percent. */
export interface ReturnCosts {
  /** How many sales come back. */
  returnedBps: number;
  /** How much of the goods' value is lost on average. */
  lostBps: number;
  outboundCents: number;
  packagingCents: number;
  supplierCents: number;
}

const WHOLE_BPS = 10_000n;

/**
 * What a sale leaves on average when some come back, in cents, half up: kept sales leave their net, returned ones cost
 * freight, packaging and lost goods. The commission is taken to be given back, the outbound freight not.
 */
export function expectedNet(netCents: number, costs: ReturnCosts): number {
  const q = BigInt(costs.returnedBps);
  const certain = BigInt(costs.outboundCents + costs.packagingCents) * WHOLE_BPS;
  const returned = certain + BigInt(costs.supplierCents) * BigInt(costs.lostBps);
  const scaled = (WHOLE_BPS - q) * BigInt(netCents) * WHOLE_BPS - q * returned;
  return Number(divideHalfUp(scaled, WHOLE_BPS * WHOLE_BPS));
}

function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const doubled = 2n * dividend + divisor;
  const quotient = doubled / (2n * divisor);
  return doubled < 0n && doubled % (2n * divisor) !== 0n ? quotient - 1n : quotient;
}
