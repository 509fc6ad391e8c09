/** How a file is laid out. A `\n` line may end in `\r\n` too, and one with quotes in `\r\r\n`. */
export interface CsvLayout {
  /** One character. */
  delimiter: string;
  lineBreak: '\n' | '\r';
}

/**
 * One record with the line that it begins on (the first is 1): its cells, or why it cannot be read. A sheet may hide
 * its row.
 */
export type ScannedRecord = ({ line: number; cells: string[] } | { line: number; reason: string }) & {
  isHidden?: boolean;
};

/** The longest record in characters: several times what the longest valid product takes. */
export const MAX_RECORD_LENGTH = 100_000;

const BROKEN_QUOTES = 'aspas sem par ou fora de lugar';
export const TOO_LONG = 'texto longo demais para uma linha';

type Reading = { kind: 'record'; cells: string[]; end: number } | { kind: 'unfinished' } | { kind: 'broken' };

const UNFINISHED = { kind: 'unfinished' } as const;
const BROKEN = { kind: 'broken' } as const;

/**
 * Splits CSV text that arrives in pieces into records, holding back no more than one of them.
 *
 * Written here because an import must tell exact lines and never swallow rows: csv-parse counts a `\r\n` inside
 * quotes twice, and after a stray quote it either gives up or merges rows. Here such a record is reported and
 * reading goes on with the very next line.
 */
export class CsvScanner {
  private text = '';
  private at = 0;
  private line = 1;
  private nextQuote = -1;
  /** In the rest of a line that was already reported as too long. */
  private skipping = false;

  constructor(private readonly layout: CsvLayout) {}

  /** The records that this piece completes, read one by one as they are taken; take all before the next piece. */
  *push(piece: string): Iterable<ScannedRecord> {
    this.text = this.text.slice(this.at) + piece;
    this.at = 0;
    this.nextQuote = this.text.indexOf('"');
    yield* this.scan(false);
  }

  /** The last record, when the file does not end in a line break. */
  end(): Iterable<ScannedRecord> {
    return this.scan(true);
  }

  private *scan(isLast: boolean): Iterable<ScannedRecord> {
    while (this.at < this.text.length) {
      if (this.skipping) {
        this.skipLine();
        continue;
      }
      const line = this.line;
      const reading = this.read(isLast);
      if (reading.kind === 'record' && reading.end - this.at <= MAX_RECORD_LENGTH) {
        this.advance(reading.end);
        yield { line, cells: reading.cells };
        continue;
      }
      if (reading.kind === 'unfinished' && this.text.length - this.at <= MAX_RECORD_LENGTH) return;
      const reason = this.isLineTooLong() ? TOO_LONG : BROKEN_QUOTES;
      this.skipLine();
      yield { line, reason };
    }
  }

  private read(isLast: boolean): Reading {
    const { text, at } = this;
    const lineEnd = text.indexOf(this.layout.lineBreak, at);
    if (lineEnd === -1 && !isLast) return UNFINISHED;
    const end = lineEnd === -1 ? text.length : lineEnd;
    if (this.nextQuote !== -1 && this.nextQuote < at) this.nextQuote = text.indexOf('"', at);
    if (this.nextQuote !== -1 && this.nextQuote < end) return readQuoted({ text, at, isLast }, this.layout);
    const line = text.slice(at, text[end - 1] === '\r' && end > at ? end - 1 : end);
    return {
      kind: 'record',
      cells: line.split(this.layout.delimiter),
      end: Math.min(end + 1, text.length),
    };
  }

  private advance(end: number): void {
    const { lineBreak } = this.layout;
    let position = this.text.indexOf(lineBreak, this.at);
    while (position !== -1 && position < end) {
      this.line += 1;
      position = this.text.indexOf(lineBreak, position + 1);
    }
    this.at = end;
  }

  private isLineTooLong(): boolean {
    const lineEnd = this.text.indexOf(this.layout.lineBreak, this.at);
    return (lineEnd === -1 ? this.text.length : lineEnd) - this.at > MAX_RECORD_LENGTH;
  }

  private skipLine(): void {
    const lineEnd = this.text.indexOf(this.layout.lineBreak, this.at);
    this.skipping = lineEnd === -1;
    if (lineEnd !== -1) this.line += 1;
    this.at = lineEnd === -1 ? this.text.length : lineEnd + 1;
  }
}

interface Position {
  text: string;
  at: number;
  isLast: boolean;
}

/** Reads a record cell by cell; a cell is quoted only when its first character is a quote (RFC 4180). */
function readQuoted({ text, at, isLast }: Position, layout: CsvLayout): Reading {
  const cells: string[] = [];
  for (let start = at; ; ) {
    const cell = text[start] === '"' ? quotedCell(text, start) : plainCell(text, start, layout);
    if (cell === null) return isLast ? BROKEN : UNFINISHED;
    const { content, end } = cell;
    cells.push(content);
    if (text[end] === layout.delimiter) {
      start = end + 1;
      continue;
    }
    let lineEnd = end;
    if (layout.lineBreak === '\n') while (text[lineEnd] === '\r') lineEnd += 1;
    if (lineEnd >= text.length) return isLast ? { kind: 'record', cells, end: text.length } : UNFINISHED;
    return text[lineEnd] === layout.lineBreak ? { kind: 'record', cells, end: lineEnd + 1 } : BROKEN;
  }
}

/** The cell whose opening quote stands at `start`; null when it does not close. */
function quotedCell(text: string, start: number) {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  if (quote === -1) return null;
  return { content: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 };
}

function plainCell(text: string, start: number, { delimiter, lineBreak }: CsvLayout) {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== lineBreak) end += 1;
  const cell = text.slice(start, end);
  return { content: text[end] !== delimiter && cell.endsWith('\r') ? cell.slice(0, -1) : cell, end };
}
