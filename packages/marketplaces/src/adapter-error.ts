/**
 * Why a marketplace call failed, by what the caller can do about it:
 *
 * - `auth_expired`: the access token was refused and renewing it did not help yet; repeat later
 * - `reconnect_required`: the seller must connect the account again; repeating is useless
 * - `rate_limited`: too many calls; repeat at `retryAt`
 * - `validation`: the marketplace refuses the values; the seller must change them
 * - `not_found`: no such listing or order in this account
 * - `conflict`: the state there does not allow it; read again first
 * - `not_ready`: it will be possible later (an order still without a shipment)
 * - `forbidden`: the account or the app lacks the right
 * - `upstream_unavailable`: no answer, or a failure on their side; whether it took effect is unknown
 * - `not_supported`: this marketplace has no such operation
 */
export const ADAPTER_ERROR_KINDS = [
  'auth_expired',
  'reconnect_required',
  'rate_limited',
  'validation',
  'not_found',
  'conflict',
  'not_ready',
  'forbidden',
  'upstream_unavailable',
  'not_supported',
] as const;

export type AdapterErrorKind = (typeof ADAPTER_ERROR_KINDS)[number];

const TRANSIENT: ReadonlySet<AdapterErrorKind> = new Set([
  'auth_expired',
  'rate_limited',
  'not_ready',
  'upstream_unavailable',
]);

interface AdapterErrorOptions {
  retryAt?: Date;
  mayHaveCreated?: boolean;
  cause?: unknown;
}

/** The one error that adapters reject with. `message` is a Portuguese sentence fit for the seller. */
export class AdapterError extends Error {
  readonly kind: AdapterErrorKind;
  /** Not before this moment, when the marketplace said so. */
  readonly retryAt: Date | null;
  /** Something may have been made there that a search does not find before `retryAt`. */
  readonly mayHaveCreated: boolean;
  /** The operation of the port that failed, where it is known; for logs. */
  operation: string | null = null;

  constructor(kind: AdapterErrorKind, mensagem: string, options: AdapterErrorOptions = {}) {
    super(mensagem, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AdapterError';
    this.kind = kind;
    this.retryAt = options.retryAt ?? null;
    this.mayHaveCreated = options.mayHaveCreated ?? false;
  }

  /** Whether the same call may succeed later without anybody changing anything. */
  get transient(): boolean {
    return TRANSIENT.has(this.kind);
  }
}
