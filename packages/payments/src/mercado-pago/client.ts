import { setTimeout as waitFor } from 'node:timers/promises';
import { fetchWithin } from '@esteira/http/fetch-within';
import { PaymentError } from '../payment-error';
import type { PaymentContext } from '../port';
import { parseErrorCode } from './errors';

/** One call of the API. Whatever writes bears a key, under which it takes effect once. */
export type MercadoPagoCall =
  | { method: 'GET'; path: string; query?: Readonly<Record<string, string>> }
  | {
      method: 'POST' | 'PUT';
      path: string;
      idempotencyKey: string;
      body?: unknown;
      /** Codes of errors which say 'not yet': the call is made again, under its key. */
      retryOn?: readonly string[];
    };

/** A response below 500, read to its end; `body` is null when it is no JSON. */
export type MercadoPagoReply = { status: number; body: unknown };

export type ClientOptions = {
  /** Without a slash at the end: `https://api.mercadopago.com`; tests give the address of a local server. */
  apiBaseUrl: string;
  accessToken: string;
  /** Waits between tries of a call; the machine's timer unless told. */
  wait?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
  /** Until a response must be there, its body included; 20 s unless told. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 20_000;
/** No answer of this API comes near this. */
const MAX_BYTES = 1_000_000;
/** Waits before a call that was not taken (429, 423) is made again. */
const WAITS_MS = [1_000, 2_000, 4_000] as const;

const UNAVAILABLE = 'O serviço de pagamento está indisponível. Nada foi cobrado.';
const NO_RESPONSE = 'O serviço de pagamento não respondeu a tempo.';

/**
 * A thin client over fetch. It repeats only what Mercado Pago has not taken: 429 (too many calls) and 423 (the same
 * key is still being worked on), a few times and under the same key. No response, 5xx and what cannot be read become
 * `timeout`, because a charge may have been made. Errors say nothing of the request or the response.
 */
export class MercadoPagoClient {
  readonly #options: Required<ClientOptions>;

  constructor(options: ClientOptions) {
    this.#options = {
      wait: (ms, signal) => waitFor(ms, undefined, signal ? { signal } : {}),
      timeoutMs: TIMEOUT_MS,
      ...options,
    };
  }

  async call(ctx: PaymentContext, call: MercadoPagoCall): Promise<MercadoPagoReply> {
    for (let attempt = 0; ; attempt += 1) {
      const { status, body, retryAfterMs } = await this.#send(ctx, call);
      const isNotYet = isRetried(call, { status, body });
      const waitMs = WAITS_MS[attempt];
      if (!isNotTaken(status) && (!isNotYet || waitMs === undefined)) return { status, body };
      if (waitMs === undefined || retryAfterMs > Math.max(...WAITS_MS)) throw notTaken(status);
      await this.#pause(ctx, Math.max(waitMs, retryAfterMs), status);
    }
  }

  async #pause({ signal }: PaymentContext, ms: number, status: number): Promise<void> {
    try {
      await this.#options.wait(ms, signal);
    } catch {
      throw notTaken(status);
    }
  }

  async #send({ signal }: PaymentContext, call: MercadoPagoCall) {
    if (signal?.aborted) throw new PaymentError('unavailable', UNAVAILABLE);
    const request = {
      method: call.method,
      headers: this.#headersOf(call),
      body: call.method !== 'GET' && call.body !== undefined ? JSON.stringify(call.body) : null,
      redirect: 'error',
    } as const;
    const limits = { timeoutMs: this.#options.timeoutMs, maxBytes: MAX_BYTES, signal };
    try {
      const { status, headers, bytes } = await fetchWithin(this.#urlOf(call), request, limits);
      if (status >= 500) throw new PaymentError('timeout', NO_RESPONSE);
      return { status, body: parseJson(bytes), retryAfterMs: readRetryAfter(headers) };
    } catch (error) {
      if (error instanceof PaymentError) throw error;
      throw wasNeverSent(error)
        ? new PaymentError('unavailable', UNAVAILABLE)
        : new PaymentError('timeout', NO_RESPONSE);
    }
  }

  #urlOf(call: MercadoPagoCall): string {
    const query = call.method === 'GET' && call.query ? `?${new URLSearchParams(call.query)}` : '';
    return `${this.#options.apiBaseUrl}${call.path}${query}`;
  }

  #headersOf(call: MercadoPagoCall): Record<string, string> {
    const headers: Record<string, string> = {
      accept: 'application/json',
      authorization: `Bearer ${this.#options.accessToken}`,
    };
    if (call.method !== 'GET') headers['x-idempotency-key'] = call.idempotencyKey;
    if (call.method !== 'GET' && call.body !== undefined) headers['content-type'] = 'application/json';
    return headers;
  }
}

function isNotTaken(status: number): boolean {
  return status === 429 || status === 423;
}

function isRetried(call: MercadoPagoCall, reply: MercadoPagoReply): boolean {
  if (call.method === 'GET' || call.retryOn === undefined || reply.status < 400) return false;
  return call.retryOn.includes(parseErrorCode(reply) ?? '');
}

/** Under a key that is still worked on, the charge may yet be made: then nothing is known of the money. */
function notTaken(status: number): PaymentError {
  return status !== 429
    ? new PaymentError('timeout', NO_RESPONSE)
    : new PaymentError('unavailable', UNAVAILABLE);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** In seconds (RFC 9110 §10.2.3); 0 when there is none that makes sense. */
function readRetryAfter(headers: Headers): number {
  const value = headers.get('retry-after')?.trim() ?? '';
  return /^\d{1,6}$/.test(value) ? Number(value) * 1_000 : 0;
}

const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && NEVER_SENT.has(String(cause.code));
}
