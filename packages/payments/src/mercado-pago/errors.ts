import { z } from 'zod';
import { PaymentError, type PaymentErrorKind } from '../payment-error';

const SENTENCES = {
  unavailable: 'O serviço de pagamento está indisponível. Nada foi cobrado.',
  timeout: 'O serviço de pagamento não respondeu a tempo.',
  invalid: 'O serviço de pagamento recusou os dados da cobrança. Nada foi cobrado.',
  conflict: 'Esta tentativa de pagamento já foi usada com outros dados.',
  misconfigured: 'O serviço de pagamento recusou as credenciais. Nada foi cobrado.',
} as const satisfies Partial<Record<PaymentErrorKind, string>>;

/** A response below 500, as the client read it. */
type Reply = { status: number; body: unknown };

const errorBody = z.object({ errors: z.array(z.object({ code: z.string() })) });

/** The first code of an error of the Orders API; null where there is none. */
export function parseErrorCode({ body }: Reply): string | null {
  const parsed = errorBody.safeParse(body);
  return parsed.success ? (parsed.data.errors[0]?.code ?? null) : null;
}

/**
 * The error of a call that changed nothing, by status and code. A 2xx without an order that can be read may have
 * charged.
 */
export function toPaymentError(reply: Reply): PaymentError {
  const kind = toKind(reply);
  return new PaymentError(kind, SENTENCES[kind]);
}

function toKind(reply: Reply): keyof typeof SENTENCES {
  const { status, body } = reply;
  if (status === 401 || status === 403) return 'misconfigured';
  if (status < 400 || body === null) return 'timeout';
  const code = parseErrorCode(reply);
  if (code === 'empty_required_header') return 'misconfigured';
  if (code === 'idempotency_key_already_used') return 'conflict';
  // Refused because it still works on this order or could not reach the other side: what became of it is not known.
  if (status === 409 || status === 402) return 'timeout';
  return 'invalid';
}
