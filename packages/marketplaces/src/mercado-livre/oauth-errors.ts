import { AdapterError, type AdapterErrorKind } from '../adapter-error';
import type { HttpAnswer } from '../http/call';
import { names, readRefusal } from './errors';

const NOT_CONFIGURED =
  'O aplicativo do Mercado Livre não está configurado corretamente nesta instalação. Avise o administrador.';

/** What each error of /oauth/token means (marketplaces.md §1.1), most telling first. */
const OAUTH_ERRORS: readonly (readonly [string, AdapterErrorKind, string])[] = [
  [
    'invalid_operator_user_id',
    'forbidden',
    'Esta é uma conta de colaborador. Entre no Mercado Livre com a conta principal e conecte de novo.',
  ],
  ['invalid_client', 'forbidden', NOT_CONFIGURED],
  [
    'unauthorized_application',
    'forbidden',
    'O Mercado Livre bloqueou o aplicativo desta instalação. Avise o administrador.',
  ],
  ['unauthorized_client', 'forbidden', NOT_CONFIGURED],
  ['invalid_scope', 'forbidden', NOT_CONFIGURED],
  ['unsupported_grant_type', 'forbidden', NOT_CONFIGURED],
  ['invalid_grant', 'reconnect_required', 'A conta do Mercado Livre precisa ser conectada novamente.'],
  ['invalid_request', 'forbidden', NOT_CONFIGURED],
  [
    'local_rate_limited',
    'rate_limited',
    'O Mercado Livre recebeu chamadas demais. Tente novamente em instantes.',
  ],
  [
    'forbidden',
    'forbidden',
    'O Mercado Livre não permite o acesso a esta conta: ela ou o aplicativo está inativo ou sem permissão.',
  ],
];

/** The error for a refused code or refresh token. Some answers carry `error_description` instead of `message`. */
export function oauthError(answer: HttpAnswer): AdapterError {
  const refusal = readRefusal(answer);
  const cause = `HTTP ${answer.status}`;
  for (const [code, kind, mensagem] of OAUTH_ERRORS) {
    if (names(refusal, code)) return new AdapterError(kind, mensagem, { cause: `${cause}: ${code}` });
  }
  return new AdapterError('forbidden', 'O Mercado Livre não aceitou a conexão desta conta.', { cause });
}
