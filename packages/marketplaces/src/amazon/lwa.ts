import type { Grant } from '../account';
import { AdapterError } from '../adapter-error';
import type { HttpAnswer, HttpClient } from '../http/call';
import { numberAt, textAt } from '../http/json';

/** The application at Login with Amazon. */
export type LwaOptions = {
  http: HttpClient;
  lwaBaseUrl: string;
  clientId: string;
  clientSecret: string;
  clock: () => Date;
};

/** What is exchanged for tokens. */
export type LwaFields =
  | { grant_type: 'authorization_code'; code: string; redirect_uri: string }
  | { grant_type: 'refresh_token'; refresh_token: string };

/**
 * Tokens of Login with Amazon (marketplaces.md §2.2). The refresh token does not rotate: where the answer brings
 * none, the one that was sent stays.
 */
export async function requestGrant(lwa: LwaOptions, fields: LwaFields, signal?: AbortSignal): Promise<Grant> {
  const answer = await lwa.http({
    method: 'POST',
    url: `${lwa.lwaBaseUrl}/auth/o2/token`,
    body: { form: { ...fields, client_id: lwa.clientId, client_secret: lwa.clientSecret } },
    ...(signal ? { signal } : {}),
  });
  if (answer.status !== 200) throw refusedGrant(answer);
  const body = answer.json();
  const access_token = textAt(body, 'access_token');
  const sent = 'refresh_token' in fields ? fields.refresh_token : null;
  const refresh_token = textAt(body, 'refresh_token') ?? sent;
  const seconds = numberAt(body, 'expires_in');
  if (!access_token || !refresh_token || !seconds) {
    throw new AdapterError(
      'upstream_unavailable',
      'A Amazon respondeu sem o acesso à conta. Tente novamente.',
    );
  }
  return { access_token, refresh_token, expira_em: new Date(lwa.clock().getTime() + seconds * 1_000) };
}

function refusedGrant(answer: HttpAnswer): AdapterError {
  const code = textAt(answer.jsonOrNull(), 'error') ?? 'unknown';
  const cause = `LWA: HTTP ${answer.status} ${code}`;
  if (code === 'invalid_grant') {
    return new AdapterError(
      'reconnect_required',
      'A autorização da conta da Amazon não vale mais. Conecte a conta novamente.',
      { cause },
    );
  }
  if (code === 'invalid_client') {
    return new AdapterError(
      'forbidden',
      'O client secret da aplicação da Amazon está errado ou expirado: ele vence a cada 180 dias. ' +
        'Gere outro na Amazon e atualize a configuração do servidor.',
      { cause },
    );
  }
  return new AdapterError(
    'forbidden',
    'A Amazon não aceitou a aplicação. Confira a configuração do servidor.',
    {
      cause,
    },
  );
}
