/** The runs of text of a PDF that is not compressed, as pdfkit writes them: hexadecimal WinAnsi, with kerning between. */
export function readPdfRuns(pdf: Buffer): string[] {
  return [...pdf.toString('latin1').matchAll(/\[((?:<[0-9a-f]*>|[\s\d.-])+)\] TJ/g)].map(([, runs = '']) =>
    [...runs.matchAll(/<([0-9a-f]*)>/g)]
      .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
      .join(''),
  );
}

/** How many pages a PDF that is not compressed has. */
export const countPdfPages = (pdf: Buffer) =>
  pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
