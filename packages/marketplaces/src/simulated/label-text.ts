/** The characters beyond Latin-1 that the standard PDF fonts can draw (Windows-1252, 0x80–0x9F). */
const CP1252_EXTRAS = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** More than any zone of the label can show; measuring a longer text would only cost time. */
const MAX_CHARACTERS = 600;

const GRAPHEMES = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

/** Measures a text in points in the font that will draw it. */
export type Measure = (text: string) => number;

/**
 * Text that the standard PDF fonts can draw, in one line: what lies outside WinAnsi loses its accents where
 * that helps (ł has none to lose), else becomes one `?` per visible character.
 */
export function printable(text: string): string {
  const cut = text.slice(0, MAX_CHARACTERS * 2).normalize('NFC');
  const graphemes = [...GRAPHEMES.segment(cut)].slice(0, MAX_CHARACTERS);
  return graphemes
    .map(({ segment }) => drawable(segment))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Breaks the text into lines no wider than `width` points; what does not fit into `maxLines` is cut with an ellipsis.
 * Both happen between words where they can.
 */
export function fitLines(text: string, box: { width: number; maxLines: number }, measure: Measure): string[] {
  const lines: string[] = [];
  let rest = printable(text);
  while (rest !== '' && lines.length < box.maxLines) {
    const line = firstLine(rest, box.width, measure);
    lines.push(line);
    rest = rest.slice(line.length).trimStart();
  }
  const last = lines.pop();
  if (last === undefined) return [];
  return [...lines, rest === '' ? last.trimEnd() : withEllipsis(last.trimEnd(), box.width, measure)];
}

function firstLine(text: string, width: number, measure: Measure): string {
  const fitting = longestFitting(text, width, measure);
  if (fitting.length === text.length) return text;
  const space = text.charAt(fitting.length) === ' ' ? fitting.length : fitting.lastIndexOf(' ');
  // A long word after a short one is broken rather than leaving most of the line empty.
  return space > fitting.length / 3 ? text.slice(0, space) : fitting;
}

/** At least one character, so that a box narrower than a letter cannot loop for ever. */
function longestFitting(text: string, width: number, measure: Measure): string {
  let [low, high] = [1, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(text.slice(0, middle)) <= width) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low);
}

function withEllipsis(line: string, width: number, measure: Measure): string {
  if (measure(`${line}…`) <= width) return `${line}…`;
  return `${firstLine(line, width - measure('…'), measure).trimEnd()}…`;
}

function drawable(grapheme: string): string {
  if (/^\s+$/u.test(grapheme)) return ' ';
  if (isWinAnsi(grapheme)) return grapheme;
  if (grapheme === '−') return '–';
  const plain = grapheme.normalize('NFKD').replace(/\p{M}/gu, '');
  if (plain !== '' && isWinAnsi(plain)) return plain;
  // Zero-width and control characters leave no mark on paper.
  return /^[\p{Cc}\p{Cf}\p{M}]+$/u.test(grapheme) ? '' : '?';
}

function isWinAnsi(text: string): boolean {
  return [...text].every((character) => {
    const code = character.codePointAt(0) ?? 0;
    const latin1 = (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff && code !== 0xad);
    return latin1 || CP1252_EXTRAS.has(character);
  });
}
