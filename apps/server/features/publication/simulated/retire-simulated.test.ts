import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct, makeUser } from '../../../testing/makers';
import { InstrumentedAdapter } from '../../../testing/marketplaces/instrumented-adapter';
import { createTestServer, type TestServer } from '../../../testing/server';
import { retireSimulatedListings } from './retire-simulated';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

it('takes simulated listings off a marketplace that became real, and leaves the other one alone', async () => {
  const user = await makeUser(server);
  const product = await makeProduct(server, user);
  for (const path of ['mercadolivre', 'amazon'])
    await server.call('POST', `/api/${path}/publicar/${product.id}`, { token: user.token });
  const marketplaces = {
    mercadolivre: new InstrumentedAdapter('mercadolivre').adapter,
    amazon: createSimulatedAdapter('amazon'),
  };
  const { db } = server;
  expect(await retireSimulatedListings({ db, marketplaces: server.deps.marketplaces })).toBe(0);
  expect(await retireSimulatedListings({ db, marketplaces })).toBe(1);
  expect(await retireSimulatedListings({ db, marketplaces })).toBe(0);
  const [shown] = (await server.call('GET', '/api/produtos', { token: user.token })).body;
  expect(shown).toMatchObject({ publicado_ml: false, publicado_amazon: true });
  expect((await server.call('DELETE', `/api/produtos/${product.id}`, { token: user.token })).status).toBe(
    204,
  );
});
