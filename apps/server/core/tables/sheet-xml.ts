import { toZonelessTime } from '@esteira/domain/calendar';
import { DAY_MS } from '@esteira/domain/durations';
import { unescapeFormula } from '@esteira/domain/text/csv-text';
import type { Column, ColumnKind } from './table';

/** The cell formats of `STYLES`, by their place there. */
const FORMAT = { general: 0, heading: 1, money: 2, moment: 3, code: 4, inert: 5, inertCode: 6 } as const;

const MONEY_FORMAT = '&quot;R$&quot;\\ #,##0.00';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** xl/styles.xml. `quotePrefix`: what looks like a formula stays text when somebody edits the cell. */
export const STYLES = [
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><styleSheet xmlns="${MAIN}">`,
  `<numFmts count="2"><numFmt numFmtId="164" formatCode="${MONEY_FORMAT}"/>`,
  '<numFmt numFmtId="165" formatCode="dd/mm/yyyy hh:mm"/></numFmts>',
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="7">',
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>',
  '</cellXfs></styleSheet>',
].join('');

/** The sheet up to its first row: the widths of the columns, and their names, which stay in sight. */
export function sheetHead<Row>(columns: readonly Column<Row>[]): string {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const names = columns.map(({ name }, at) => textCell(`${letters(at)}1`, name, FORMAT.heading));
  return [
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="${MAIN}">`,
    '<sheetViews><sheetView workbookViewId="0" tabSelected="1">',
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${widths.join('')}</cols><sheetData><row r="1">${names.join('')}</row>`,
  ].join('');
}

export const SHEET_END = '</sheetData></worksheet>';

/** Writes a row; `number` is its place in the sheet, from 2 because of the names. */
export function sheetRow<Row>(columns: readonly Column<Row>[], row: Row, number: number): string {
  let cells = '';
  for (const [at, { kind, read }] of columns.entries()) {
    const value = read(row);
    if (value !== null && value !== '') cells += toCell(`${letters(at)}${number}`, kind, value);
  }
  return `<row r="${number}">${cells}</row>`;
}

function toCell(at: string, kind: ColumnKind, value: string | number): string {
  if (kind === 'moment') return numberCell(at, toDays(String(value)), FORMAT.moment);
  if (typeof value === 'number') {
    return numberCell(at, value, kind === 'money' ? FORMAT.money : FORMAT.general);
  }
  const isInert = /^[=+\-@\t\r]/.test(value);
  if (kind === 'code') return textCell(at, value, isInert ? FORMAT.inertCode : FORMAT.code);
  return textCell(at, value, isInert ? FORMAT.inert : FORMAT.general);
}

function numberCell(at: string, value: number, format: number): string {
  return `<c r="${at}" s="${format}"><v>${value}</v></c>`;
}

/** A cell takes no longer text. */
const MAX_CELL_LENGTH = 32_767;

function textCell(at: string, text: string, format: number): string {
  // An import takes one apostrophe before a formula for the mark of a CSV, and a formula that is a text for that text.
  const marked = unescapeFormula(text) === text ? text : `'${text}`;
  const shown = marked.length > MAX_CELL_LENGTH ? marked.slice(0, MAX_CELL_LENGTH) : marked;
  return `<c r="${at}" s="${format}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(shown)}</t></is></c>`;
}

/** Day 0 of a spreadsheet's calendar. */
const EPOCH = Date.UTC(1899, 11, 30);

const toDays = (moment: string) => (toZonelessTime(moment) - EPOCH) / DAY_MS;

/** What XML cannot hold, or does not give back as it was, as spreadsheets write it: `_x000D_`. */
const NO_XML = /(?![\t\n])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/gu;

/** Whether there is anything to escape: in most texts there is not. */
const UNSAFE = /[&<>_\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;

function escapeXml(text: string): string {
  if (!UNSAFE.test(text)) return text;
  const readable = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return readable.replace(NO_XML, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return `_x${code}_`;
  });
}

/** A to Z, then AA: tables here have fewer than 702 columns. */
function letters(at: number): string {
  const first = at < 26 ? '' : String.fromCharCode(64 + Math.floor(at / 26));
  return first + String.fromCharCode(65 + (at % 26));
}
