import { setImmediate as nextEvent } from 'node:timers/promises';
import { collectGarbage, DrippingServer } from '@esteira/config/testing/dripping-server';
import { createMercadoPagoGateway } from '@esteira/payments/mercado-pago/gateway';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser, type TestUser, unique } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

let dripping: DrippingServer;
let server: TestServer;
let drips = 0;
beforeAll(async () => {
  dripping = await DrippingServer.start('body', () => {
    drips += 1;
    // Of a whole server it takes a while.
    if (drips % 4 === 0) collectGarbage();
  });
  const payments = createMercadoPagoGateway({
    apiBaseUrl: dripping.url,
    accessToken: 'APP_USR-de-teste',
    publicKey: 'publica',
    clock: () => new Date(),
    timeoutMs: 200,
  });
  server = await createTestServer({ deps: { payments } });
});
afterAll(async () => {
  await server.close();
  await dripping.close();
});

const pay = async ({ token }: TestUser) => {
  const card = { bandeira: 'master', tipo: 'credit_card', ultimos_digitos: '0366', cpf: '123.456.789-09' };
  const body = { plano: 'basico', token: `tok_APRO_${unique('t')}`, parcelas: 1, ...card };
  return (await server.call('POST', '/trpc/checkout.payWithToken', { token, body })).status;
};

it('a Mercado Pago that drips is given up by every checkout, with sellers who read and pay beside them', async () => {
  const [buyers, readers] = await Promise.all(
    [12, 4].map((count) => Promise.all(Array.from({ length: count }, () => makeUser(server)))),
  );
  let open = true;
  const read = async ({ token }: TestUser) => {
    while (open) {
      await server.call('GET', '/api/pedidos?limite=20', { token });
      // Calls in this process wait for no event.
      await nextEvent();
    }
  };
  const reading = readers?.map(read) ?? [];
  const statuses = await Promise.all(buyers?.map(pay) ?? []);
  open = false;
  await Promise.all(reading);
  expect(statuses).toEqual(Array.from({ length: 12 }, () => 503));
});
