import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { unique } from '../../testing/makers';
import type { TestServer } from '../../testing/server';

const verify = vi.fn<typeof import('argon2').verify>();
let server: TestServer;

// Modules are shared between files: this one loads its own server with a watched argon2.
beforeAll(async () => {
  const actual = await vi.importActual<typeof import('argon2')>('argon2');
  verify.mockImplementation(actual.verify);
  vi.resetModules();
  vi.doMock('argon2', () => ({ ...actual, verify }));
  const { createTestServer } = await import('../../testing/server');
  server = await createTestServer();
});
afterAll(async () => {
  await server.close();
  vi.doUnmock('argon2');
  vi.resetModules();
});

const email = `${unique('conta')}@exemplo.com.br`;

/** The cost parameters of the hashes that one failed login was checked against. */
async function getChecks(login: { email: string }): Promise<string[]> {
  verify.mockClear();
  const answer = await server.call('POST', '/api/auth/login', { body: { ...login, senha: 'errada errada' } });
  expect([answer.status, answer.body.detail]).toEqual([401, 'E-mail ou senha incorretos']);
  return verify.mock.calls.map(([hash]) => hash.split('$').slice(1, 4).join(' '));
}

it('an unknown e-mail costs the same work as a wrong password', async () => {
  await server.call('POST', '/api/auth/registrar', { body: { nome: 'Ana', email, senha: 'senha segura' } });
  const known = await getChecks({ email });
  expect(known).toEqual(['argon2id v=19 m=19456,t=2,p=1']);
  expect(await getChecks({ email: `outra-${email}` })).toEqual(known);
});
