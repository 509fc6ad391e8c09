import type { CurvePoint } from '@esteira/domain/profit/pricing/curve-points';

type Line = readonly [CurvePoint, CurvePoint];

export interface Scale {
  /** A price in cents as a place from the left. */
  x: (priceCents: number) => number;
  /** What remains in cents as a place from the top. */
  y: (netCents: number) => number;
}

const PADDING = 10;

/** Where prices and what remains of them stand in a picture of this size; the line of zero is always in it. */
export function chartOf(
  lines: readonly Line[],
  { width, height, lastCents }: { width: number; height: number; lastCents: number },
): Scale {
  const nets = lines.flatMap(([from, to]) => [from.netCents, to.netCents]);
  const high = Math.max(0, ...nets);
  // A sale far below cost would press the part that matters flat.
  const low = Math.max(Math.min(0, ...nets), -high);
  const span = high - low || 1;
  return {
    x: (priceCents) => round((priceCents / lastCents) * width),
    y: (netCents) => round(PADDING + ((high - netCents) / span) * (height - 2 * PADDING)),
  };
}

/** The lines as one path; where one begins a cent after another ends, the step is drawn too. */
export function toPath(lines: readonly Line[], { x, y }: Scale): string {
  let end = Number.NaN;
  return lines
    .map(([from, to]) => {
      const joins = from.priceCents === end + 1;
      end = to.priceCents;
      const [a, b] = [from, to].map((point) => `${x(point.priceCents)} ${y(point.netCents)}`);
      return `${joins ? 'L' : 'M'}${a}L${b}`;
    })
    .join('');
}

const round = (value: number) => Math.round(value * 10) / 10;
