import { createHash } from 'node:crypto';
import { type FakeReply, type FakeRequest, refuse } from './exchange';
import type { FakeSeller, FakeState } from './state';

const CODE_LIFE_MS = 10 * 60_000;
const TOKEN_LIFE_SECONDS = 21_600;

const INVALID_GRANT =
  'Error validating grant. Your authorization code or refresh token may be expired or it was already used';

/** Gives an access token and the only refresh token that works from now on. */
export function grantTokens(
  state: FakeState,
  seller: FakeSeller,
): { access: string; refresh: string; expires: Date } {
  const number = state.next('token');
  const access = `APP_USR-${state.app.id}-${number}-${seller.id}`;
  const refresh = `TG-${number}-${seller.id}`;
  const expires = new Date(state.clock().getTime() + TOKEN_LIFE_SECONDS * 1_000);
  state.accessTokens.set(access, { seller: seller.id, expires });
  seller.refreshToken = refresh;
  return { access, refresh, expires };
}

/** What the consent page does once the seller agreed; answers the address that the browser is sent to. */
export function consentTo(state: FakeState, authorization: URL, seller: FakeSeller): string {
  const query = authorization.searchParams;
  const wrong = consentMistake(state, query);
  if (wrong) throw new Error(`the authorization address is wrong: ${wrong}`);
  const code = `TG-code-${state.next('code')}-${seller.id}`;
  const redirectUri = query.get('redirect_uri') ?? '';
  const expires = new Date(state.clock().getTime() + CODE_LIFE_MS);
  state.codes.set(code, {
    seller: seller.id,
    challenge: query.get('code_challenge') ?? '',
    redirectUri,
    expires,
  });
  const target = new URL(redirectUri);
  target.searchParams.set('code', code);
  target.searchParams.set('state', query.get('state') ?? '');
  return target.href;
}

function consentMistake(state: FakeState, query: URLSearchParams): string | null {
  if (query.get('response_type') !== 'code') return 'response_type';
  if (query.get('client_id') !== state.app.id) return 'client_id';
  if (query.get('redirect_uri') !== state.app.redirectUri) return 'redirect_uri';
  if (!query.get('state')) return 'state';
  if (query.get('code_challenge_method') !== 'S256') return 'code_challenge_method';
  return /^[\w-]{43}$/.test(query.get('code_challenge') ?? '') ? null : 'code_challenge';
}

/** POST /oauth/token: the fields belong into a form body, the refresh token works once. */
export function tokenEndpoint(state: FakeState, request: FakeRequest): FakeReply {
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    state.violate('/oauth/token was called without a form body');
    return refuse(400, 'invalid_request', 'the body must be a form');
  }
  const form = new URLSearchParams(request.body.toString('utf8'));
  if (form.get('client_id') !== state.app.id || form.get('client_secret') !== state.app.secret) {
    return refuse(400, 'invalid_client', 'invalid client_id or client_secret.');
  }
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return redeemCode(state, form);
    case 'refresh_token':
      return refreshTokens(state, form);
    default:
      return refuse(400, 'unsupported_grant_type', 'unsupported grant type');
  }
}

function redeemCode(state: FakeState, form: URLSearchParams): FakeReply {
  const code = form.get('code') ?? '';
  const verifier = form.get('code_verifier');
  if (!verifier) return refuse(400, 'invalid_request', 'code_verifier is a required parameter');
  const known = state.codes.get(code);
  state.codes.delete(code);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const good =
    known &&
    known.expires > state.clock() &&
    known.redirectUri === form.get('redirect_uri') &&
    known.challenge === challenge;
  const seller = good ? state.sellers.get(known.seller) : undefined;
  if (!seller) return refuse(400, 'invalid_grant', INVALID_GRANT);
  // This error comes with error_description instead of message.
  if (seller.operator) {
    return { status: 400, body: { error: 'invalid_grant', error_description: 'invalid_operator_user_id' } };
  }
  return tokenReply(state, seller);
}

function refreshTokens(state: FakeState, form: URLSearchParams): FakeReply {
  const token = form.get('refresh_token');
  const seller = [...state.sellers.values()].find(
    ({ refreshToken }) => refreshToken !== null && refreshToken === token,
  );
  return seller ? tokenReply(state, seller) : refuse(400, 'invalid_grant', INVALID_GRANT);
}

function tokenReply(state: FakeState, seller: FakeSeller): FakeReply {
  const { access, refresh } = grantTokens(state, seller);
  return {
    status: 200,
    body: {
      access_token: access,
      token_type: 'bearer',
      expires_in: TOKEN_LIFE_SECONDS,
      scope: 'offline_access read write',
      user_id: Number(seller.id),
      refresh_token: refresh,
    },
  };
}

/** DELETE /users/{id}/applications/{id}: of the token's own user and application; no token of theirs works afterwards. */
export function revokeApplication(state: FakeState, { ids }: FakeRequest, seller: FakeSeller): FakeReply {
  const [user, app] = ids;
  if (user !== seller.id || app !== state.app.id)
    return refuse(403, 'forbidden', 'not the application of the token');
  for (const [token, known] of state.accessTokens)
    if (known.seller === seller.id) state.accessTokens.delete(token);
  seller.refreshToken = null;
  return { status: 200, body: { user_id: seller.id, app_id: app, msg: 'Autorización eliminada' } };
}

/** The user as /users/me and /users/{id} show it. */
export function userOf(seller: FakeSeller): Record<string, unknown> {
  return {
    id: Number(seller.id),
    nickname: seller.nickname,
    site_id: seller.site,
    tags: [
      'normal',
      ...(seller.modelo === 'user_product' ? ['user_product_seller'] : []),
      ...(seller.depots ? ['warehouse_management'] : []),
    ],
    status: { site_status: 'active' },
  };
}
