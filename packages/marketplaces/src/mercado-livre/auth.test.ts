import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeMercadoLivre, startFakeMercadoLivre } from '../../testing/mercado-livre/server';
import { AdapterError } from '../adapter-error';
import { createMercadoLivreConnector } from './auth';

const NOW = new Date('2026-11-21T15:00:00Z');
const VERIFIER = 'um-codeVerifier-de-pkce-com-mais-de-quarenta-e-tres-letras';
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

let fake: FakeMercadoLivre;

beforeEach(async () => {
  fake = await startFakeMercadoLivre({ clock: () => NOW });
});

afterEach(async () => {
  await fake.close();
  expect(fake.violations).toEqual([]);
});

function connector(changes: { secretKey?: string } = {}) {
  const { url, appId, secretKey } = fake;
  return createMercadoLivreConnector({
    apiBaseUrl: url,
    authBaseUrl: url,
    appId,
    secretKey,
    clock: () => NOW,
    ...changes,
  });
}

/** Walks the seller through the consent page; answers what `exchange` is given. */
function consent(vendedorId: string) {
  const redirectUri = fake.redirectUri;
  const address = connector().authorizationUrl({ state: 'segredo', codeChallenge: CHALLENGE, redirectUri });
  const back = new URL(fake.consent(address, vendedorId)).searchParams;
  return { params: Object.fromEntries(back), codeVerifier: VERIFIER, redirectUri };
}

async function getFailure(call: Promise<unknown>): Promise<AdapterError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof AdapterError) return error;
  throw new Error(`expected an AdapterError, got ${String(error)}`);
}

describe('connecting', () => {
  it('sends the seller to consent with state and an S256 challenge, and no secret', () => {
    const address = connector().authorizationUrl({
      state: 'segredo',
      codeChallenge: CHALLENGE,
      redirectUri: fake.redirectUri,
    });
    expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
      response_type: 'code',
      client_id: fake.appId,
      redirect_uri: fake.redirectUri,
      state: 'segredo',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    });
  });

  it.each([
    ['user_product', 'user_product'],
    ['classic', 'classic'],
  ] as const)('redeems the code and reads that the account publishes as %s', async (modelo, expected) => {
    const vendedor_id = fake.registerSeller({ modelo, nickname: 'LOJA DA ANA' });
    const { grant, conta } = await connector().exchange(consent(vendedor_id));
    expect(conta).toEqual({ vendedor_id, nome: 'LOJA DA ANA', modelo_anuncio: expected });
    expect(grant.expira_em).toEqual(new Date(NOW.getTime() + 21_600_000));
    expect(grant.access_token).not.toBe(grant.refresh_token);
  });

  it('refuses an account of another country', async () => {
    const answer = consent(fake.registerSeller({ site: 'MLA' }));
    const error = await getFailure(connector().exchange(answer));
    expect(error.kind).toBe('forbidden');
    expect(error.message).toContain('Brasil');
  });

  it('tells a collaborator to use the main account, though the answer has no message', async () => {
    const answer = consent(fake.registerSeller({ operator: true }));
    const error = await getFailure(connector().exchange(answer));
    expect(error.kind).toBe('forbidden');
    expect(error.message).toContain('conta principal');
  });

  it('asks to connect again when the code is spent, or the verifier is another', async () => {
    const answer = consent(fake.registerSeller());
    await connector().exchange(answer);
    expect((await getFailure(connector().exchange(answer))).kind).toBe('reconnect_required');
    const other = { ...consent(fake.registerSeller()), codeVerifier: 'outro-codeVerifier' };
    expect((await getFailure(connector().exchange(other))).kind).toBe('reconnect_required');
  });

  it('names a refusal of the seller, and a wrong configuration, for what they are', async () => {
    const refused = {
      params: { error: 'access_denied' },
      codeVerifier: VERIFIER,
      redirectUri: fake.redirectUri,
    };
    expect((await getFailure(connector().exchange(refused))).message).toContain('não foi autorizada');
    const answer = consent(fake.registerSeller());
    const error = await getFailure(connector({ secretKey: 'errado' }).exchange(answer));
    expect(error.kind).toBe('forbidden');
    expect(error.message).toContain('administrador');
    expect(JSON.stringify([error.message, error.cause])).not.toContain('errado');
  });

  it('takes no pasted token', async () => {
    const pasted = { refresh_token: 'x', vendedor_id: '1' };
    expect((await getFailure(connector().connectWithRefreshToken(pasted))).kind).toBe('not_supported');
  });
});

describe('renewing', () => {
  it('a refresh token works once, and each renewal brings the next', async () => {
    const { refresh_token } = fake.connectSeller();
    const first = await connector().renew(refresh_token);
    expect(first.refresh_token).not.toBe(refresh_token);
    const again = await getFailure(connector().renew(refresh_token));
    expect(again.kind).toBe('reconnect_required');
    expect((await connector().renew(first.refresh_token)).access_token).not.toBe(first.access_token);
  });

  it('a lost answer is no refusal, and the old token is spent then', async () => {
    const { refresh_token } = fake.connectSeller();
    fake.fail({ path: /^\/oauth\/token$/, failure: 'lose_answer' });
    expect((await getFailure(connector().renew(refresh_token))).kind).toBe('upstream_unavailable');
    expect((await getFailure(connector().renew(refresh_token))).kind).toBe('reconnect_required');
  });

  it('a request that never arrived leaves the old token good', async () => {
    const { refresh_token } = fake.connectSeller();
    fake.fail({ path: /^\/oauth\/token$/, failure: 'drop' });
    expect((await getFailure(connector().renew(refresh_token))).kind).toBe('upstream_unavailable');
    await expect(connector().renew(refresh_token)).resolves.toMatchObject({ expira_em: expect.any(Date) });
  });

  it('waits when it is told to', async () => {
    const { refresh_token } = fake.connectSeller();
    fake.fail({ failure: { status: 429, headers: { 'retry-after': '30' } } });
    const error = await getFailure(connector().renew(refresh_token));
    expect(error).toMatchObject({ kind: 'rate_limited', retryAt: new Date(NOW.getTime() + 30_000) });
  });

  it('puts no token into an error', async () => {
    const error = await getFailure(connector().renew('TG-muito-secreto'));
    expect(JSON.stringify([error.message, error.cause, error.stack])).not.toContain('secreto');
  });
});
