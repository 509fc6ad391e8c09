import { PaymentError, type PaymentErrorKind } from '@esteira/payments/payment-error';
import { AppError, type ErrorKind } from '../../core/errors';

const FAILURES: Partial<Record<PaymentErrorKind, [ErrorKind, string]>> = {
  unavailable: [
    'unavailable',
    'Pagamento indisponível no momento. Nada foi cobrado; tente novamente em instantes.',
  ],
  misconfigured: ['unavailable', 'Pagamento indisponível no momento. Nada foi cobrado.'],
  timeout: [
    'unavailable',
    'A operadora do cartão não respondeu a tempo. Confira o seu plano antes de pagar de novo.',
  ],
  invalid: [
    'invalid',
    'A operadora não aceitou os dados do cartão. Nada foi cobrado; confira e tente novamente.',
  ],
  conflict: ['conflict', 'Os dados mudaram desde a primeira tentativa. Envie como um novo pagamento.'],
};

/** What the payer is told when no answer came; anything else than a gateway's failure stays what it is. */
export function paymentFailure(error: unknown): unknown {
  if (!(error instanceof PaymentError)) return error;
  const [kind, message] = FAILURES[error.kind] ?? ['internal' as const, 'Erro ao processar pagamento'];
  return new AppError(kind, message, { cause: error });
}
