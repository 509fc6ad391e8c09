import type { CardPayment } from '@esteira/validators/billing/checkout';

/** A sentence of what was done, or a payment that is not decided yet. */
export interface CardResult {
  message: string;
  em_andamento?: CardPayment | null;
}

/** What a card is asked for: `submit` does it, `failure` is what stands there when it fails without a sentence. */
export interface CardSubmission<Values> {
  submit: (values: Values) => Promise<CardResult>;
  error: unknown;
  isPending: boolean;
  failure: string;
}
