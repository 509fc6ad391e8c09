import { PaymentError } from '../payment-error';
import type { ChargeRef, LookupResult } from '../port';
import { parseAmount } from './amounts';
import type { Order } from './order';

const NOT_AUTHENTICATED = 'A autenticação do banco não foi concluída.';

/** Why a card was refused, by the payment's `status_detail`, as the payer reads it. */
const REFUSALS: Readonly<Record<string, string>> = {
  bad_filled_card_data: 'Confira os dados do cartão.',
  invalid_card_token: 'Os dados do cartão expiraram. Digite de novo.',
  high_risk: 'Pagamento recusado. Use outro cartão ou Pix.',
  rejected_by_issuer: 'O banco do cartão recusou. Use outro cartão ou Pix.',
  required_call_for_authorize: 'Autorize o pagamento com o banco e tente de novo.',
  insufficient_amount: 'Saldo ou limite insuficiente.',
  card_insufficient_amount: 'Saldo ou limite insuficiente.',
  amount_limit_exceeded: 'O valor passa do limite do cartão.',
  card_disabled: 'Cartão não ativado. Fale com o banco.',
  max_attempts_exceeded: 'Limite de tentativas. Use outro cartão ou Pix.',
  invalid_installments: 'O cartão não aceita esse número de parcelas.',
  '3ds_challenge_expired': NOT_AUTHENTICATED,
  cc_rejected_3ds_challenge: NOT_AUTHENTICATED,
};
const REFUSED = 'O pagamento não foi aprovado. Tente outro meio.';
const TERM_OVER = 'O prazo do pagamento acabou. Gere um novo.';
const CONFIRM = 'Confirme a compra com o seu banco.';
const CHALLENGE = 'O banco do cartão pede uma autenticação. Use outro cartão ou Pix.';
const IN_REVIEW = 'Estamos processando seu pagamento. Em até 2 dias úteis avisaremos por e-mail.';
const PIX_OPEN = 'Pague o Pix para concluir.';

/** What an order means for the payer. A state that is not known is no approval and no refusal: it stays pending. */
export function toResult(order: Order): LookupResult {
  const id_externo = order.id;
  switch (order.status) {
    case 'processed':
      return { status: order.detail === 'refunded' ? 'estornado' : 'aprovado', id_externo };
    case 'refunded':
      return { status: 'estornado', id_externo };
    case 'charged_back':
      return { status: 'contestado', id_externo };
    case 'failed':
      return { status: 'recusado', id_externo, motivo: REFUSALS[order.detail] ?? REFUSED };
    case 'canceled':
    case 'cancelled':
    case 'expired':
      return { status: 'recusado', id_externo, motivo: order.isCard ? NOT_AUTHENTICATED : TERM_OVER };
    default:
      return toPending(order);
  }
}

/** Whether the payer's bank wants to ask the payer something. */
export function isChallenge({ status, detail }: Order): boolean {
  return status === 'action_required' && detail === 'pending_challenge';
}

/** A challenge that was given up: it could not be shown, or was not answered. */
export function toUnansweredChallenge({ id, challengeUrl }: Order): LookupResult {
  return {
    status: 'recusado',
    id_externo: id,
    motivo: challengeUrl === null ? CHALLENGE : NOT_AUTHENTICATED,
  };
}

function toPending(order: Order): LookupResult {
  const { id, pixCode, expiresAt, challengeUrl } = order;
  if (isChallenge(order) && challengeUrl !== null)
    return { status: 'pendente', id_externo: id, motivo: CONFIRM, challengeUrl };
  if (pixCode === null || expiresAt === null)
    return { status: 'pendente', id_externo: id, motivo: IN_REVIEW };
  const pix = { copia_e_cola: pixCode, expira_em: expiresAt };
  return { status: 'pendente', id_externo: id, motivo: PIX_OPEN, pix };
}

/**
 * Refuses to take for our payment what is paid but is not what was asked: another amount or currency, another charge,
 * or money that went to another account. What is missing does not agree either.
 * @throws PaymentError `mismatch`
 */
export function requireAgreement(
  order: Order,
  { reference, amountCents }: Pick<ChargeRef, 'reference' | 'amountCents'>,
  receiverId: string,
): void {
  const agrees =
    order.reference === reference &&
    order.totalAmount !== null &&
    parseAmount(order.totalAmount) === amountCents &&
    order.currency === 'BRL' &&
    order.receiverId === receiverId;
  if (!agrees) throw new PaymentError('mismatch', 'O pagamento não confere com o que foi pedido.');
}
