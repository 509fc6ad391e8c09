import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSupplier, makeUser, type TestUser } from '../testing/makers';
import { createTestServer, type TestServer } from '../testing/server';
import { REST_ROUTES } from './routes';

let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  admin = await makeUser(server, { is_admin: true });
});
afterAll(() => server.close());

const LISTS = REST_ROUTES.filter(({ list }) => list === true);
const REFUSED = {
  detail: 'Cursor: valor inválido',
  erros: [{ campo: 'cursor', mensagem: 'Valor inválido' }],
};

/** What lists ask for beside a page. */
const NEEDED: Partial<Record<string, Record<string, string>>> = {
  'dashboard.periodOrders': { de: '2026-11-01', ate: '2026-11-30' },
};

describe.each(LISTS.map(({ path, procedure }) => [procedure, path] as const))('%s', (procedure, path) => {
  it('refuses a cursor that is none of its own, naming the field, over REST', async () => {
    const query = new URLSearchParams({ ...NEEDED[procedure], cursor: 'x' });
    const answer = await server.call('GET', `/api${path}?${query}`, { token: admin.token });
    expect(answer).toMatchObject({ status: 422, body: REFUSED });
  });

  it('refuses it over tRPC in the same words', async () => {
    const input = encodeURIComponent(JSON.stringify({ ...NEEDED[procedure], cursor: 'x' }));
    const answer = await server.call('GET', `/trpc/${procedure}?input=${input}`, { token: admin.token });
    expect(answer).toMatchObject({ status: 422, body: { error: { data: REFUSED } } });
  });
});

it('a list is whole where the fields of a page are empty, as where they are absent', async () => {
  for (let count = 0; count < 51; count += 1) await makeSupplier(server, admin);
  for (const query of ['', '?limite=&cursor=']) {
    const { body } = await server.call('GET', `/api/fornecedores${query}`, { token: admin.token });
    expect(body).toHaveLength(51);
  }
});
