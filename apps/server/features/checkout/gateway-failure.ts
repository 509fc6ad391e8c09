import { PaymentError, type PaymentErrorKind } from '@esteira/payments/payment-error';
import { AppError, type ErrorKind } from '../../core/errors';

type Sentences = Record<PaymentErrorKind, [ErrorKind, string]>;

const MISMATCH: [ErrorKind, string] = [
  'conflict',
  'O pagamento não confere com o plano pedido. Fale com o suporte antes de pagar de novo.',
];

/** What a payer by card is told when no answer came. */
const OF_CARD: Sentences = {
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
  mismatch: MISMATCH,
  conflict: ['conflict', 'Os dados mudaram desde a primeira tentativa. Envie como um novo pagamento.'],
};

const NO_PIX: [ErrorKind, string] = [
  'unavailable',
  'Pix indisponível no momento. Nada foi cobrado; tente novamente em instantes.',
];

/** The same for a Pix, of which nothing is paid without its code. */
const OF_PIX: Sentences = {
  unavailable: NO_PIX,
  misconfigured: NO_PIX,
  timeout: NO_PIX,
  invalid: NO_PIX,
  conflict: NO_PIX,
  mismatch: MISMATCH,
};

/** Throws what the payer of a card reads. What is no failure of the gateway is thrown as it is. */
export function throwCardFailure(error: unknown): never {
  return throwAs(OF_CARD, error);
}

/** Throws what the payer of a Pix reads. */
export function throwPixFailure(error: unknown): never {
  return throwAs(OF_PIX, error);
}

/** An earlier try may have charged: whatever keeps us from looking, nothing is known of the money. */
export function throwUnclear(error: unknown): never {
  if (!(error instanceof PaymentError) || error.kind === 'mismatch') return throwCardFailure(error);
  const [kind, message] = OF_CARD.timeout;
  throw new AppError(kind, message, { cause: error });
}

function throwAs(sentences: Sentences, error: unknown): never {
  if (!(error instanceof PaymentError)) throw error;
  const [kind, message] = sentences[error.kind];
  throw new AppError(kind, message, { cause: error });
}
