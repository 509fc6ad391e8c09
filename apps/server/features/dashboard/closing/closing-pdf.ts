import { formatDate, formatMoment } from '@esteira/domain/calendar';
import { formatLongMonth } from '@esteira/domain/text/month-text';
import { fitLines, printable } from '@esteira/marketplaces/simulated/label-text';
import type { MonthClosing } from '@esteira/validators/dashboards/month-closing';
import PDFDocument from 'pdfkit';
import { collectPdf, numberPages, type Pdf } from '../../../core/files/pdf';
import { oneByOne } from '../../../core/time/in-steps';
import { type Section, toSections } from './closing-sections';

const MARGIN = 48;
const REGULAR = 'Helvetica';
const BOLD = 'Helvetica-Bold';
const GREY = '#555555';
const BLACK = '#000000';
const ROW = 18;
const LINE = 12;
const FIGURE_WIDTH = 76;
/** Of a name; figures have one. */
const MAX_LINES = 2;
/** Room for the page's number. */
const FOOTER = 24;

interface ClosingPdfInput {
  closing: MonthClosing;
  seller: string;
  now: Date;
  /** The PDF's streams are compressed, unless a test reads them. */
  compress?: boolean;
}

/** A month's closing on A4: a few tables, as long as it has names to show and no longer with more orders. */
export async function renderClosing({
  closing,
  seller,
  now,
  compress = true,
}: ClosingPdfInput): Promise<Buffer> {
  const title = `Fechamento de ${formatLongMonth(closing.mes)}`;
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER },
    bufferPages: true,
    compress,
    lang: 'pt-BR',
    info: { Title: title, Creator: 'Esteira', CreationDate: now },
  });
  const bytes = collectPdf(pdf);
  pdf.font(BOLD).fontSize(18).text(title);
  pdf.font(REGULAR).fontSize(10).fillColor(GREY);
  pdf.text(`${printable(seller)}, emitido em ${formatMoment(now)}`);
  if (!closing.encerrado) pdf.text(`Parcial: o mês ainda não terminou. Vendas até ${formatDate(now)}.`);
  for await (const section of oneByOne(toSections(closing), 1)) drawSection(pdf, section);
  drawNotes(pdf);
  numberPages(pdf, { margin: MARGIN, width: widthOf(pdf) });
  pdf.end();
  return bytes;
}

function drawSection(pdf: Pdf, { title, head, rows, hasTotal, note }: Section): void {
  // The title never stands alone at the end of a page.
  if (pdf.y + 5 * ROW > bottomOf(pdf)) pdf.addPage();
  pdf
    .fillColor(BLACK)
    .font(BOLD)
    .fontSize(12)
    .text(title, MARGIN, pdf.y + 18);
  pdf.y += 4;
  const headRow = layOutRow(pdf, head, { font: REGULAR, color: GREY });
  drawRow(pdf, headRow);
  rows.forEach((cells, index) => {
    const isTotal = hasTotal && index === rows.length - 1;
    const row = layOutRow(pdf, cells, { font: isTotal ? BOLD : REGULAR, color: BLACK });
    if (pdf.y + row.height > bottomOf(pdf)) {
      pdf.addPage();
      drawRow(pdf, headRow);
    }
    drawRow(pdf, row);
  });
  if (note === null) return;
  pdf
    .fillColor(GREY)
    .font(REGULAR)
    .fontSize(9)
    .text(note, MARGIN, pdf.y + 5, { width: widthOf(pdf) });
}

interface RowStyle {
  font: string;
  color: string;
}

interface Row extends RowStyle {
  /** The lines of the name. */
  name: readonly string[];
  figures: readonly string[];
  height: number;
}

/** A name that is too long for a line goes on in a second one, which ends with an ellipsis where that is not enough. */
function layOutRow(pdf: Pdf, [name = '', ...figures]: readonly string[], style: RowStyle): Row {
  setType(pdf, style);
  const box = { width: nameWidthOf(pdf, figures) - 8, maxLines: MAX_LINES };
  const lines = fitLines(name, box, (text) => pdf.widthOfString(text));
  return { ...style, name: lines, figures, height: ROW + Math.max(0, lines.length - 1) * LINE };
}

/** A name and its figures, which stand at the right beside its first line. */
function drawRow(pdf: Pdf, { name, figures, height, ...style }: Row): void {
  const top = pdf.y;
  setType(pdf, style);
  name.forEach((text, index) => {
    pdf.text(text, MARGIN, top + 5 + index * LINE, { lineBreak: false });
  });
  figures.forEach((figure, index) => {
    const left = MARGIN + nameWidthOf(pdf, figures) + index * FIGURE_WIDTH;
    pdf.text(printable(figure), left, top + 5, { lineBreak: false, width: FIGURE_WIDTH, align: 'right' });
  });
  const bottom = top + height;
  pdf
    .moveTo(MARGIN, bottom)
    .lineTo(MARGIN + widthOf(pdf), bottom)
    .lineWidth(0.5)
    .stroke('#bbbbbb');
  pdf.x = MARGIN;
  pdf.y = bottom;
}

const setType = (pdf: Pdf, { font, color }: RowStyle) => pdf.font(font).fontSize(9.5).fillColor(color);

const NOTES = [
  'Líquido é a receita menos tarifas, frete, imposto, anúncios, embalagem, outros custos e fornecedor. ' +
    'O que o marketplace ainda não cobrou é estimado pelas tabelas do dia de cada venda; imposto é sempre estimativa.',
  'O arquivo CSV do mês tem os pedidos por trás destes números.',
];

function drawNotes(pdf: Pdf): void {
  pdf.fillColor(GREY).font(REGULAR).fontSize(9);
  if (pdf.y + 70 > bottomOf(pdf)) pdf.addPage();
  pdf.y += 14;
  for (const note of NOTES) pdf.text(note, MARGIN, pdf.y, { width: widthOf(pdf) }).moveDown(0.4);
}

const widthOf = (pdf: Pdf) => pdf.page.width - 2 * MARGIN;
const nameWidthOf = (pdf: Pdf, figures: readonly string[]) => widthOf(pdf) - figures.length * FIGURE_WIDTH;
const bottomOf = (pdf: Pdf) => pdf.page.height - MARGIN - FOOTER;
