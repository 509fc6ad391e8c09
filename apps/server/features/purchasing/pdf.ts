import { formatDate } from '@esteira/domain/calendar';
import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { formatMoney } from '@esteira/domain/money';
import {
  countUnits,
  type PurchaseLine,
  sumCosts,
  toPurchaseLines,
} from '@esteira/domain/purchasing/purchase-list';
import { printable } from '@esteira/marketplaces/simulated/label-text';
import type { PurchaseOrder } from '@esteira/validators/products/purchasing';
import PDFDocument from 'pdfkit';
import { collectPdf, numberPages, type Pdf } from '../../core/files/pdf';
import { oneByOne } from '../../core/time/in-steps';

const MARGIN = 40;
const REGULAR = 'Helvetica';
const BOLD = 'Helvetica-Bold';
const GREY = '#555555';
const BLACK = '#000000';
/** Room for the page's number. */
const FOOTER = 24;
/** Rows, or deliveries, between two turns of the event loop: each is measured cell by cell before it is drawn. */
export const PDF_STEP = 5;

interface Column {
  title: string;
  width: number;
  align?: 'right';
}

const COLUMNS: readonly Column[] = [
  { title: 'Produto', width: 235 },
  { title: 'SKU', width: 90 },
  { title: 'Qtd.', width: 40, align: 'right' },
  { title: 'Custo unit.', width: 70, align: 'right' },
  { title: 'Total', width: 80, align: 'right' },
];
const WIDTH = COLUMNS.reduce((sum, { width }) => sum + width, 0);
const PADDING = 4;

export interface PurchasePdfInput {
  supplier: string;
  seller: string;
  orders: readonly PurchaseOrder[];
  now: Date;
  /** The PDF's streams are compressed, unless a test reads them. */
  compress?: boolean;
}

/** The purchase list on A4: products with totals, then the deliveries. The head of the table stands on every page. */
export async function renderPurchasePdf({
  supplier,
  seller,
  orders,
  now,
  compress = true,
}: PurchasePdfInput): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER },
    bufferPages: true,
    compress,
    lang: 'pt-BR',
    info: { Title: `Pedido de compra de ${formatDate(now)}`, Creator: 'Esteira', CreationDate: now },
  });
  const bytes = collectPdf(pdf);
  pdf.font(BOLD).fontSize(18).text('Pedido de compra');
  pdf.font(REGULAR).fontSize(10).fillColor(GREY);
  pdf
    .text(`De ${printable(seller)} para ${printable(supplier)}, ${formatDate(now)}`)
    .fillColor(BLACK)
    .moveDown();
  await drawProducts(pdf, orders);
  await drawDeliveries(pdf, orders);
  numberPages(pdf, { margin: MARGIN, width: WIDTH });
  pdf.end();
  return bytes;
}

async function drawProducts(pdf: Pdf, orders: readonly PurchaseOrder[]): Promise<void> {
  drawHead(pdf);
  const lines = toPurchaseLines(orders.flatMap(({ itens }) => itens));
  for await (const line of oneByOne(lines, PDF_STEP)) drawProduct(pdf, line);
  drawRow(pdf, ['Total', '', String(countUnits(orders)), '', formatMoney(sumCosts(orders))], BOLD);
}

function drawProduct(pdf: Pdf, line: PurchaseLine): void {
  const unit = line.custo_unitario === null ? '–' : formatMoney(line.custo_unitario);
  const cells = [
    line.produto_nome,
    line.produto_sku ?? '–',
    String(line.quantidade),
    unit,
    formatMoney(line.total),
  ];
  drawRow(pdf, cells, REGULAR);
}

function drawHead(pdf: Pdf): void {
  pdf.fillColor(GREY);
  drawCells(
    pdf,
    COLUMNS.map(({ title }) => title),
    BOLD,
  );
  pdf.fillColor(BLACK);
}

/** A row never breaks in two; one that does not fit begins the next page, below a head of its own. */
function drawRow(pdf: Pdf, cells: readonly string[], font: string): void {
  if (pdf.y + measureRow(pdf, cells, font) > bottomOf(pdf)) {
    pdf.addPage();
    drawHead(pdf);
  }
  drawCells(pdf, cells, font);
}

function measureRow(pdf: Pdf, cells: readonly string[], font: string): number {
  pdf.font(font).fontSize(9);
  const heights = COLUMNS.map(({ width }, index) =>
    pdf.heightOfString(printable(cells[index] ?? '') || ' ', { width: width - 2 * PADDING }),
  );
  return Math.max(...heights) + 2 * PADDING;
}

function drawCells(pdf: Pdf, cells: readonly string[], font: string): void {
  const height = measureRow(pdf, cells, font);
  const top = pdf.y;
  let left = MARGIN;
  COLUMNS.forEach(({ width, align }, index) => {
    const text = printable(cells[index] ?? '');
    if (text !== '')
      pdf.text(text, left + PADDING, top + PADDING, { width: width - 2 * PADDING, align: align ?? 'left' });
    left += width;
  });
  pdf
    .moveTo(MARGIN, top + height)
    .lineTo(MARGIN + WIDTH, top + height)
    .lineWidth(0.5)
    .stroke('#bbbbbb');
  pdf.x = MARGIN;
  pdf.y = top + height;
}

async function drawDeliveries(pdf: Pdf, orders: readonly PurchaseOrder[]): Promise<void> {
  pdf.moveDown(2);
  if (pdf.y + 80 > bottomOf(pdf)) pdf.addPage();
  pdf.font(BOLD).fontSize(13).text(`Entregas (${orders.length})`, MARGIN).moveDown(0.5);
  let number = 0;
  for await (const order of oneByOne(orders, PDF_STEP)) {
    number += 1;
    drawDelivery(pdf, order, number);
  }
}

function drawDelivery(pdf: Pdf, order: PurchaseOrder, number: number): void {
  const items = order.itens.map(({ quantidade, produto_nome, produto_sku }, index) => {
    const sku = produto_sku === null ? '' : `, SKU ${produto_sku}`;
    return printable(`${index === 0 ? `${number}. ` : ''}${quantidade} × ${produto_nome}${sku}`);
  });
  const title = items.join('\n');
  const lines = [
    `${MARKETPLACE_NAMES[order.marketplace]}, pedido ${order.ml_order_id}`,
    order.cliente_nome,
    order.cliente_endereco,
  ].map(printable);
  const text = lines.join('\n');
  const height =
    pdf.font(BOLD).fontSize(10).heightOfString(title, { width: WIDTH }) +
    pdf.font(REGULAR).fontSize(9.5).heightOfString(text, { width: WIDTH });
  if (pdf.y + height > bottomOf(pdf)) pdf.addPage();
  pdf.font(BOLD).fontSize(10).text(title, MARGIN, pdf.y, { width: WIDTH });
  pdf.font(REGULAR).fontSize(9.5).text(text, { width: WIDTH }).moveDown(0.6);
}

function bottomOf(pdf: Pdf): number {
  return pdf.page.height - MARGIN - FOOTER;
}
