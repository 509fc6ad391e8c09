import { afterEach, describe, expect, it } from 'vitest';
import { type FakeAmazon, startFakeAmazon } from '../../testing/amazon/server';
import { connectorOptions, failureOf } from '../../testing/amazon/test-harness';
import { createAmazonConnector } from './auth';

const NOW = new Date('2026-11-21T15:00:00Z');
const REDIRECT_URI = 'https://esteira.example/integracoes/amazon/retorno';

let fake: FakeAmazon | undefined;

afterEach(async () => {
  await fake?.close();
  expect(fake?.violations).toEqual([]);
});

async function setUp(changes: { appId?: string | null; clientSecret?: string } = {}) {
  fake = await startFakeAmazon({ clock: () => NOW });
  return { fake, connector: createAmazonConnector({ ...connectorOptions(fake, () => NOW), ...changes }) };
}

const returned = (code: string, selling_partner_id: string) => ({
  params: { spapi_oauth_code: code, selling_partner_id, state: 'x' },
  codeVerifier: '',
  redirectUri: REDIRECT_URI,
});

describe('consent', () => {
  it('leads to the Seller Central of Brazil with the application and the state', async () => {
    const { connector, fake } = await setUp();
    const url = new URL(
      connector.authorizationUrl({ state: 'a&b', codeChallenge: 'd', redirectUri: REDIRECT_URI }),
    );
    expect(url.origin + url.pathname).toBe('https://sellercentral.amazon.com.br/apps/authorize/consent');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      application_id: fake.application.appId,
      state: 'a&b',
      redirect_uri: REDIRECT_URI,
    });
  });

  it('is not there for a private application: the sentence says to paste the token', async () => {
    const { connector } = await setUp({ appId: null });
    const ask = () =>
      connector.authorizationUrl({ state: 'x', codeChallenge: 'd', redirectUri: REDIRECT_URI });
    expect(ask).toThrow(expect.objectContaining({ kind: 'not_supported' }));
    expect(ask).toThrow(/cole aqui o refresh token/);
  });
});

describe('exchange', () => {
  it('redeems the code for tokens and names the account by its store', async () => {
    const { connector, fake } = await setUp();
    const { code, vendedor_id, refresh_token } = fake.connectSeller({ nome: 'Loja do Zé' });
    const { grant, conta } = await connector.exchange(returned(code, vendedor_id));
    expect(conta).toEqual({ vendedor_id, nome: 'Loja do Zé', modelo_anuncio: null });
    expect(grant).toMatchObject({ refresh_token, expira_em: new Date('2026-11-21T16:00:00Z') });
  });

  it('redeems what the page of consent sends back', async () => {
    const { fake } = await setUp();
    const options = { ...connectorOptions(fake, () => NOW), consentBaseUrl: fake.url };
    const connector = createAmazonConnector(options);
    const { vendedor_id } = fake.connectSeller();
    const url = connector.authorizationUrl({ state: 'abc', codeChallenge: 'd', redirectUri: REDIRECT_URI });
    const { headers } = await fetch(url, { redirect: 'manual' });
    const back = new URL(headers.get('location') ?? '');
    expect(back.origin + back.pathname).toBe(REDIRECT_URI);
    const params = Object.fromEntries(back.searchParams);
    expect(params).toMatchObject({ state: 'abc', selling_partner_id: vendedor_id });
    const { conta } = await connector.exchange({ params, codeVerifier: '', redirectUri: REDIRECT_URI });
    expect(conta.vendedor_id).toBe(vendedor_id);
  });

  it('takes a code once', async () => {
    const { connector, fake } = await setUp();
    const { code, vendedor_id } = fake.connectSeller();
    await connector.exchange(returned(code, vendedor_id));
    expect((await failureOf(connector.exchange(returned(code, vendedor_id)))).kind).toBe(
      'reconnect_required',
    );
  });

  it('asks to connect again when Amazon came back without a code', async () => {
    const { connector } = await setUp();
    const call = connector.exchange({ params: { state: 'x' }, codeVerifier: '', redirectUri: REDIRECT_URI });
    expect((await failureOf(call)).kind).toBe('reconnect_required');
  });

  it('is refused with the id of another seller in the address that the browser brings', async () => {
    const { connector, fake } = await setUp();
    const { code } = fake.connectSeller();
    const other = fake.connectSeller({ nome: 'Outra loja' });
    const error = await failureOf(connector.exchange(returned(code, other.vendedor_id)));
    expect(error.kind).toBe('validation');
  });

  it('refuses an account that does not sell on the marketplace', async () => {
    const { connector, fake } = await setUp();
    const { code, vendedor_id } = fake.connectSeller({ participa: false });
    const error = await failureOf(connector.exchange(returned(code, vendedor_id)));
    expect(error.kind).toBe('forbidden');
    expect(error.message).toContain('Amazon Brasil');
  });
});

