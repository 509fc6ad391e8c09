import { MAX_RECORD_LENGTH, type ScannedRecord, TOO_LONG } from '../csv/csv-scanner';
import { MAX_COLUMNS, RefusedCsv, TOO_WIDE } from '../csv/read-product-csv';
import { formatCellNumber } from './number-format';
import type { WorkbookFile } from './workbook-file';
import type { WorkbookParts } from './workbook-parts';
import { decodeXmlText, readXml, type XmlEvent } from './xml-events';

/** The rows of the first sheet as a CSV would have them, with their number in the sheet. */
export async function* readRows(file: WorkbookFile, parts: WorkbookParts): AsyncIterable<ScannedRecord[]> {
  const rows = new RowReader(parts);
  for await (const events of readXml(file.read(parts.sheet))) {
    const records: ScannedRecord[] = [];
    for (const event of events) {
      const record = rows.take(event);
      if (record !== null) records.push(record);
    }
    yield records;
  }
}

interface OpenCell {
  column: number;
  type: string;
  style: number;
  value: string;
  inline: string;
  hasFormula: boolean;
  hasValue: boolean;
}

class RowReader {
  private line = 0;
  private cells: string[] = [];
  /** The characters of the row so far. */
  private length = 0;
  private reason: string | null = null;
  private cell: OpenCell | null = null;
  private column = 0;
  private reading: 'value' | 'inline' | null = null;
  private isPhonetic = false;

  constructor(private readonly parts: WorkbookParts) {}

  /** Answers the record that the event completes. */
  take(event: XmlEvent): ScannedRecord | null {
    if (event.kind === 'text') this.readText(event.text);
    else if (event.kind === 'open') this.open(event.name, event.attributes);
    else return this.close(event.name);
    return null;
  }

  private readText(text: string): void {
    if (this.cell === null || this.reading === null || this.isPhonetic) return;
    if (!this.count(text)) return;
    if (this.reading === 'value') this.cell.value += text;
    else this.cell.inline += text;
  }

  private open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      const number = Number(attributes['r']);
      this.line = Number.isSafeInteger(number) && number > this.line ? number : this.line + 1;
      this.cells = [];
      this.length = 0;
      this.reason = null;
      this.column = 0;
    } else if (name === 'c') this.openCell(attributes);
    else if (name === 'rPh') this.isPhonetic = true;
    else if (this.cell !== null && name === 'f') this.cell.hasFormula = true;
    else if (this.cell !== null && name === 'v') {
      this.reading = 'value';
      this.cell.hasValue = true;
    } else if (this.cell !== null && name === 't') {
      this.reading = 'inline';
      this.cell.hasValue = true;
    }
  }

  private openCell({ r, t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    const column = r === undefined ? this.column : toColumn(r);
    this.column = column + 1;
    this.cell = {
      column,
      type: t,
      style: Number(s),
      value: '',
      inline: '',
      hasFormula: false,
      hasValue: false,
    };
  }

  private close(name: string): ScannedRecord | null {
    if (name === 'v' || name === 't') this.reading = null;
    else if (name === 'rPh') this.isPhonetic = false;
    else if (name === 'c') this.closeCell();
    else if (name === 'row') {
      const { line, cells, reason } = this;
      return reason === null ? { line, cells } : { line, reason };
    }
    return null;
  }

  private closeCell(): void {
    const { cell } = this;
    this.cell = null;
    // A format alone is nothing: some programs write it for every cell of a row that was coloured.
    if (cell === null || (!cell.hasValue && !cell.hasFormula)) return;
    if (cell.column >= MAX_COLUMNS) throw new RefusedCsv(TOO_WIDE);
    const name = toLetters(cell.column);
    if (cell.type === 'e')
      this.reason ??= `a célula ${name}${this.line} tem um erro (${cell.value.slice(0, 20)})`;
    if (cell.hasFormula && !cell.hasValue) {
      this.reason ??= `a fórmula da célula ${name}${this.line} não tem valor; abra e salve a planilha no Excel`;
    }
    const text = this.toText(cell);
    if (cell.type === 's') this.count(text);
    while (this.cells.length < cell.column) this.cells.push('');
    this.cells[cell.column] = this.reason === null ? text : '';
  }

  /** Whether the row is still one that may be kept. */
  private count({ length }: string): boolean {
    this.length += length;
    if (this.length > MAX_RECORD_LENGTH) this.reason ??= TOO_LONG;
    return this.length <= MAX_RECORD_LENGTH;
  }

  private toText({ type, style, value, inline }: OpenCell): string {
    switch (type) {
      case 's':
        return this.parts.texts.get(Number(value));
      case 'inlineStr':
        return decodeXmlText(inline);
      case 'str':
        return decodeXmlText(value);
      case 'b':
        return value === '1' ? 'VERDADEIRO' : 'FALSO';
      case 'e':
        return '';
      default: {
        if (value.trim() === '') return '';
        const { formats, is1904 } = this.parts;
        return formatCellNumber(Number(value), formats[style] ?? null, is1904);
      }
    }
  }
}

/** The column of a reference such as `AB12`, from 0; one beyond every sheet where it is none. */
function toColumn(reference: string): number {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference)?.[0];
  if (letters === undefined) return MAX_COLUMNS;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function toLetters(column: number): string {
  const first = column < 26 ? '' : String.fromCharCode(64 + Math.floor(column / 26));
  return first + String.fromCharCode(65 + (column % 26));
}
