import { formatDate } from '@esteira/domain/calendar';
import { MARKETPLACE_NAMES, type Marketplace } from '@esteira/domain/marketplaces';
import PDFDocument from 'pdfkit';
import type { LabelRequest } from '../port';
import { encodeCode128 } from './barcode';
import { fitLines, printable } from './label-text';

/** What is printed, and whether the PDF's streams are compressed (they are, unless a test reads them). */
export type LabelInput = LabelRequest & { marketplace: Marketplace; compress?: boolean };

type Pdf = InstanceType<typeof PDFDocument>;

const POINTS_PER_MM = 72 / 25.4;
const PAGE = { width: 100 * POINTS_PER_MM, height: 150 * POINTS_PER_MM };
const MARGIN = 14;
const INNER = PAGE.width - 2 * MARGIN;
const BLACK = '#000000';
const WHITE = '#ffffff';

const REGULAR = 'Helvetica';
const BOLD = 'Helvetica-Bold';

/** Top edges of the label's fixed zones, in points: long texts are cut, never pushed into the next zone. */
const ZONES = { header: 14, order: 54, recipient: 152, content: 290, sender: 352, footer: 405 } as const;

/**
 * Renders a 100 × 150 mm shipping label as a PDF of exactly one page. The same input gives the same bytes:
 * nothing in it depends on the time of rendering. Text that the fonts cannot draw or that does not fit is
 * replaced or cut, never an error.
 */
export function renderLabel(input: LabelInput): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    compress: input.compress ?? true,
    lang: 'pt-BR',
    info: {
      Title: `Etiqueta ${printable(input.ml_order_id)}`,
      Creator: 'Esteira',
      Producer: 'Esteira',
      // pdfkit would take the current time, and derive the file's identifier from it.
      CreationDate: input.criado_em,
    },
  });
  const bytes = collect(pdf);
  drawHeader(pdf, input);
  drawOrder(pdf, input);
  drawRecipient(pdf, input);
  drawContent(pdf, input);
  drawSender(pdf, input);
  drawFooter(pdf);
  pdf.end();
  return bytes;
}

function drawHeader(pdf: Pdf, { marketplace, criado_em }: LabelInput): void {
  pdf.roundedRect(MARGIN, ZONES.header, INNER, 32, 4).fill(BLACK);
  write(pdf, MARKETPLACE_NAMES[marketplace], { x: MARGIN + 12, y: 23, font: BOLD, size: 16, color: WHITE });
  const date = `Pedido de ${formatDate(criado_em)}`;
  write(pdf, date, { x: MARGIN, y: 26.5, font: REGULAR, size: 8.5, color: WHITE, right: INNER - 12 });
}

function drawOrder(pdf: Pdf, { ml_order_id }: LabelInput): void {
  const number = printable(ml_order_id);
  caption(pdf, 'NÚMERO DO PEDIDO', ZONES.order);
  block(pdf, number, { y: ZONES.order + 10, font: BOLD, size: 15, maxLines: 1 });
  drawBarcode(pdf, number, { x: MARGIN, y: ZONES.order + 32, width: INNER, height: 54 });
  rule(pdf, ZONES.recipient - 6);
}

/** The address without the CEP at its end, and without what leads up to it. */
export function withoutPostalCode(address: string): string {
  return address.replace(/(?<![,\s-])[,\s-]*(?:CEP:?\s*)?(?<!\d)\d{5}-?\d{3}$/, '');
}

function drawRecipient(pdf: Pdf, { cliente_nome, cliente_endereco }: LabelInput): void {
  const whole = printable(cliente_endereco);
  const cep = whole.match(/(?<!\d)\d{5}-?\d{3}(?!\d)/g)?.at(-1);
  const top = ZONES.recipient;
  pdf.roundedRect(MARGIN, top, 76, 13, 2).fill(BLACK);
  write(pdf, 'DESTINATÁRIO', { x: MARGIN + 6, y: top + 3.6, font: BOLD, size: 8, color: WHITE });
  const nameEnd = block(pdf, cliente_nome, { y: top + 19, font: BOLD, size: 13, maxLines: 2 });
  // The CEP stands below in large print, so the address need not end in it too.
  const address = withoutPostalCode(whole);
  block(pdf, address, { y: nameEnd + 2, font: REGULAR, size: 10.5, maxLines: cep ? 3 : 6 });
  if (cep) {
    caption(pdf, 'CEP', top + 95);
    block(pdf, cep, { y: top + 104, font: BOLD, size: 20, maxLines: 1 });
    drawBarcode(pdf, cep.replace('-', ''), { x: MARGIN + 125, y: top + 95, width: INNER - 125, height: 28 });
  }
  rule(pdf, ZONES.content - 8);
}

