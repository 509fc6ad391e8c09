import { configure, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { SHEET_END, STYLES, sheetHead, sheetRow } from './sheet-xml';
import type { Table } from './table';

// The runtime's own compression works beside the event loop already.
configure({ useWebWorkers: false });

/**
 * The table as an .xlsx workbook of one sheet, in pieces: no row is kept once it is packed, and none is read before the
 * pieces so far are taken. Whoever stops taking ends the reading.
 */
export async function* writeXlsx<Row>(table: Table<Row>): AsyncIterable<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const sheet = writeSheet(table);
  const writing = pack(writable, table.name, sheet);
  // What it fails with reaches whoever takes the pieces.
  writing.catch((error: unknown) => writable.abort(error).catch(() => undefined));
  try {
    yield* readable;
    await writing;
  } finally {
    await sheet.return(undefined);
  }
}

async function pack(
  writable: WritableStream<Uint8Array>,
  name: string,
  sheet: AsyncGenerator<string>,
): Promise<void> {
  // Excel takes no 64-bit sizes behind an entry.
  const zip = new ZipWriter(writable, { zip64: false, extendedTimestamp: false });
  for (const [path, text] of Object.entries(toParts(name))) await zip.add(path, new TextReader(text));
  await zip.add('xl/worksheets/sheet1.xml', toStream(sheet));
  await zip.close();
}

async function* writeSheet<Row>({ columns, pages }: Table<Row>): AsyncGenerator<string> {
  let number = 1;
  yield sheetHead(columns);
  for await (const rows of pages) {
    let text = '';
    for (const row of rows) {
      number += 1;
      text += sheetRow(columns, row, number);
    }
    yield text;
  }
  yield SHEET_END;
}

function toStream(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await texts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
    },
    { highWaterMark: 0 },
  );
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
