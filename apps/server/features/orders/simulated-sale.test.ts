import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct, makeUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

/** Draws the same number again and again before it draws another. */
let draws = 0;
const random = (max: number) => {
  draws += 1;
  return draws <= 12 ? 0 : draws % max;
};

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({
    deps: {
      marketplaces: {
        mercadolivre: createSimulatedAdapter('mercadolivre', { random }),
        amazon: createSimulatedAdapter('amazon'),
      },
    },
  });
});
afterAll(() => server.close());

it('draws another order number when the first is taken', async () => {
  const user = await makeUser(server);
  const product = await makeProduct(server, user);
  const sell = async () => {
    await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
    return server.call('POST', `/api/mercadolivre/simular-venda/${product.id}`, { token: user.token });
  };
  expect((await sell()).body.message).toContain('#2000000000000000 ');
  draws = 0;
  const second = await sell();
  expect(second.status).toBe(200);
  expect(second.body.message).not.toContain('#2000000000000000 ');
  const orders = await server.call('GET', '/api/pedidos', { token: user.token });
  expect(orders.body).toHaveLength(2);
});
