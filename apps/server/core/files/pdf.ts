import type PDFDocument from 'pdfkit';

export type Pdf = InstanceType<typeof PDFDocument>;

const FONT = 'Helvetica';
const GREY = '#555555';

/** The bytes of a document, from before it is drawn to its end. */
export function collectPdf(pdf: Pdf): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}

/** Writes its number below each page of a document that keeps its pages (`bufferPages`); lengths in points. */
export function numberPages(pdf: Pdf, { margin, width }: { margin: number; width: number }): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    // Below the margin, where text would begin another page.
    pdf.page.margins.bottom = 0;
    pdf.font(FONT).fontSize(8).fillColor(GREY);
    const place = { width, align: 'right' } as const;
    pdf.text(`Página ${page + 1} de ${count}`, margin, pdf.page.height - margin, place);
  }
}
