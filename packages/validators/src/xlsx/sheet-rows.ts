import { MAX_COLUMNS, RefusedCsv, TOO_WIDE } from '../csv/read-product-csv';
import { MAX_RECORD_LENGTH, type ScannedRecord, TOO_LONG } from '../csv/scan/csv-scanner';
import type { CsvRecords } from '../csv/scan/heading-row';
import { formatAmountCell, GENERAL, showNumber, showText } from './number-format';
import type { WorkbookFile } from './workbook-file';
import type { WorkbookParts } from './workbook-parts';
import { decodeXmlText, readXml, type XmlEvent } from './xml-events';

const NO_TEXTS = 'Faltam os textos da planilha. Abra-a no Excel, salve-a de novo como .xlsx e envie.';
/** More hidden stretches of columns than these are not told. */
const MAX_HIDDEN = 1_000;

/** The rows of one sheet of a workbook as a CSV would have them, with their number in the sheet. */
export class SheetRows {
  /** The hidden stretches of columns, from 0, known once rows were read. */
  private hidden: (readonly [first: number, last: number])[] = [];

  constructor(
    private readonly file: WorkbookFile,
    private readonly parts: WorkbookParts,
    private readonly path: string,
  ) {}

  /** The numbers in the columns `amounts` are values, all others what their cells show. */
  async *records(amounts: ReadonlySet<number> = new Set(), maxLength = Number.POSITIVE_INFINITY): CsvRecords {
    const rows = new RowReader(this.parts, amounts);
    let length = 0;
    async function* counted(texts: AsyncIterable<string>) {
      for await (const text of texts) {
        length += text.length;
        yield text;
      }
    }
    for await (const events of readXml(counted(this.file.read(this.path)))) {
      const records: ScannedRecord[] = [];
      for (const event of events) {
        const record = rows.take(event);
        if (record !== null) records.push(record);
      }
      this.hidden = rows.hiddenColumns;
      yield records;
      if (length > maxLength) return;
    }
  }

  isHidden(column: number): boolean {
    return this.hidden.some(([first, last]) => first <= column && column <= last);
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
  private isHidden = false;
  readonly hiddenColumns: (readonly [first: number, last: number])[] = [];

  constructor(
    private readonly parts: WorkbookParts,
    private readonly amounts: ReadonlySet<number>,
  ) {}

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
    if (name === 'row') this.openRow(attributes);
    else if (name === 'c') this.openCell(attributes);
    else if (name === 'col') this.noteColumns(attributes);
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

  private openRow({ r, hidden, ht }: Readonly<Record<string, string>>): void {
    const number = Number(r);
    this.line = Number.isSafeInteger(number) && number > this.line ? number : this.line + 1;
    this.isHidden = isTrue(hidden) || (ht !== undefined && Number(ht) === 0);
    this.cells = [];
    this.length = 0;
    this.reason = null;
    this.column = 0;
  }

  private noteColumns({ min, max, hidden, width }: Readonly<Record<string, string>>): void {
    const isHidden = isTrue(hidden) || (width !== undefined && Number(width) === 0);
    if (!isHidden || this.hiddenColumns.length >= MAX_HIDDEN) return;
    this.hiddenColumns.push([Number(min) - 1, Number(max) - 1]);
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
      const { line, cells, reason, isHidden } = this;
      return reason === null ? { line, cells, isHidden } : { line, reason, isHidden };
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

  private toText({ type, style, value, inline, column }: OpenCell): string {
    const format = this.parts.formats[style] ?? GENERAL;
    switch (type) {
      case 's':
        if (this.parts.texts === null) throw new RefusedCsv(NO_TEXTS);
        return showText(this.parts.texts.get(Number(value)), format);
      case 'inlineStr':
        return showText(decodeXmlText(inline), format);
      case 'str':
        return showText(decodeXmlText(value), format);
      case 'b':
        return value === '1' ? 'VERDADEIRO' : 'FALSO';
      case 'e':
        return '';
      case 'd':
        return showIsoDay(value);
      default: {
        const number = Number(value);
        if (value.trim() === '' || !Number.isFinite(number)) return value.trim();
        const write = this.amounts.has(column) ? formatAmountCell : showNumber;
        return write(number, format, this.parts.is1904);
      }
    }
  }
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** `2026-11-21T14:30:00` as `21/11/2026 14:30`; another text as it is. */
function showIsoDay(text: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d))?/.exec(text) ?? [];
  if (year === undefined) return text;
  const date = `${day}/${month}/${year}`;
  return time === undefined || time === '00:00' ? date : `${date} ${time}`;
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