function drawContent(pdf: Pdf, { quantidade, produto_nome, sku }: LabelInput): void {
  const top = ZONES.content;
  caption(pdf, 'CONTEÚDO', top);
  const units = `${quantidade} ×`;
  write(pdf, units, { x: MARGIN, y: top + 12, font: BOLD, size: 17 });
  const indent = Math.max(44, pdf.widthOfString(units) + 10);
  const nameEnd = block(pdf, produto_nome, { y: top + 12, indent, font: BOLD, size: 10, maxLines: 2 });
  if (sku) block(pdf, `SKU ${sku}`, { y: nameEnd + 1, indent, font: REGULAR, size: 8.5, maxLines: 1 });
  rule(pdf, ZONES.sender - 8);
}

function drawSender(pdf: Pdf, { remetente_nome, remetente_detalhe }: LabelInput): void {
  caption(pdf, 'REMETENTE', ZONES.sender);
  const nameEnd = block(pdf, remetente_nome, { y: ZONES.sender + 10, font: BOLD, size: 10.5, maxLines: 2 });
  if (remetente_detalhe) {
    block(pdf, remetente_detalhe, { y: nameEnd + 1, font: REGULAR, size: 8.5, maxLines: 1 });
  }
}

function drawFooter(pdf: Pdf): void {
  const text = 'Etiqueta simulada pela Esteira: sem valor para postagem.';
  pdf.font(REGULAR).fontSize(7);
  const x = MARGIN + (INNER - pdf.widthOfString(text)) / 2;
  write(pdf, text, { x, y: ZONES.footer, font: REGULAR, size: 7, color: '#555555' });
}

type Box = { x: number; y: number; width: number; height: number };

/** Draws the symbol as filled rectangles, centred and at most 1.6 points per module. */
function drawBarcode(pdf: Pdf, text: string, box: Box): void {
  const barcode = encodeCode128(text);
  if (!barcode) return;
  // Ten modules of silence on either side are part of the symbol.
  const unit = Math.min(1.6, box.width / (barcode.width + 20));
  const left = box.x + (box.width - barcode.width * unit) / 2;
  for (const bar of barcode.bars) pdf.rect(left + bar.x * unit, box.y, bar.width * unit, box.height);
  pdf.fill(BLACK);
}

type TextStyle = { y: number; font: string; size: number };

/** Writes fitted lines at the left margin plus `indent`; returns the y below the last one. */
function block(pdf: Pdf, text: string, style: TextStyle & { maxLines: number; indent?: number }): number {
  const { y, font, size, maxLines, indent = 0 } = style;
  pdf.font(font).fontSize(size);
  const lines = fitLines(text, { width: INNER - indent, maxLines }, (part) => pdf.widthOfString(part));
  const height = size * 1.22;
  lines.forEach((line, index) => {
    write(pdf, line, { x: MARGIN + indent, y: y + index * height, font, size });
  });
  return y + lines.length * height;
}

function caption(pdf: Pdf, text: string, y: number): void {
  write(pdf, text, { x: MARGIN, y, font: BOLD, size: 6.5, color: '#444444' });
}

/** Writes one line; with `right` it ends that far from `x` instead of beginning at `x`. */
function write(
  pdf: Pdf,
  text: string,
  style: TextStyle & { x: number; color?: string; right?: number },
): void {
  const { x, y, font, size, color = BLACK, right } = style;
  pdf.font(font).fontSize(size).fillColor(color);
  const left = right === undefined ? x : x + right - pdf.widthOfString(text);
  pdf.text(text, left, y, { lineBreak: false });
}

function rule(pdf: Pdf, y: number): void {
  pdf
    .moveTo(MARGIN, y)
    .lineTo(PAGE.width - MARGIN, y)
    .lineWidth(0.8)
    .stroke(BLACK);
}

function collect(pdf: Pdf): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    pdf.on('error', reject);
  });
}
