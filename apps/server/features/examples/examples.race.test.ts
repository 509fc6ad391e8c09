import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { findContradictions } from '../orders/testing/invariants';

/** How often each race is run. */
const ROUNDS = 6;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const post = (user: TestUser, url: string, body: object = {}) =>
  server.call('POST', url, { token: user.token, body });
const get = async (user: TestUser, url: string) =>
  (await server.call('GET', url, { token: user.token })).body;
const fill = (user: TestUser) => post(user, '/trpc/examples.fill');
const erase = (user: TestUser) => post(user, '/trpc/examples.erase');

async function times(work: (user: TestUser) => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const user = await makeUser(server);
    await work(user);
    expect(await findContradictions({ server, user })).toEqual([]);
  }
}

it(
  'windows that fill an account at once fill it once',
  () =>
    times(async (user) => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => fill(user)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await get(user, '/api/fornecedores')).toHaveLength(3);
      expect(await get(user, '/api/produtos')).toHaveLength(12);
    }),
  120_000,
);

it(
  'of a first supplier and examples at once the account has one or the other',
  () =>
    times(async (user) => {
      const [supplier, filled] = await Promise.all([
        post(user, '/api/fornecedores', { nome: 'Meu fornecedor' }),
        fill(user),
      ]);
      expect(supplier.status).toBe(201);
      // The supplier may also come after the examples; examples never come after the supplier.
      expect([200, 409]).toContain(filled.status);
      const total = (await get(user, '/api/fornecedores')).length;
      expect(total).toBe(filled.status === 200 ? 4 : 1);
    }),
  120_000,
);

it(
  'examples that are erased while they are sold, moved, cancelled and erased leave nothing behind',
  () =>
    times(async (user) => {
      await fill(user);
      const products: { id: string; publicado_ml: boolean }[] = await get(user, '/api/produtos');
      const orders: { id: string; status: string }[] = await get(user, '/api/pedidos');
      const pending = orders.filter(({ status }) => status === 'pendente');
      const sales = products.filter(({ publicado_ml }) => publicado_ml).slice(0, 4);
      const answers = await Promise.all([
        ...sales.map(({ id }) => post(user, `/api/mercadolivre/simular-venda/${id}`)),
        erase(user),
        ...pending.slice(0, 3).map(({ id }) => post(user, `/api/pedidos/${id}/aprovar`)),
        ...pending.slice(3, 6).map(({ id }) => post(user, '/trpc/orders.cancel', { id, motivo: 'Teste' })),
        erase(user),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
      for (const path of ['fornecedores', 'produtos', 'pedidos']) {
        expect(await get(user, `/api/${path}`)).toEqual([]);
      }
    }),
  120_000,
);
