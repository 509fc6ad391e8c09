import { AdapterError, type AdapterErrorKind } from '../adapter-error';
import type { HttpAnswer } from '../http/call';
import { at, listAt, textAt } from '../http/json';

/** One reason of an error answer. Only `blocks` ones refuse; the others come along as warnings. */
export type Cause = { code: string | null; numero: number | null; message: string | null; blocks: boolean };

/** An error answer of Mercado Livre, whichever of its shapes it came in. */
export type Refusal = { status: number; error: string | null; message: string | null; causes: Cause[] };

/** Reads an error body (marketplaces.md §1.3): `cause` may be a list of objects, an object, texts, or missing. */
export function readRefusal(answer: HttpAnswer): Refusal {
  const body = answer.jsonOrNull();
  return {
    status: answer.status,
    error: textAt(body, 'error') ?? textAt(body, 'error_code') ?? textAt(body, 'code'),
    message: textAt(body, 'message') ?? textAt(body, 'error_description'),
    causes: causesIn(at(body, 'cause') ?? at(body, 'causes')),
  };
}

/** The reasons in a `cause` or `warnings` value. */
export function causesIn(value: unknown): Cause[] {
  const list = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  return list.map(readCause).filter((cause) => cause !== null);
}

function readCause(value: unknown): Cause | null {
  if (typeof value === 'string') return { code: value, numero: null, message: null, blocks: true };
  const code = textAt(value, 'code');
  const message = textAt(value, 'message');
  if (!code && !message) return null;
  const numero = Number(textAt(value, 'cause_id') ?? Number.NaN);
  return {
    code,
    message,
    numero: Number.isNaN(numero) ? null : numero,
    blocks: textAt(value, 'type') !== 'warning',
  };
}

/** Whether the code stands anywhere in the answer: in `error`, `message` or a cause. */
export function names(refusal: Refusal, code: string): boolean {
  const texts = [refusal.error, refusal.message, ...refusal.causes.flatMap((c) => [c.code, c.message])];
  return texts.some((text) => text?.toLowerCase().includes(code.toLowerCase()));
}

/** Whether a successful answer carries a warning with this code. */
export function warns(body: unknown, code: string): boolean {
  return listAt(body, 'warnings').some((warning) => textAt(warning, 'code') === code);
}

const KINDS: Readonly<Record<number, readonly [AdapterErrorKind, string]>> = {
  400: ['validation', 'O Mercado Livre recusou os dados enviados.'],
  401: ['reconnect_required', 'A conta do Mercado Livre precisa ser conectada novamente.'],
  403: ['forbidden', 'A conta do Mercado Livre não tem permissão para esta operação.'],
  404: ['not_found', 'Não encontrado na conta do Mercado Livre.'],
  409: ['conflict', 'O anúncio ou pedido mudou no Mercado Livre. Atualize e tente novamente.'],
};

/** The error for an answer that the caller has no better word for. */
export function refusalError(refusal: Refusal, mensagem?: string): AdapterError {
  const [kind, sentence] = KINDS[refusal.status] ?? [
    refusal.status < 400 ? ('upstream_unavailable' as const) : ('validation' as const),
    `O Mercado Livre recusou a chamada (código ${refusal.status}).`,
  ];
  return new AdapterError(kind, mensagem ?? sentence, {
    cause: `HTTP ${refusal.status}: ${codesOf(refusal)}`,
  });
}

/** Codes only: the texts of an answer may quote what was sent. */
function codesOf({ error, causes }: Refusal): string {
  const codes = [error, ...causes.map(({ code }) => code)].filter(
    (code) => code && /^[\w.-]{1,80}$/.test(code),
  );
  return codes.join(', ') || 'no code';
}
