/**
 * Why no result came back, by what is known about the money:
 *
 * - `unavailable`: refused before charging (no connection, maintenance, too many calls); nothing was charged
 * - `timeout`: no answer in time; it may have been charged, so ask `lookup` before trying again
 * - `invalid`: the gateway does not accept the request; nothing was charged
 * - `conflict`: the idempotency key was used for another charge; nothing was charged now
 * - `misconfigured`: our credentials were refused; nothing was charged
 * - `mismatch`: the gateway approved something else than was asked (amount, currency, reference or receiver); it must
 *   not be taken for our payment, and a person has to look
 */
export const PAYMENT_ERROR_KINDS = [
  'unavailable',
  'timeout',
  'invalid',
  'conflict',
  'misconfigured',
  'mismatch',
] as const;

export type PaymentErrorKind = (typeof PAYMENT_ERROR_KINDS)[number];

/**
 * The one error that gateways reject with. `message` is a fixed Portuguese sentence; it carries no `cause`,
 * since a gateway's answer or a request in a cause could hold card data.
 */
export class PaymentError extends Error {
  readonly kind: PaymentErrorKind;

  constructor(kind: PaymentErrorKind, message: string) {
    super(message);
    this.name = 'PaymentError';
    this.kind = kind;
  }
}
