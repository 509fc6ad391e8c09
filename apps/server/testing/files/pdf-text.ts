import { inflateSync } from 'node:zlib';

/** The runs of text of a PDF that is not compressed, as pdfkit writes them: hexadecimal WinAnsi, with kerning between. */
export function readPdfRuns(pdf: Buffer): string[] {
  return [...pdf.toString('latin1').matchAll(/\[((?:<[0-9a-f]*>|[\s\d.-])+)\] TJ/g)].map(([, runs = '']) =>
    [...runs.matchAll(/<([0-9a-f]*)>/g)]
      .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
      .join(''),
  );
}

/** The same of a PDF whose streams are compressed. */
export function readPackedPdfRuns(pdf: Buffer): string[] {
  const streams = [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)];
  const pages = streams.map(([, bytes = '']) => inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1'));
  return readPdfRuns(Buffer.from(pages.join('\n'), 'latin1'));
}

/** How many pages a PDF that is not compressed has. */
export const countPdfPages = (pdf: Buffer) =>
  pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
