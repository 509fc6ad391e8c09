interface Span {
  top: number;
  bottom: number;
}

const GAP_PX = 8;

/**
 * The topmost place from `min` to `max` where a box of this height covers none of what is there, in pixels; null
 * where there is no such place.
 */
export function findFreeTop(
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
