import { type CsvLayout, CsvScanner } from './csv-scanner';
import { isFilled, type RateRow, SEARCHED_ROWS } from './heading-row';

/** What tells the layout, in characters: the same beginning, however the file is cut into pieces. */
const BEGINNING = 64 * 1024;
const MAX_HEADER_LENGTH = 10_000;
/** Columns that a row must name to be known as a heading. */
const TELLING = 2;

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Finds the separator and the line break of a CSV by its beginning. Null: all of it is blank. */
export async function detectLayout(text: AsyncIterable<string>, rate: RateRow): Promise<CsvLayout | null> {
  let beginning = '';
  for await (const piece of text) {
    beginning += piece;
    while (beginning.length >= BEGINNING) {
      const layout = findLayout(beginning.slice(0, BEGINNING), rate);
      if (layout !== null) return layout;
      beginning = beginning.slice(BEGINNING);
    }
  }
  return findLayout(beginning, rate);
}

/**
 * By Excel's `sep=;` line, else by the headings that are known once it is taken apart, else by the first line that has
 * a separator.
 */
function findLayout(text: string, rate: RateRow): CsvLayout | null {
  const lineBreak = findLineBreak(text);
  const lines = text.split(lineBreak).filter((line) => line.trim() !== '');
  const [first] = lines;
  if (first === undefined) return null;
  const delimiter =
    readDeclared(first) ?? findByHeading(text, lineBreak, rate) ?? findByLines(text, lines, rate);
  return { delimiter, lineBreak };
}

/** The first one. Some programs write `\r\r\n`. */
function findLineBreak(text: string): CsvLayout['lineBreak'] {
  let at = text.search(/[\r\n]/);
  if (at === -1) return '\n';
  while (text[at] === '\r') at += 1;
  return text[at] === '\n' ? '\n' : '\r';
}

/** The separator of a line such as `sep=;`, which Excel reads and leaves out; null where it is none. */
export function readDeclared(line: string): string | null {
  return /^\uFEFF?"?sep=([^\w" \r\n])"?[\s,;|]*$/i.exec(line)?.[1] ?? null;
}

function findByHeading(text: string, lineBreak: CsvLayout['lineBreak'], rate: RateRow): string | null {
  let best: { delimiter: string; known: number } | null = null;
  for (const delimiter of DELIMITERS) {
    if (!text.includes(delimiter)) continue;
    for (const { known } of rateBeginning(text, { delimiter, lineBreak }, rate)) {
      if (known >= TELLING && known > (best?.known ?? 0)) best = { delimiter, known };
    }
  }
  return best?.delimiter ?? null;
}

function* rateBeginning(text: string, layout: CsvLayout, rate: RateRow) {
  let rows = 0;
  for (const record of new CsvScanner(layout).push(text)) {
    if (!isFilled(record)) continue;
    if ('cells' in record) yield rate(record.cells);
    rows += 1;
    if (rows === SEARCHED_ROWS) return;
  }
}

function findByLines(text: string, lines: readonly string[], rate: RateRow): string {
  const [first = ''] = lines;
  // A heading of one column: nothing in the file has to be taken apart.
  if (!hasDelimiter(first) && rate([first.trim()]).known > 0) {
    return DELIMITERS.find((delimiter) => !text.includes(delimiter)) ?? ',';
  }
  return detectDelimiter(lines.slice(0, SEARCHED_ROWS).find(hasDelimiter) ?? first);
}

const hasDelimiter = (line: string) => DELIMITERS.some((delimiter) => line.includes(delimiter));

/** Tells the separator by the first line, looking only outside quotes. */
export function detectDelimiter(firstLine: string): string {
  const unquoted = firstLine.slice(0, MAX_HEADER_LENGTH).replace(/"(?:[^"]|"")*"?/g, '');
  const counts = DELIMITERS.map((delimiter) => unquoted.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}
