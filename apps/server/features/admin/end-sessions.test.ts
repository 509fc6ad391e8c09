import { adminActs } from '@esteira/db/schema/accounts/admin-acts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPassword } from '../../core/security/passwords';
import { makeTwoStepUser, PASSWORD, showCode } from '../../testing/accounts/two-step';
import { makeSession, makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

let server: TestServer;
let now = Date.parse('2026-11-27T12:00:00Z');
let admin: TestUser;

beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => new Date(now) } });
  admin = await makeUser(server, { is_admin: true, senha_hash: await hashPassword(PASSWORD) });
});
afterAll(() => server.close());

const post = (path: string, { token }: { token: string }, body: object) =>
  server.call('POST', `/trpc/admin.${path}`, { token, body });
const isOpen = async (token: string) => (await server.call('GET', '/api/auth/me', { token })).status === 200;
const actsOf = (id: string) =>
  server.db
    .select({ detalhe: adminActs.detalhe })
    .from(adminActs)
    .where(and(eq(adminActs.admin_id, id), eq(adminActs.ato, 'sessoes_encerradas')));

it('an admin signs a user out everywhere, with a reason, and not themselves', async () => {
  const user = await makeUser(server);
  const second = await makeSession(server, user.id);
  for (const motivo of ['ab', 'x'.repeat(301)]) {
    expect((await post('endSessions', admin, { id: user.id, motivo })).status).toBe(422);
  }
  const answer = await post('endSessions', admin, { id: user.id, motivo: 'Celular roubado' });
  expect(answer.body.result.data).toEqual({ encerradas: 2 });
  expect([await isOpen(user.token), await isOpen(second)]).toEqual([false, false]);
  await post('endSessions', admin, { id: user.id, motivo: 'Celular roubado' });
  expect(await actsOf(admin.id)).toEqual([{ detalhe: 'Celular roubado' }]);
  const own = await post('endSessions', admin, { id: admin.id, motivo: 'Celular roubado' });
  expect([own.status, own.body.error.data.detail]).toEqual([
    409,
    'Use Encerrar todas em Configurações → Conta',
  ]);
});

it('all sessions but the own one end by the password, and by a code where there is one', async () => {
  const user = await makeUser(server);
  const other = await makeTwoStepUser(server, { is_admin: true });
  now += 60_000;
  const wrong = await post('endAllSessions', other, { senha_atual: 'errada', codigo: null });
  expect(wrong.body.error.data.detail).toBe('Senha atual incorreta');
  const missing = await post('endAllSessions', other, { senha_atual: PASSWORD, codigo: null });
  expect(missing.body.error.data.erros[0].campo).toBe('codigo');
  expect(await isOpen(user.token)).toBe(true);
  const codigo = showCode(other.secret, new Date(now));
  expect((await post('endAllSessions', other, { senha_atual: PASSWORD, codigo })).status).toBe(200);
  expect(await Promise.all([user, admin, other].map(({ token }) => isOpen(token)))).toEqual([
    false,
    false,
    true,
  ]);
  expect(await actsOf(other.id)).toEqual([{ detalhe: 'Todas as sessões da instalação' }]);
});
