import { writeZip } from '../files/zip-stream';
import { oneByOne } from '../time/in-steps';
import { SHEET_END, STYLES, sheetHead, sheetRow } from './sheet-xml';
import type { Table } from './table';

// Excel takes no 64-bit sizes behind an entry.
const ZIP_OPTIONS = { zip64: false, extendedTimestamp: false };

/** So many characters at once go to be packed: those of a whole page would outlive the collections of young garbage. */
const PIECE_LENGTH = 32 * 1024;

/** The table as an .xlsx workbook of one sheet, in pieces: no row is kept once it is packed. */
export function writeXlsx<Row>(table: Table<Row>): AsyncIterable<Uint8Array> {
  const parts = Object.entries(toParts(table.name)).map(([path, content]) => ({ path, content }));
  return writeZip([...parts, { path: 'xl/worksheets/sheet1.xml', content: writeSheet(table) }], ZIP_OPTIONS);
}

async function* writeSheet<Row>({ columns, pages }: Table<Row>): AsyncGenerator<string> {
  let number = 1;
  let text = sheetHead(columns);
  for await (const page of pages) {
    for await (const row of oneByOne(page)) {
      number += 1;
      text += sheetRow(columns, row, number);
      if (text.length < PIECE_LENGTH) continue;
      yield text;
      text = '';
    }
  }
  yield text + SHEET_END;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const SHEETS = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Everything but the sheet, by its path in the file (ECMA-376, part 1). */
function toParts(sheetName: string): Record<string, string> {
  return {
    '[Content_Types].xml': [
      `${XML}<Types xmlns="${PACKAGE}/content-types">`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      '<Default Extension="xml" ContentType="application/xml"/>',
      `<Override PartName="/xl/workbook.xml" ContentType="${SHEETS}.sheet.main+xml"/>`,
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEETS}.worksheet+xml"/>`,
      `<Override PartName="/xl/styles.xml" ContentType="${SHEETS}.styles+xml"/></Types>`,
    ].join(''),
    '_rels/.rels': toRelationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': [
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">`,
      `<sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ].join(''),
    'xl/_rels/workbook.xml.rels': toRelationships([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': STYLES,
  };
}

function toRelationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const entries = targets.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}</Relationships>`;
}
