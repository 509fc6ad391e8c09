import { verify } from 'argon2';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { unique } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

vi.mock('argon2', async (original) => {
  const actual = await original<typeof import('argon2')>();
  return { ...actual, verify: vi.fn(actual.verify) };
});

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const email = `${unique('conta')}@exemplo.com.br`;

/** The cost parameters of the hashes that one failed login was checked against. */
async function getChecks(login: { email: string }): Promise<string[]> {
  vi.mocked(verify).mockClear();
  const answer = await server.call('POST', '/api/auth/login', { body: { ...login, senha: 'errada errada' } });
  expect([answer.status, answer.body.detail]).toEqual([401, 'E-mail ou senha incorretos']);
  return vi.mocked(verify).mock.calls.map(([hash]) => hash.split('$').slice(1, 4).join(' '));
}

it('an unknown e-mail costs the same work as a wrong password', async () => {
  await server.call('POST', '/api/auth/registrar', { body: { nome: 'Ana', email, senha: 'senha segura' } });
  const known = await getChecks({ email });
  expect(known).toEqual(['argon2id v=19 m=19456,t=2,p=1']);
  expect(await getChecks({ email: `outra-${email}` })).toEqual(known);
});
