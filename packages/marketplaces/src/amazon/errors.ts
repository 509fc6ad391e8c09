import { AdapterError, type AdapterErrorKind } from '../adapter-error';
import type { HttpAnswer } from '../http/call';
import { at, listAt, textAt } from '../http/json';
import { unexpectedAnswer } from './answer';

const MISSING = /not.?found|does not exist/i;
const BAD_TOKEN = /access token.*(?:expired|revoked|malformed|invalid)/i;

/** Amazon's error text can be long; the seller sees its beginning. */
const MAX_QUOTE = 200;

/** Whether the answer refuses the access token itself, so that renewing it may help (marketplaces.md §2.3). */
export function refusesToken(answer: HttpAnswer): boolean {
  if (answer.status === 401) return true;
  if (answer.status !== 403) return false;
  const { message, details } = firstError(answer);
  return BAD_TOKEN.test(`${message} ${details}`);
}

/** The error for an answer of 3xx or 4xx; the token and 429 are judged elsewhere. */
export function refusalOf(answer: HttpAnswer): AdapterError {
  const { code, message } = firstError(answer);
  const requestId = answer.headers.get('x-amzn-requestid');
  const cause = `HTTP ${answer.status} ${code}${requestId ? `, request ${requestId}` : ''}`;
  if (answer.status < 400) return unexpectedAnswer(`HTTP ${answer.status}`);
  return new AdapterError(...judge(answer.status, { code, message }), { cause });
}

type Said = { code: string; message: string };

function judge(status: number, { code, message }: Said): [AdapterErrorKind, string] {
  if (status === 401)
    return ['auth_expired', 'A Amazon recusou o acesso à conta. Tente novamente em instantes.'];
  if (status === 403) {
    return [
      'forbidden',
      'A Amazon não autorizou esta operação: falta uma permissão (função) ao aplicativo, ou a conta retirou ' +
        'o acesso. Confira as funções do aplicativo na Amazon e conecte a conta novamente.',
    ];
  }
  if (status === 404 || MISSING.test(code))
    return ['not_found', 'A Amazon não encontrou o anúncio ou pedido.'];
  if (status === 409) return ['conflict', 'O anúncio ou pedido mudou na Amazon. Atualize e tente novamente.'];
  if (status === 400 && MISSING.test(message)) {
    return ['not_found', 'A Amazon não encontrou o anúncio ou pedido.'];
  }
  return ['validation', `A Amazon recusou os dados enviados.${quote(message || code)}`];
}

/** Amazon's own words after our sentence; empty when it said nothing. */
export function quote(text: string): string {
  const said = text.trim();
  return said === '' ? '' : ` Resposta da Amazon: ${said.slice(0, MAX_QUOTE)}`;
}

/** Most APIs wrap their errors in `errors`; restrictions answer the bare list (models). */
function firstError(answer: HttpAnswer): Said & { details: string } {
  const body = answer.jsonOrNull();
  const [error] = Array.isArray(body) ? body : listAt(body, 'errors');
  const field = (name: string) => textAt(at(error, name)) ?? '';
  return { code: field('code'), message: field('message'), details: field('details') };
}
