interface Span {
  top: number;
  bottom: number;
}

const GAP_PX = 8;

/**
 * The smallest top offset in pixels from `min` to `max` at which a box of this height overlaps none of `taken`; null
 * where there is none.
 */
export function findToastOffset(
  taken: readonly Span[],
  height: number,
  { min, max }: { min: number; max: number },
): number | null {
  const places = [min, ...taken.map(({ bottom }) => bottom + GAP_PX)]
    .filter((top) => top >= min && top <= max)
    .sort((a, b) => a - b);
  const isFree = (top: number) =>
    taken.every((span) => span.bottom + GAP_PX <= top || span.top >= top + height + GAP_PX);
  return places.find(isFree) ?? null;
}
