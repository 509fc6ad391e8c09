import { PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib';
import type { LabelsPerPage } from '@esteira/domain/orders/label-printing';
import type { LabelsResponse } from '@esteira/validators/orders/order-labels';
import { LABEL_SIZE } from './label-faces';
import { A4 } from './label-sheets';

const MARGIN = 20;
const TITLE_SIZE = 12;
const TEXT_SIZE = 9;
const LINE = 12;

/** The last pages of a document: which orders have no label in it, and why. On the paper that the labels are on. */
export async function createMissingLabelsPages(
  missing: LabelsResponse['faltando'],
  perPage: LabelsPerPage,
): Promise<PDFDocument> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const bold = document.embedStandardFont(StandardFonts.HelveticaBold);
  const font = document.embedStandardFont(StandardFonts.Helvetica);
  const size = perPage === 1 ? LABEL_SIZE : A4;
  const lines = missing.flatMap(({ id, ml_order_id, motivo }) =>
    wrap(toPrintable(`#${ml_order_id ?? id}: ${motivo}`), font, size[0] - 2 * MARGIN),
  );
  const perSheet = Math.floor((size[1] - 2 * MARGIN - 2 * LINE) / LINE);
  for (let start = 0; start < lines.length; start += perSheet) {
    const page = document.addPage(size);
    const top = size[1] - MARGIN - TITLE_SIZE;
    page.drawText(`Sem etiqueta (${missing.length})`, { x: MARGIN, y: top, size: TITLE_SIZE, font: bold });
    lines.slice(start, start + perSheet).forEach((line, index) => {
      page.drawText(line, { x: MARGIN, y: top - (index + 2) * LINE, size: TEXT_SIZE, font });
    });
  }
  await document.flush();
  return document;
}

/** The font knows Latin letters only. */
function toPrintable(text: string): string {
  return text.normalize('NFC').replaceAll(/[^\x20-\x7e\u00a0-\u00ff–—‘’“”…]/g, '?');
}

/** Breaks between words, and a word that is longer than a line anywhere. */
function wrap(text: string, font: PDFFont, width: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, TEXT_SIZE) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && fits(`${line} ${word}`)) {
      line = `${line} ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (!fits(line)) {
      let length = line.length - 1;
      while (length > 1 && !fits(line.slice(0, length))) length -= 1;
      lines.push(line.slice(0, length));
      line = line.slice(length);
    }
  }
  return [...lines, line];
}
