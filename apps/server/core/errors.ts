import { findOutage, type Outage } from '@esteira/db/postgres/outage';
import { AdapterError, type AdapterErrorKind } from '@esteira/marketplaces/adapter-error';
import { type FieldLabels, type Problem, toProblem } from '@esteira/validators/wire/problem';
import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';

/** The only place where a kind of failure meets its HTTP status and tRPC code (docs/product-rules/rest.md#errors). */
const KINDS = {
  malformed: { status: 400, code: 'BAD_REQUEST' },
  unauthenticated: { status: 401, code: 'UNAUTHORIZED' },
  payment_required: { status: 402, code: 'PAYMENT_REQUIRED' },
  forbidden: { status: 403, code: 'FORBIDDEN' },
  not_found: { status: 404, code: 'NOT_FOUND' },
  conflict: { status: 409, code: 'CONFLICT' },
  too_large: { status: 413, code: 'PAYLOAD_TOO_LARGE' },
  unsupported_media: { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
  invalid: { status: 422, code: 'UNPROCESSABLE_CONTENT' },
  too_many: { status: 429, code: 'TOO_MANY_REQUESTS' },
  bad_upstream: { status: 502, code: 'BAD_GATEWAY' },
  unavailable: { status: 503, code: 'SERVICE_UNAVAILABLE' },
  internal: { status: 500, code: 'INTERNAL_SERVER_ERROR' },
} as const satisfies Record<string, { status: number; code: TRPCError['code'] }>;

export type ErrorKind = keyof typeof KINDS;

interface AppErrorOptions {
  erros?: Problem['erros'];
  /** The fields that somebody else changed meanwhile. */
  conflitos?: Problem['conflitos'];
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
  /** Tells apart what shares a kind, for callers that act on it; never sent. */
  reason?: string;
  cause?: unknown;
}

/** When to try again where nothing else is known. */
const RETRY_SECONDS = 5;

/** A failure that the user is told about; `message` is one Portuguese sentence. */
export class AppError extends Error {
  readonly erros: Problem['erros'];
  readonly conflitos: Problem['conflitos'];
  readonly retryAfter: number | null;
  readonly reason: string | null;

  constructor(
    readonly kind: ErrorKind,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    // Every 422 names a field, the empty name standing for the request as a whole.
    this.erros = options.erros ?? (kind === 'invalid' ? [{ campo: '', mensagem: message }] : undefined);
    this.conflitos = options.conflitos;
    this.retryAfter = options.retryAfter ?? (kind === 'unavailable' ? RETRY_SECONDS : null);
    this.reason = options.reason ?? null;
  }

  get status(): number {
    return KINDS[this.kind].status;
  }

  get code(): TRPCError['code'] {
    return KINDS[this.kind].code;
  }
}

/** A refused request with one field at fault: `campo` is its wire name, `detail` the sentence for the whole. */
export function invalidField(campo: string, mensagem: string, detail = mensagem): AppError {
  return new AppError('invalid', detail, { erros: [{ campo, mensagem }] });
}

const SENTENCES: Partial<Record<ErrorKind, string>> = {
  malformed: 'Requisição malformada',
  unauthenticated: 'Faça login para continuar',
  forbidden: 'Acesso negado',
  not_found: 'Recurso não encontrado',
  too_large: 'Conteúdo grande demais',
  unsupported_media: 'Tipo de conteúdo não suportado',
  too_many: 'Muitas requisições. Tente novamente em instantes.',
  unavailable: 'Serviço indisponível. Tente novamente em instantes.',
};

const INTERNAL_SENTENCE = 'Erro interno. Tente novamente em instantes.';

/** What is said of a database that cannot do its work just now, and after how many seconds to ask again. */
const OUTAGES: Record<Outage, { detail: string; retryAfter: number }> = {
  busy: { detail: 'O sistema está ocupado no momento. Tente novamente em instantes.', retryAfter: 2 },
  unreachable: { detail: 'Serviço indisponível. Tente novamente em instantes.', retryAfter: 5 },
  full: {
    detail: 'O servidor está sem espaço em disco e nada foi gravado. Tente novamente mais tarde.',
    retryAfter: 60,
  },
};

const ADAPTER_KINDS: Record<AdapterErrorKind, ErrorKind> = {
  auth_expired: 'unavailable',
  reconnect_required: 'conflict',
  rate_limited: 'too_many',
  validation: 'conflict',
  not_found: 'conflict',
  conflict: 'conflict',
  not_ready: 'conflict',
  forbidden: 'conflict',
  upstream_unavailable: 'unavailable',
  not_supported: 'conflict',
};

/**
 * Turns whatever was thrown (`now`: when) into the failure that is answered; what is unknown becomes a masked `internal`.
 * `labels` are those of the input that was refused.
 */
export function toAppError(error: unknown, now = new Date(), labels?: FieldLabels): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof AdapterError) return fromAdapter(error, now);
  if (error instanceof TRPCError) return fromTrpc(error, now, labels);
  const status = error instanceof Error ? (error as Error & { statusCode?: unknown }).statusCode : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500) return fromStatus(status, error);
  return fromUnknown(error);
}

function fromUnknown(cause: unknown): AppError {
  const outage = findOutage(cause);
  if (outage === null) return new AppError('internal', INTERNAL_SENTENCE, { cause });
  const { detail, retryAfter } = OUTAGES[outage];
  return new AppError('unavailable', detail, { retryAfter, cause });
}

function fromAdapter(error: AdapterError, now: Date): AppError {
  const wait = error.retryAt === null ? null : Math.ceil((error.retryAt.getTime() - now.getTime()) / 1000);
  return new AppError(ADAPTER_KINDS[error.kind], error.message, {
    cause: error,
    ...(wait === null ? {} : { retryAfter: Math.max(1, wait) }),
  });
}

function fromTrpc(error: TRPCError, now: Date, labels?: FieldLabels): AppError {
  if (error.cause instanceof AppError || error.cause instanceof AdapterError)
    return toAppError(error.cause, now);
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) {
    const { detail, erros } = toProblem(error.cause, labels);
    return new AppError('invalid', detail, { erros });
  }
  const kind = (Object.keys(KINDS) as ErrorKind[]).find((name) => KINDS[name].code === error.code);
  if (kind !== undefined && KINDS[kind].status < 500) {
    return new AppError(kind, SENTENCES[kind] ?? INTERNAL_SENTENCE, { cause: error });
  }
  if (error.code === 'PARSE_ERROR' || error.code === 'METHOD_NOT_SUPPORTED') {
    return new AppError('malformed', 'Requisição malformada', { cause: error });
  }
  return fromUnknown(error.cause ?? error);
}

function fromStatus(status: number, cause: unknown): AppError {
  const kind =
    (Object.keys(KINDS) as ErrorKind[]).find((name) => KINDS[name].status === status) ?? 'malformed';
  return new AppError(kind, SENTENCES[kind] ?? 'Requisição malformada', { cause });
}

/** Another account has this address, or it is kept for one. */
export const emailTaken = () => new AppError('conflict', 'E-mail já cadastrado');

/** No such product of this seller. */
export const productNotFound = () => new AppError('not_found', 'Produto não encontrado');

/** No such order of this seller. */
export const orderNotFound = () => new AppError('not_found', 'Pedido não encontrado');

/** The body that both transports answer for a failure. */
export function toProblemBody({ message, erros, conflitos }: AppError): Problem {
  return { detail: message, ...(erros && { erros }), ...(conflitos && { conflitos }) };
}
