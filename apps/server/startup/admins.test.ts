import { users } from '@esteira/db/schema/accounts/users';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyPassword } from '../core/security/passwords';
import { makeUser, unique } from '../testing/makers';
import { createTestServer, type TestServer } from '../testing/server';
import { ensureAdmin, promoteByEmail } from './admins';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const account = (email: string) => server.db.select().from(users).where(eq(users.email, email));
const newEmail = () => `${unique('admin')}@exemplo.com.br`;

describe('ensureAdmin', () => {
  it('creates an admin who can log in', async () => {
    const email = newEmail();
    expect(await ensureAdmin(server.db, { email, senha: 'uma senha longa' })).toBe(true);
    const login = await server.call('POST', '/api/auth/login', { body: { email, senha: 'uma senha longa' } });
    expect(login).toMatchObject({ status: 200, body: { usuario: { email, is_admin: true, ativo: true } } });
  });

  it('promotes an existing user and leaves name and password alone', async () => {
    const user = await makeUser(server, { nome: 'Dona da Loja', senha_hash: 'a hash' });
    await ensureAdmin(server.db, { email: user.email, senha: 'uma senha longa' });
    expect(await account(user.email)).toMatchObject([
      { nome: 'Dona da Loja', senha_hash: 'a hash', is_admin: true },
    ]);
  });

  it('does not overwrite a password that was changed since', async () => {
    const email = newEmail();
    await ensureAdmin(server.db, { email, senha: 'a primeira senha' });
    await ensureAdmin(server.db, { email, senha: 'a segunda senha' });
    const [admin] = await account(email);
    expect(await verifyPassword(admin?.senha_hash ?? null, 'a primeira senha')).toBe(true);
  });

  it('makes one account when many servers start at once', async () => {
    const email = newEmail();
    await Promise.all(
      Array.from({ length: 5 }, () => ensureAdmin(server.db, { email, senha: 'uma senha longa' })),
    );
    expect(await account(email)).toHaveLength(1);
  });

  it('does not bring a deactivated admin back, and tells', async () => {
    const user = await makeUser(server, { ativo: false });
    expect(await ensureAdmin(server.db, { email: user.email, senha: 'uma senha longa' })).toBe(false);
    expect(await account(user.email)).toMatchObject([{ ativo: false, is_admin: true }]);
  });
});

describe('promoteByEmail', () => {
  it('returns null for an unknown e-mail and makes no admin', async () => {
    const email = newEmail();
    expect(await promoteByEmail(server.db, email)).toBeNull();
    expect(await account(email)).toEqual([]);
  });
});
