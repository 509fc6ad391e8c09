import type { Database } from '@esteira/db/database';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import { PaymentError } from '@esteira/payments/payment-error';
import { createSimulatedGateway } from '@esteira/payments/simulated/gateway';
import { expect, it } from 'vitest';
import type { MarketplacesConfig } from '../../env/marketplaces';
import { createMarketplaces } from '../../startup/marketplaces';
import { type ServiceCall, toServiceFailure, watchAdapter, watchGateway } from './watch';

const clock = () => new Date();
/** Connectors keep nothing and seal nothing. */
const UNUSED = null as never;
/** A port without a listener. */
const AWAY = 'http://127.0.0.1:9';

it('a watched adapter does the same, and tells of each call how it ended and where it failed', async () => {
  const calls: ServiceCall[] = [];
  const missed = [{ vendedor_id: '9', ml_order_id: '1', anunciado_em: clock() }];
  const failure = new AdapterError('upstream_unavailable', 'O Mercado Livre não respondeu.', {
    cause: 'GET: HTTP 502',
  });
  const adapter = watchAdapter(
    {
      ...createSimulatedAdapter('mercadolivre', { clock }),
      listMissedOrders: async () => missed,
      readOrder: () => Promise.reject(failure),
    },
    (call) => void calls.push(call),
  );
  expect([adapter.kind, adapter.modo]).toEqual(['mercadolivre', 'simulado']);
  expect(await adapter.listMissedOrders({ contaId: 1, usuarioId: 'u' })).toEqual(missed);
  await expect(adapter.readOrder({ contaId: 1, usuarioId: 'u' }, '1')).rejects.toBe(failure);
  expect(failure.operation).toBe('readOrder');
  const service = 'mercadolivre';
  const milliseconds = expect.any(Number);
  expect(calls).toEqual([
    { service, operation: 'listMissedOrders', outcome: 'ok', reason: null, milliseconds },
    {
      service,
      operation: 'readOrder',
      outcome: 'upstream_unavailable',
      reason: 'GET: HTTP 502',
      milliseconds,
    },
  ]);
});

it('a watched gateway does the same, its renewals too', async () => {
  const calls: ServiceCall[] = [];
  const gateway = createSimulatedGateway(clock);
  const failure = new PaymentError('timeout', 'O Mercado Pago não respondeu.');
  const watched = watchGateway({ ...gateway, lookup: () => Promise.reject(failure) }, (call) => {
    calls.push(call);
  });
  expect([watched.modo, watched.publicKey]).toEqual([gateway.modo, gateway.publicKey]);
  const charge = { reference: 'r', amountCents: 100, createdAt: new Date() };
  await expect(watched.lookup({ usuarioId: 'u' }, charge)).rejects.toBe(failure);
  const sought = { reference: 'r', payerEmail: 'ana@exemplo.com.br' };
  expect(await watched.renewals.find({ usuarioId: 'u' }, sought)).toBeNull();
  expect(calls).toMatchObject([
    { service: 'mercadopago', operation: 'lookup', outcome: 'timeout' },
    { service: 'mercadopago', operation: 'renewals.find', outcome: 'ok' },
  ]);
});

it('a connector of a real marketplace tells of its renewals and exchanges, and words addresses untold', async () => {
  const calls: ServiceCall[] = [];
  const config = {
    mercadoLivre: {
      ...{ appId: 'a', secretKey: 's', callsPerHour: 18_000 },
      apiBaseUrl: AWAY,
      authBaseUrl: AWAY,
    },
    amazon: null,
  };
  const { connectors } = createMarketplaces(config as unknown as MarketplacesConfig, {
    db: { runner: UNUSED } as unknown as Database,
    cipher: UNUSED,
    clock,
    onCall: (call) => void calls.push(call),
  });
  const connector = connectors.mercadolivre;
  const request = { state: 's', codeChallenge: 'c', redirectUri: 'https://e.test/oauth' };
  expect(connector?.authorizationUrl(request)).toContain('state=s');
  await expect(connector?.renew('token')).rejects.toBeInstanceOf(AdapterError);
  await expect(
    connector?.exchange({ params: { code: 'x' }, codeVerifier: 'v', redirectUri: request.redirectUri }),
  ).rejects.toBeInstanceOf(AdapterError);
  expect(calls).toMatchObject([
    { service: 'mercadolivre', operation: 'oauth.renew', outcome: 'upstream_unavailable' },
    { service: 'mercadolivre', operation: 'oauth.exchange', outcome: 'upstream_unavailable' },
  ]);
});

it('what a service answers is no failure of it, though it be unwelcome', () => {
  expect(toServiceFailure('upstream_unavailable')).toBe('upstream_unavailable');
  expect(toServiceFailure('misconfigured')).toBe('misconfigured');
  for (const answer of ['ok', 'validation', 'not_found', 'rate_limited', 'mismatch'] as const)
    expect(toServiceFailure(answer)).toBeNull();
});
