import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct, makeSupplier, makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const firstSteps = async (user: TestUser) =>
  (await server.call('GET', '/trpc/dashboard.firstSteps', { token: user.token })).body.result.data;

it('follows a seller from nothing to the first delivered order, and forgets no step', async () => {
  const user = await makeUser(server);
  const { token } = user;
  const steps = { fornecedor: false, produto: false, publicado: false, venda: false, entrega: false };
  expect(await firstSteps(user)).toEqual(steps);

  await makeSupplier(server, user);
  expect(await firstSteps(user)).toEqual({ ...steps, fornecedor: true });

  const product = await makeProduct(server, user);
  expect(await firstSteps(user)).toEqual({ ...steps, fornecedor: true, produto: true });

  await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token });
  const published = { ...steps, fornecedor: true, produto: true, publicado: true };
  expect(await firstSteps(user)).toEqual(published);

  await server.call('POST', `/api/mercadolivre/simular-venda/${product.id}`, { token });
  expect(await firstSteps(user)).toEqual({ ...published, venda: true });

  await server.call('DELETE', `/api/produtos/${product.id}`, { token });
  const [order] = (await server.call('GET', '/api/pedidos', { token })).body;
  for (const step of ['aprovar', 'enviar-fornecedor', 'pagar', 'enviado-cliente']) {
    await server.call('POST', `/api/pedidos/${order.id}/${step}`, { token });
  }
  expect(await firstSteps(user)).toEqual({ ...published, venda: true });
  await server.call('POST', `/api/pedidos/${order.id}/entregue`, { token });
  expect(await firstSteps(user)).toEqual({ ...published, venda: true, entrega: true });
});

it('counts no deleted product and nothing of another seller', async () => {
  const user = await makeUser(server);
  const product = await makeProduct(server, user);
  await server.call('DELETE', `/api/produtos/${product.id}`, { token: user.token });
  expect(await firstSteps(user)).toMatchObject({ produto: false });
  expect(await firstSteps(await makeUser(server))).toMatchObject({ fornecedor: false });
});