describe('a pasted refresh token', () => {
  it('is adopted with the seller id beside it, spaces around them ignored', async () => {
    const { connector, fake } = await setUp({ appId: null });
    const { refresh_token, vendedor_id } = fake.connectSeller();
    const adopted = await connector.connectWithRefreshToken({
      refresh_token: ` ${refresh_token}\n`,
      vendedor_id: ` ${vendedor_id} `,
    });
    expect(adopted).toMatchObject({ grant: { refresh_token }, conta: { vendedor_id, nome: 'Loja da Ana' } });
  });

  it('is refused with the id of another seller', async () => {
    const { connector, fake } = await setUp();
    const { refresh_token } = fake.connectSeller();
    const other = fake.connectSeller({ nome: 'Outra loja' });
    const error = await failureOf(
      connector.connectWithRefreshToken({ refresh_token, vendedor_id: other.vendedor_id }),
    );
    expect(error.kind).toBe('validation');
    expect(error.message).toContain('ID do vendedor');
  });

  it('is refused when it does not work, and a seller id that cannot be one is told before any call', async () => {
    const { connector } = await setUp();
    const wrong = connector.connectWithRefreshToken({
      refresh_token: 'Atzr|outro',
      vendedor_id: 'A1B2C3D4E5F6G7',
    });
    expect((await failureOf(wrong)).kind).toBe('reconnect_required');
    const noId = connector.connectWithRefreshToken({
      refresh_token: 'Atzr|outro',
      vendedor_id: 'loja@example.com',
    });
    expect((await failureOf(noId)).kind).toBe('validation');
  });
});

describe('renewal', () => {
  it('keeps the refresh token, which does not rotate', async () => {
    const { connector, fake } = await setUp();
    const { refresh_token, access_token } = fake.connectSeller();
    const grant = await connector.renew(refresh_token);
    expect(grant.refresh_token).toBe(refresh_token);
    expect(grant.access_token).not.toBe(access_token);
  });

  it('asks to connect again once the seller withdrew the authorisation', async () => {
    const { connector, fake } = await setUp();
    const { refresh_token, vendedor_id } = fake.connectSeller();
    fake.revoke(vendedor_id);
    expect((await failureOf(connector.renew(refresh_token))).kind).toBe('reconnect_required');
  });

  it('keeps secrets out of every error', async () => {
    const { connector, fake } = await setUp({ clientSecret: 'segredo-errado' });
    const { refresh_token } = fake.connectSeller();
    const error = await failureOf(connector.renew(refresh_token));
    expect(error.kind).toBe('forbidden');
    expect(`${error.message} ${String(error.cause)} ${error.stack}`).not.toMatch(/segredo-errado|Atzr/);
  });
});

describe('an expired client secret', () => {
  it('is told as what it is, and not as an account to connect again', async () => {
    const { fake, connector } = await setUp();
    const { refresh_token } = fake.connectSeller();
    fake.expireClientSecret();
    const error = await failureOf(connector.renew(refresh_token));
    expect(error).toMatchObject({ kind: 'forbidden', transient: false });
    expect(error.message).toMatch(/client secret .* expirado/);
  });
});
