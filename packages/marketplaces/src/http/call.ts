import { fetchWithin, type ReadResponse } from '@esteira/http/fetch-within';
import { AdapterError } from '../adapter-error';

/** What is sent: a JSON value, form fields, a file form (multipart) or bytes as they are. */
export type HttpBody =
  | { json: unknown }
  | { form: Readonly<Record<string, string>> }
  | { multipart: FormData }
  | { bytes: Uint8Array | string; mime: string };

/** One call. `headers` carry the access token; it never travels in the address. */
export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string | URL;
  headers?: Readonly<Record<string, string>>;
  body?: HttpBody;
  /** The caller's own way to give up, beside the time limit: it ends connecting, waiting and reading alike. */
  signal?: AbortSignal;
  /** Until the whole response must be there, its body included; 20 s unless told. */
  timeoutMs?: number;
  /** The longest body that is read; 10 MB unless told. */
  maxBytes?: number;
};

/** A response that was read to its end. */
export type HttpResponse = ReadResponse & {
  /** The body as JSON. @throws AdapterError `upstream_unavailable` when it is none. */
  json(): unknown;
  /** The body as JSON, or null when it is none (a proxy's HTML page as an error body). */
  jsonOrNull(): unknown;
};

export type HttpClientOptions = {
  /** Begins the Portuguese sentences: 'O Mercado Livre', 'A Amazon'. */
  subject: string;
  clock: () => Date;
  /** Headers of every call. */
  headers?: Readonly<Record<string, string>>;
  /** The header by which the marketplace's support finds a call (x-amzn-RequestId); kept in the error's cause. */
  requestIdHeader?: string;
};

/** Makes one call, or rejects with AdapterError and nothing else. */
export type HttpClient = (request: HttpRequest) => Promise<HttpResponse>;

const TIMEOUT_MS = 20_000;

/** No response of a marketplace's API comes near this. */
const MAX_BYTES = 10_000_000;

/** A `Retry-After` beyond this is taken for a mistake: a seller's jobs must not stop for days. */
const MAX_WAIT_MS = 60 * 60_000;

/**
 * A thin fetch client that turns failures into AdapterError: no response, a time limit, an abort, a body that is too
 * long, 5xx and malformed JSON → `upstream_unavailable`; 429 → `rate_limited` with `retryAt` from Retry-After. It never
 * repeats a call. Causes hold the method, the status and system codes only: no address, token, body or personal data.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  return async (request) => {
    const response = await send(options, request);
    if (response.status >= 500) throw unavailable(options, toCause(options, request, response));
    if (response.status === 429) throw rateLimited(options, request, response);
    return response;
  };
}

async function send(options: HttpClientOptions, request: HttpRequest): Promise<HttpResponse> {
  const { body, mime } = encode(request.body);
  const headers = new Headers({ accept: 'application/json', ...options.headers, ...request.headers });
  if (mime) headers.set('content-type', mime);
  // A redirect would carry Amazon's token header to another host.
  const sent = { method: request.method, headers, body, redirect: 'manual' } as const;
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, signal } = request;
  try {
    return toResponse(
      options,
      request,
      await fetchWithin(request.url, sent, { timeoutMs, maxBytes, signal }),
    );
  } catch (error) {
    throw unavailable(options, `${request.method}: ${systemCode(error)}`);
  }
}

function encode(body: HttpBody | undefined): {
  body: NonNullable<RequestInit['body']> | null;
  mime?: string;
} {
  if (!body) return { body: null };
  if ('json' in body) return { body: JSON.stringify(body.json), mime: 'application/json' };
  if ('bytes' in body) {
    return { body: typeof body.bytes === 'string' ? body.bytes : Buffer.from(body.bytes), mime: body.mime };
  }
  // fetch names the type itself for these two, with the boundary of a multipart body.
  return { body: 'form' in body ? new URLSearchParams(body.form) : body.multipart };
}

function toResponse(options: HttpClientOptions, request: HttpRequest, received: ReadResponse): HttpResponse {
  const jsonOrNull = (): unknown => {
    try {
      return JSON.parse(new TextDecoder().decode(received.bytes));
    } catch {
      return null;
    }
  };
  const json = (): unknown => {
    const value = jsonOrNull();
    if (value === null) throw unavailable(options, `${toCause(options, request, received)}, not JSON`);
    return value;
  };
  return { ...received, json, jsonOrNull };
}

function unavailable({ subject }: HttpClientOptions, cause: string): AdapterError {
  return new AdapterError('upstream_unavailable', `${subject} não respondeu. Tente novamente em instantes.`, {
    cause,
  });
}

function rateLimited(options: HttpClientOptions, request: HttpRequest, response: HttpResponse): AdapterError {
  const retryAt = retryAfter(response.headers.get('retry-after'), options.clock());
  const mensagem = `${options.subject} recebeu chamadas demais. Tente novamente em instantes.`;
  const cause = toCause(options, request, response);
  return new AdapterError('rate_limited', mensagem, retryAt ? { retryAt, cause } : { cause });
}

/** Seconds or an HTTP date (RFC 9110 §10.2.3); null when the header is absent or makes no sense. */
function retryAfter(value: string | null, now: Date): Date | null {
  if (!value) return null;
  const at = /^\d+$/.test(value.trim()) ? now.getTime() + Number(value) * 1_000 : Date.parse(value);
  if (Number.isNaN(at) || at <= now.getTime()) return null;
  return new Date(Math.min(at, now.getTime() + MAX_WAIT_MS));
}

function toCause(
  { requestIdHeader }: HttpClientOptions,
  { method }: HttpRequest,
  { status, headers }: ReadResponse,
): string {
  const requestId = requestIdHeader ? headers.get(requestIdHeader) : null;
  return requestId ? `${method}: HTTP ${status}, request ${requestId}` : `${method}: HTTP ${status}`;
}

/** The error's code (ECONNRESET, UND_ERR_SOCKET) or name (TimeoutError): its message may hold the address. */
function systemCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure';
  const inner = error.cause instanceof Error ? error.cause : error;
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.name;
}
