import { users } from '@esteira/db/schema/accounts/users';
import { HOUR_MS } from '@esteira/domain/durations';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import { createTestDeps, createTestServer, type TestServer } from '../../../testing/server';
import { eraseDueAccounts } from './erase-accounts';

const ROUNDS = 8;

let server: TestServer;
let elapsed = 0;
const clock = () => new Date(Date.now() + elapsed);
beforeAll(async () => {
  server = await createTestServer({ deps: { clock } });
});
afterAll(() => server.close());

async function makeLeaving(): Promise<TestUser> {
  const user = await makeUser(server);
  const exclusao_em = clock().toISOString();
  await server.db.update(users).set({ exclusao_em }).where(eq(users.id, user.id));
  return user;
}

const stored = async ({ id }: TestUser) => (await server.db.select().from(users).where(eq(users.id, id)))[0];
const cancel = ({ token }: TestUser) => server.call('DELETE', '/api/conta/exclusao', { token });
const servers = () => [server.deps, createTestDeps(server.db, { clock })];

it('of a change of mind and the end at the same moment one takes effect, and whoever asked learns which', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const user = await makeLeaving();
    const [answer] = await Promise.all([cancel(user), ...servers().map((deps) => eraseDueAccounts(deps))]);
    const row = await stored(user);
    if (row?.ativo) {
      expect([answer?.status, row.exclusao_em, row.email]).toEqual([204, null, user.email]);
    } else {
      expect([401, 409]).toContain(answer?.status);
      expect(row?.nome).toBe('Conta excluída');
    }
  }
}, 120_000);

it('two servers delete an account together, with everything of it', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const user = await makeUser(server);
    const product = await makeProduct(server, user);
    await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
    const sell = `/api/mercadolivre/simular-venda/${product.id}`;
    for (let n = 0; n < 3; n += 1) await server.call('POST', sell, { token: user.token });
    const exclusao_em = clock().toISOString();
    await server.db.update(users).set({ exclusao_em }).where(eq(users.id, user.id));
    await Promise.all(servers().map((deps) => eraseDueAccounts(deps)));
    elapsed += HOUR_MS;
    await Promise.all(servers().map((deps) => eraseDueAccounts(deps)));
    expect(await stored(user)).toMatchObject({ ativo: false, exclusao_em: null, nome: 'Conta excluída' });
  }
}, 120_000);
