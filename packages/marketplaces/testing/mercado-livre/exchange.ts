import type { IncomingHttpHeaders } from 'node:http';
import type { LocalReply } from '@esteira/config/testing/local-server';

/** A request as a route of the fake sees it. `path` groups are in `ids`. */
export type FakeRequest = {
  method: string;
  path: string;
  ids: string[];
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
};

export type FakeReply = LocalReply;

/** An error in Mercado Livre's ordinary shape. */
export function refuse(status: number, error: string, message: string): FakeReply {
  return { status, body: { message, error, status, cause: [] } };
}

/** A cause of a validation error, as it stands in `cause[]`. */
export function causeOf(numero: number, code: string, message: string): Record<string, unknown> {
  const references = [code.split('.').slice(0, 2).join('.')];
  return { department: 'items', cause_id: numero, type: 'error', code, references, message };
}

/** The 400 that carries causes. */
export function invalid(...cause: Record<string, unknown>[]): FakeReply {
  return {
    status: 400,
    body: { message: 'Validation error', error: 'validation_error', status: 400, cause },
  };
}

/** The body as a JSON object; null when it is none. */
export function jsonObject({ body }: FakeRequest): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Mercado Livre writes its times four hours behind UTC. */
export function wireDate(date: Date): string {
  return new Date(date.getTime() - 4 * 60 * 60_000).toISOString().replace('Z', '-04:00');
}
