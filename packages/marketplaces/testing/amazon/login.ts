import { HOUR_MS } from '@esteira/domain/durations';
import { type FakeReply, type FakeSeller, ok, type World } from './world';

/** The application as the fake knows it; tests give these values to the connector. */
export const FAKE_APPLICATION = {
  clientId: 'amzn1.application-oa2-client.fake',
  clientSecret: 'amzn1.oa2-cs.v1.fake',
  appId: 'amzn1.sp.solution.fake',
} as const;

/** Login with Amazon: codes and access tokens. */
export class FakeLogin {
  readonly #world: World;
  readonly #codes = new Map<string, string>();
  readonly #tokens = new Map<string, { vendedor_id: string; until: number }>();
  #issued = 0;
  /** After 180 days without rotation the client secret stops working. */
  secretExpired = false;
  /** How many access tokens were given by renewing. */
  renewals = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** A consent of the seller: the code that Amazon would send back. */
  newCode({ vendedor_id }: FakeSeller): string {
    const code = `code-${vendedor_id}-${this.#codes.size}`;
    this.#codes.set(code, vendedor_id);
    return code;
  }

  newAccessToken(vendedor_id: string): string {
    this.#issued += 1;
    const token = `Atza|${vendedor_id}-${this.#issued}`;
    this.#tokens.set(token, { vendedor_id, until: this.#world.clock().getTime() + HOUR_MS });
    return token;
  }

  /** Makes every access token that was given so far expire. */
  expireAccessTokens(): void {
    this.#tokens.clear();
  }

  sellerOf(token: string | undefined): FakeSeller | null {
    const known = token === undefined ? undefined : this.#tokens.get(token);
    if (!known || known.until <= this.#world.clock().getTime()) return null;
    return this.#world.sellers.get(known.vendedor_id) ?? null;
  }

  /**
   * The page of consent, with a seller who agrees at once: the one that was added last. Null when the request is
   * not what Amazon asks for.
   */
  consent(query: URLSearchParams): FakeReply | null {
    const seller = [...this.#world.sellers.values()].at(-1);
    const back = query.get('redirect_uri') ?? '';
    const state = query.get('state');
    const known = query.get('application_id') === FAKE_APPLICATION.appId;
    if (!seller || !known || !state || !URL.canParse(back)) return null;
    const url = new URL(back);
    url.searchParams.set('state', state);
    url.searchParams.set('selling_partner_id', seller.vendedor_id);
    url.searchParams.set('spapi_oauth_code', this.newCode(seller));
    return { status: 302, body: undefined, headers: { location: url.href } };
  }

  /** `POST /auth/o2/token`. */
  token(form: URLSearchParams): FakeReply {
    const { clientId, clientSecret } = FAKE_APPLICATION;
    if (
      form.get('client_id') !== clientId ||
      form.get('client_secret') !== clientSecret ||
      this.secretExpired
    ) {
      return failed(401, 'invalid_client', 'Client authentication failed');
    }
    const grant = form.get('grant_type');
    if (grant === 'authorization_code') return this.#byCode(form.get('code') ?? '', form.get('redirect_uri'));
    if (grant === 'refresh_token') return this.#byRefreshToken(form.get('refresh_token') ?? '');
    return failed(400, 'unsupported_grant_type', 'Unsupported grant type');
  }

  #byCode(code: string, redirect: string | null): FakeReply {
    const seller = this.#world.sellers.get(this.#codes.get(code) ?? '');
    if (!seller || !redirect) return failed(400, 'invalid_grant', 'The code is invalid or was used');
    this.#codes.delete(code);
    return ok({ ...this.#granted(seller), refresh_token: seller.refresh_token });
  }

  #byRefreshToken(token: string): FakeReply {
    const seller = [...this.#world.sellers.values()].find(({ refresh_token }) => refresh_token === token);
    if (!seller) return failed(400, 'invalid_grant', 'The refresh token is invalid or was revoked');
    this.renewals += 1;
    return ok({ ...this.#granted(seller), refresh_token: token });
  }

  #granted({ vendedor_id }: FakeSeller): object {
    return { access_token: this.newAccessToken(vendedor_id), token_type: 'bearer', expires_in: 3_600 };
  }
}

function failed(status: number, error: string, error_description: string): FakeReply {
  return { status, body: { error, error_description } };
}
