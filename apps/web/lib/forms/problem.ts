import type { Conflict } from '@esteira/validators/wire/record-edit';

/** One field the server refused, under its wire name. */
export interface FieldProblem {
  campo: string;
  mensagem: string;
}

/**
 * What the server says about an error, for the user's eyes. Only `error.data.detail` is trusted: a network
 * failure carries an English `error.message` of the browser's, which must never reach the screen.
 */
export function detailOf(error: unknown): string | null {
  const detail = dataOf(error)?.detail;
  return typeof detail === 'string' && detail !== '' ? detail : null;
}

/**
 * What an error page says below its title: the server's sentence, and where the server itself failed the id by which
 * its log tells why.
 */
export function describeFailure(error: unknown): {
  description: string | undefined;
  reference: string | undefined;
} {
  const hasFailed = (statusOf(error) ?? 0) >= 500;
  return {
    description: detailOf(error) ?? undefined,
    reference: hasFailed ? requestIdOf(error) : undefined,
  };
}

/** tRPC keeps the answer beside the error that it told of. */
function requestIdOf(error: unknown): string | undefined {
  const meta = isRecord(error) ? error.meta : null;
  const response = isRecord(meta) ? meta.response : null;
  return (response instanceof Response && response.headers.get('x-request-id')) || undefined;
}

/** The sentence that stands in a refused form; null without a refusal, or where its fields bear their own. */
export function formErrorOf(error: unknown, fallback: string): string | null {
  if (!error || fieldProblemsOf(error).length > 0) return null;
  return detailOf(error) ?? fallback;
}

/** The HTTP status of the answer; null when there was no answer. */
export function statusOf(error: unknown): number | null {
  const status = dataOf(error)?.httpStatus;
  return typeof status === 'number' ? status : null;
}

/** The fields refused by a 422, where they are named. */
export function fieldProblemsOf(error: unknown): FieldProblem[] {
  const erros = dataOf(error)?.erros;
  return Array.isArray(erros) ? erros.filter(isFieldProblem) : [];
}

/** The fields of a 409 that somebody else changed while the form was open, with the values they have. */
export function conflictsOf(error: unknown): Conflict[] {
  const conflitos = dataOf(error)?.conflitos;
  return Array.isArray(conflitos) ? conflitos.filter(isConflict) : [];
}

/** No answer, or an answer that says the server itself failed: worth asking again. */
export function isTransient(error: unknown): boolean {
  const status = statusOf(error);
  return status === null || status >= 500;
}

/** The tries after the first that a failure which may pass is worth. */
const RETRIES = 2;

/** For reads, and for writes that may be repeated: asks again while the failure may pass. */
export function retryTransient(failures: number, error: unknown): boolean {
  return isTransient(error) && failures < RETRIES;
}

function dataOf(error: unknown): Record<string, unknown> | null {
  if (!isRecord(error) || !isRecord(error.data)) return null;
  return error.data;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isConflict(value: unknown): value is Conflict {
  return isRecord(value) && typeof value.campo === 'string' && 'atual' in value;
}

function isFieldProblem(value: unknown): value is FieldProblem {
  return isRecord(value) && typeof value.campo === 'string' && typeof value.mensagem === 'string';
}
