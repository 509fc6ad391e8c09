import { textAt } from '../../http/json';
import type { AdapterContext, InvoiceResult } from '../../port';
import type { MercadoLivreApi } from '../client';
import { names, type Refusal, readRefusal, refusalError } from '../errors';
import type { ShipmentReading } from './parse-parcel';

/** What each refusal of an NF-e means for the seller (marketplaces.md §1.8). */
const REASONS: readonly (readonly [string, string])[] = [
  ['invalid_nfe_cstat', 'a SEFAZ não autorizou esta nota.'],
  ['wrong_invoice_date', 'a data da nota não é válida para esta venda.'],
  ['wrong_invoice_type', 'é uma nota de serviço; emita uma nota de venda de produto.'],
  ['wrong_sender_zipcode', 'o CEP do vendedor na nota não é válido.'],
  ['wrong_receiver_zipcode', 'o CEP do comprador na nota não é válido.'],
  ['wrong_receiver_cnpj', 'o CNPJ do comprador na nota não confere.'],
  ['wrong_receiver_cpf', 'o CPF do comprador na nota não confere.'],
  ['state_tax', 'a inscrição estadual do comprador na nota não confere.'],
  ['sender_cnpj', 'o CNPJ do emitente não é o da conta do Mercado Livre.'],
  ['sender_ie', 'a inscrição estadual do emitente não é a da conta do Mercado Livre.'],
  ['different_state_nfe', 'a UF da nota não é a de onde o pacote sai.'],
  ['nfe_order_value_divergence', 'o valor da nota é diferente do valor da venda.'],
  ['batch_nfe_not_supported', 'o arquivo tem várias notas; envie o XML de uma só.'],
  ['nf_already_generated', 'o faturador do Mercado Livre já emitiu uma nota para esta venda.'],
  ['seller_not_allowed', 'a sua conta não pode importar notas; use o faturador do Mercado Livre.'],
  ['invalid_user', 'o envio não é da sua conta.'],
  ['invalid_shipment', 'o envio não está em uma situação que aceite a nota.'],
  ['parse_invoice', 'o Mercado Livre não conseguiu ler o XML.'],
  ['layout_not_supported', 'o Mercado Livre não conseguiu ler o XML.'],
  ['unexpected_error_post_biller', 'o XML tem campos incorretos.'],
];

/** An NF-e on its way to the shipment of an order. */
export type Invoice = { envio: ShipmentReading; chave: string; nfe_xml: string };

/** Hands the NF-e over. Idempotent: the same note once more is as good as the first time. */
export async function sendInvoice(
  api: MercadoLivreApi,
  ctx: AdapterContext,
  { envio, chave, nfe_xml }: Invoice,
): Promise<InvoiceResult> {
  if (envio.logistica !== 'mercado_envios') return { status: 'not_required' };
  const answer = await api.ask(ctx, 'ml.invoices.send', {
    method: 'POST',
    path: `/shipments/${envio.id}/invoice_data/`,
    query: { siteId: 'MLB' },
    body: { bytes: nfe_xml, mime: 'application/xml' },
  });
  if (answer.status < 300) return { status: 'accepted' };
  const refusal = readRefusal(answer);
  if (names(refusal, 'shipment_already_being_processed')) return { status: 'processing' };
  if (names(refusal, 'duplicated_fiscal_key') || names(refusal, 'shipment_invoice_already_saved')) {
    return sameInvoice(api, ctx, { envio, chave, refusal });
  }
  if (names(refusal, 'invalid_shipment') && envio.tem_etiqueta) return { status: 'not_required' };
  if (answer.status === 404 || answer.status >= 500) throw refusalError(refusal);
  return { status: 'error', motivo: reasonOf(refusal) };
}

/** An earlier try may have been taken though its answer was lost; then the shipment has this very key. */
async function sameInvoice(
  api: MercadoLivreApi,
  ctx: AdapterContext,
  { envio, chave, refusal }: { envio: ShipmentReading; chave: string; refusal: Refusal },
): Promise<InvoiceResult> {
  const answer = await api.ask(ctx, 'ml.invoices.read', {
    method: 'GET',
    path: `/shipments/${envio.id}/invoice_data`,
    query: { siteId: 'MLB' },
  });
  const known = answer.status < 300 ? textAt(answer.jsonOrNull(), 'fiscal_key') : null;
  if (known === chave) return { status: 'accepted' };
  if (known !== null) {
    return { status: 'error', motivo: 'A NF-e foi recusada: este envio já tem outra nota no Mercado Livre.' };
  }
  if (names(refusal, 'duplicated_fiscal_key') && answer.status !== 404) return { status: 'accepted' };
  return { status: 'error', motivo: 'A NF-e foi recusada: esta nota já foi usada em outro envio.' };
}

function reasonOf(refusal: Refusal): string {
  const known = REASONS.find(([code]) => names(refusal, code))?.[1];
  if (known) return `A NF-e foi recusada: ${known}`;
  const code = [refusal.error, refusal.message].find((text) => text && /^[\w.]{1,80}$/.test(text));
  return code ? `O Mercado Livre recusou a NF-e (código ${code}).` : 'O Mercado Livre recusou a NF-e.';
}
