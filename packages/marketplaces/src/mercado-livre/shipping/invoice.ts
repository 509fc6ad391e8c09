import { requireNfe } from '../../checks';
import { textAt } from '../../http/json';
import type { AdapterContext, InvoiceResult, OrderRef } from '../../port';
import type { MercadoLivreClient } from '../client';
import { type ApiError, mentions, parseError, toAdapterError } from '../errors';
import { fetchParcel } from '../orders/orders';
import type { ParsedShipment } from './parse-shipment';

/** What each refusal of an NF-e means for the seller. */
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

/** Hands the NF-e over. Idempotent: the same note once more is as good as the first time. */
export async function submitInvoice(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { ml_order_id, nfe_xml }: Pick<OrderRef, 'ml_order_id'> & { nfe_xml: string },
): Promise<InvoiceResult> {
  const chave = requireNfe(nfe_xml);
  const { envio } = await fetchParcel(client, ctx, { ml_order_id });
  if (envio?.logistica !== 'mercado_envios') return { status: 'not_required' };
  const response = await client.ask(ctx, {
    operation: 'ml.invoices.send',
    method: 'POST',
    path: `/shipments/${envio.id}/invoice_data/`,
    query: { siteId: 'MLB' },
    body: { bytes: nfe_xml, mime: 'application/xml' },
  });
  if (response.status < 300) return { status: 'accepted' };
  const error = parseError(response);
  if (mentions(error, 'shipment_already_being_processed')) return { status: 'processing' };
  if (mentions(error, 'duplicated_fiscal_key') || mentions(error, 'shipment_invoice_already_saved')) {
    return compareInvoice(client, ctx, { envio, chave, error });
  }
  if (mentions(error, 'invalid_shipment') && envio.tem_etiqueta) return { status: 'not_required' };
  if (response.status === 404 || response.status >= 500) throw toAdapterError(error);
  return { status: 'error', motivo: toReason(error) };
}

/** An earlier try may have been taken though its answer was lost; then the shipment has this very key. */
async function compareInvoice(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { envio, chave, error }: { envio: ParsedShipment; chave: string; error: ApiError },
): Promise<InvoiceResult> {
  const response = await client.ask(ctx, {
    operation: 'ml.invoices.read',
    method: 'GET',
    path: `/shipments/${envio.id}/invoice_data`,
    query: { siteId: 'MLB' },
  });
  const known = response.status < 300 ? textAt(response.jsonOrNull(), 'fiscal_key') : null;
  if (known === chave) return { status: 'accepted' };
  if (known !== null) {
    return { status: 'error', motivo: 'A NF-e foi recusada: este envio já tem outra nota no Mercado Livre.' };
  }
  if (mentions(error, 'duplicated_fiscal_key') && response.status !== 404) return { status: 'accepted' };
  return { status: 'error', motivo: 'A NF-e foi recusada: esta nota já foi usada em outro envio.' };
}

function toReason(error: ApiError): string {
  const known = REASONS.find(([code]) => mentions(error, code))?.[1];
  if (known) return `A NF-e foi recusada: ${known}`;
  const code = [error.error, error.message].find((text) => text && /^[\w.]{1,80}$/.test(text));
  return code ? `O Mercado Livre recusou a NF-e (código ${code}).` : 'O Mercado Livre recusou a NF-e.';
}
