import { connections } from '@esteira/db/schema/platform/connections';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findUserId } from '../../core/security/session-user';
import { connectAccount } from '../../testing/accounts/accounts';
import { makeSession, makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { ACTS } from './acts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const statusOf = async (token: string) => (await server.call('GET', '/api/auth/me', { token })).status;
const keyWorks = async (token: string) =>
  (await server.call('GET', '/api/pedidos', { token })).status === 200;

async function makeKey({ token }: TestUser): Promise<string> {
  const body = { nome: 'ERP', escopos: ['leitura'] };
  return (await server.call('POST', '/trpc/apiKeys.create', { token, body })).body.result.data.chave;
}

async function run(verb: string, target: string | null): Promise<number | undefined> {
  const act = ACTS[verb];
  const count = await act?.count(server.db, target);
  await act?.run(server.deps, target);
  expect(await act?.count(server.db, target)).toBe(0);
  return count;
}

describe('after an incident', () => {
  it('all sessions of one person end at once, and those of others only with --all', async () => {
    const [one, other] = [await makeUser(server), await makeUser(server)];
    const second = await makeSession(server, one.id);
    expect(await run('end-sessions', one.id)).toBe(2);
    expect([await statusOf(one.token), await statusOf(second), await statusOf(other.token)]).toEqual([
      401, 401, 200,
    ]);
    await run('end-sessions', null);
    expect(await statusOf(other.token)).toBe(401);
  });

  it('API keys of one person end, and those of others only with --all', async () => {
    const [one, other] = [await makeUser(server), await makeUser(server)];
    const [key, kept] = [await makeKey(one), await makeKey(other)];
    expect(await run('revoke-keys', one.id)).toBe(1);
    expect([await keyWorks(key), await keyWorks(kept)]).toEqual([false, true]);
    await run('revoke-keys', null);
    expect(await keyWorks(kept)).toBe(false);
  });

  it('tokens of connected accounts are deleted, and those of others only with --all', async () => {
    const [one, other] = [await makeUser(server), await makeUser(server)];
    await connectAccount(server, one, { marketplace: 'mercadolivre' });
    await connectAccount(server, one, { marketplace: 'amazon' });
    await connectAccount(server, other, { marketplace: 'amazon' });
    expect(await run('revoke-connections', one.id)).toBe(2);
    expect(await server.db.$count(connections, eq(connections.usuario_id, other.id))).toBe(1);
    await run('revoke-connections', null);
  });

  it('an unknown user has nothing to end', async () => {
    expect(await findUserId(server.db, 'ninguem@exemplo.com.br')).toBeNull();
    expect(await run('revoke-keys', '019aa000-0000-7000-8000-000000000000')).toBe(0);
  });
});
