import { PLANS, splitInstallments } from '@esteira/domain/billing/plans';
import { formatDate } from '@esteira/domain/calendar';
import { formatMoney } from '@esteira/domain/money';
import { printable } from '@esteira/marketplaces/simulated/label-text';
import PDFDocument from 'pdfkit';
import { collectPdf, type Pdf } from '../../../core/files/pdf';
import type { ReceiptPayment } from './receipt';

const MARGIN = 56;
const LABEL_WIDTH = 150;
const REGULAR = 'Helvetica';
const BOLD = 'Helvetica-Bold';
const GREY = '#555555';
const BLACK = '#000000';

export interface ReceiptInput {
  payment: ReceiptPayment;
  payer: { nome: string; email: string };
  now: Date;
  /** The PDF's streams are compressed, unless a test reads them. */
  compress?: boolean;
}

/** A receipt on one page of A4. It says when the money went back, and when nothing was charged at all. */
export function renderReceipt({ payment, payer, now, compress = true }: ReceiptInput): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    compress,
    lang: 'pt-BR',
    info: { Title: 'Recibo de pagamento', Creator: 'Esteira', CreationDate: now },
  });
  const bytes = collectPdf(pdf);
  pdf.font(BOLD).fontSize(20).text('Recibo de pagamento').moveDown();
  for (const [label, value] of toLines(payment, payer)) drawLine(pdf, label, printable(value));
  pdf.moveDown().font(REGULAR).fontSize(9).fillColor(GREY);
  for (const note of toNotes(payment, now)) pdf.text(note, MARGIN);
  pdf.end();
  return bytes;
}

function drawLine(pdf: Pdf, label: string, value: string): void {
  const top = pdf.y;
  const width = pdf.page.width - 2 * MARGIN - LABEL_WIDTH;
  pdf.font(REGULAR).fontSize(10.5).fillColor(GREY).text(label, MARGIN, top, { width: LABEL_WIDTH });
  pdf
    .font(BOLD)
    .fillColor(BLACK)
    .text(value, MARGIN + LABEL_WIDTH, top, { width });
  pdf.moveDown(0.6);
}

function toLines(payment: ReceiptPayment, payer: ReceiptInput['payer']): [string, string][] {
  const { id, plano, valor, valido_ate, devolvido_em, data_pagamento } = payment;
  const plan = PLANS[plano];
  return [
    ['Número', id],
    ['Recebido de', payer.nome],
    ['E-mail', payer.email],
    ['Referente a', `Plano ${plan.nome}, ${plan.duracao}`],
    ['Valor', formatMoney(valor)],
    ['Forma de pagamento', toMethod(payment)],
    ['Pago em', formatDate(data_pagamento)],
    ...(valido_ate === null ? [] : [['Plano ativo até', formatDate(valido_ate)] satisfies [string, string]]),
    ...(devolvido_em === null ? [] : [['Estornado em', formatDate(devolvido_em)] satisfies [string, string]]),
  ];
}

/** Instalments as they are charged: those that do not divide evenly end with another amount. */
function toMethod({ meio, bandeira, ultimos_digitos, valor, parcelas }: ReceiptPayment): string {
  if (meio === 'pix') return 'Pix';
  const card = `Cartão ${bandeira} final ${ultimos_digitos}`;
  const parts = splitInstallments(valor, parcelas).map(
    (part) => `${part.parcelas}x de ${formatMoney(part.valor)}`,
  );
  return `${card}, ${parts.join(' + ')}`;
}

function toNotes({ id_externo, devolvido_em }: ReceiptPayment, now: Date): string[] {
  return [
    ...(id_externo?.startsWith('sim-') ? ['Pagamento simulado: nada foi cobrado.'] : []),
    ...(devolvido_em === null ? [] : ['O valor deste pagamento foi devolvido.']),
    `Emitido pela Esteira em ${formatDate(now)}. Este recibo não substitui a nota fiscal.`,
  ];
}
