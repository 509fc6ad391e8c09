import { Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';

export type Part = string | (() => AsyncIterable<string>);

/** Packs parts, texts or streams of text, as a zip. */
export async function zip(parts: Record<string, Part>): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, part] of Object.entries(parts)) {
    const texts = typeof part === 'string' ? [part] : part();
    const encoder = new TextEncoder();
    await writer.add(
      name,
      new ReadableStream<Uint8Array>({
        async start(controller) {
          for await (const text of texts) controller.enqueue(encoder.encode(text));
          controller.close();
        },
      }),
    );
  }
  return writer.close();
}

/** The namespace of relationships. */
export const RELS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const relationships = (...entries: string[]) => `<Relationships>${entries.join('')}</Relationships>`;
export const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${RELS}/${type}" Target="${target}"/>`;

/** A workbook whose sheet has these rows, as Excel lays it out. */
export function toParts(rows: Part, more: Record<string, Part> = {}): Record<string, Part> {
  const begin = '<worksheet><sheetData>';
  const end = '</sheetData></worksheet>';
  return {
    '_rels/.rels': relationships(relationship('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns:r="${RELS}"><sheets><sheet name="P" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      relationship('r1', 'worksheet', 'worksheets/sheet1.xml'),
      relationship('r2', 'styles', '/xl/styles.xml'),
      relationship('r3', 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="&quot;R$&quot;\\ #,##0.00"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>' +
      '<xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="22"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': typeof rows === 'string' ? begin + rows + end : rows,
    ...more,
  };
}

export const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
export const number = (value: string | number, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
export const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
