import { collectGarbage, DrippingServer } from '@esteira/config/testing/dripping-server';
import { afterEach, describe, expect, it } from 'vitest';
import { PaymentError } from '../payment-error';
import { MercadoPagoClient } from './client';

let server: DrippingServer | undefined;
afterEach(() => server?.close());

const kindOf = (call: Promise<unknown>) =>
  call.then(
    () => 'a response',
    (error: unknown) => (error instanceof PaymentError ? error.kind : String(error)),
  );

describe.each(['headers', 'body'] as const)(
  'a Mercado Pago whose %s drip, while garbage is collected',
  (phase) => {
    it.each([
      ['its own time limit', 300, () => AbortSignal.timeout(60_000)],
      ["the caller's", 60_000, () => AbortSignal.timeout(300)],
    ])('is given up within %s', async (_, timeoutMs, makeSignal) => {
      server = await DrippingServer.start(phase, collectGarbage);
      const client = new MercadoPagoClient({ apiBaseUrl: server.url, accessToken: 'a', timeoutMs });
      const call = { method: 'POST', path: '/v1/orders', idempotencyKey: 'a', body: {} } as const;
      const calls = Array.from({ length: 12 }, () =>
        kindOf(client.call({ usuarioId: 'ana', signal: makeSignal() }, call)),
      );
      expect(new Set(await Promise.all(calls))).toEqual(new Set(['timeout']));
    });
  },
);
