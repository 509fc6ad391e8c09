import { code128 } from 'bwip-js/generic';

/** A Code 128 symbol in modules: the width of the whole, and each bar's left edge and width. */
export type Barcode = { width: number; bars: { x: number; width: number }[] };

// bwip-js centres a bar on a whole pixel; two pixels per module keep every edge exact.
const SCALE = 2;
const MAX_CHARACTERS = 32;

/**
 * Encodes a text as Code 128. Characters outside printable ASCII are left out and 32 remain at most, so that
 * the bars stay wide enough to scan; null when nothing remains.
 */
export function encodeCode128(text: string): Barcode | null {
  const content = text
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, MAX_CHARACTERS);
  if (content === '') return null;
  const bars: Barcode['bars'] = [];
  let total = 0;
  const none = () => undefined;
  return code128<Barcode>(
    { bcid: 'code128', text: content, scaleX: SCALE, scaleY: 1, height: 1 },
    {
      scale: () => [SCALE, 1],
      measure: () => ({ width: 0, ascent: 0, descent: 0 }),
      init: (width) => {
        total = width / SCALE;
      },
      line: (...[x, , , , width]) => {
        bars.push({ x: (x - width / 2) / SCALE, width: width / SCALE });
      },
      polygon: none,
      hexagon: none,
      ellipse: none,
      fill: none,
      text: none,
      end: () => ({ width: total, bars: bars.sort((a, b) => a.x - b.x) }),
    },
  );
}
