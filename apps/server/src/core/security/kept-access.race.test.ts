import { queryRows } from '@esteira/db/database';
import { openPostgres } from '@esteira/db/postgres';
import { openTcpLink, type TcpLink } from '@esteira/db/postgres/tcp-link';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../app';
import { migrationsFolder } from '../../paths';
import { makeMember, makeUser, type TestUser } from '../../testing/makers';
import { createTestDeps, createTestServer, type TestServer } from '../../testing/server';
import { createKeptAccess, type KeptAccess } from './kept-access';

/** What is told to a channel is heard within this. */
const SOON = { timeout: 1_000, interval: 10 };
/** As long as a channel is believed that has become silent, and what a busy machine adds. */
const AFTER_SILENCE = { timeout: 3_500, interval: 10 };

let server: TestServer;
/** Another server on the same database, whose access is kept by what it hears over the link. */
let other: FastifyInstance;
let access: KeptAccess;
let link: TcpLink;
let linked: Awaited<ReturnType<typeof openPostgres>>;
let admin: TestUser;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  link = await openTcpLink(server.databaseUrl ?? '');
  linked = await openPostgres({ url: link.url, migrationsFolder, maxConnections: 1 });
  access = await createKeptAccess(linked, server.deps.changes);
  other = await buildApp(createTestDeps(server.db, { access }));
  admin = await makeUser(server, { is_admin: true });
});
afterAll(async () => {
  await other.close();
  await linked.close();
  await link.cut();
  await server.close();
});
beforeEach(async () => {
  user = await makeUser(server);
});

async function onOther(token: string, method: 'GET' | 'POST' = 'GET', path = '/api/produtos?limite=1') {
  const headers = { authorization: `Bearer ${token}` };
  return (await other.inject({ method, url: path, headers, ...(method === 'POST' && { payload: {} }) }))
    .statusCode;
}

/** Whether the other server answers this token without reading whose it is. */
async function isKept(token: string): Promise<boolean> {
  const before = access.count().kept;
  expect(await onOther(token)).toBe(200);
  return access.count().kept > before;
}

const untilKept = (token: string) => expect.poll(() => isKept(token), { timeout: 10_000 }).toBe(true);

const signOut = (token: string) => server.call('POST', '/api/auth/sair', { token });

describe('another server refuses within a second', () => {
  it.each([
    [
      'a user who was deactivated',
      async () => ({
        token: user.token,
        end: () => server.call('PUT', `/api/admin/usuario/${user.id}/desativar`, { token: admin.token }),
      }),
    ],
    ['a session that was ended', async () => ({ token: user.token, end: () => signOut(user.token) })],
    [
      'a person who was taken off a team',
      async () => {
        const member = await makeMember(server, user, 'operador');
        const body = { id: member.id };
        const end = () => server.call('POST', '/trpc/team.remove', { token: user.token, body });
        return { token: member.token, end };
      },
    ],
    [
      'a person whose seller was deactivated',
      async () => ({
        token: (await makeMember(server, user, 'leitura')).token,
        end: () => server.call('PUT', `/api/admin/usuario/${user.id}/desativar`, { token: admin.token }),
      }),
    ],
    [
      'an API key that was revoked',
      async () => {
        const body = { nome: 'ERP', escopos: ['leitura'] };
        const made = await server.call('POST', '/trpc/apiKeys.create', { token: user.token, body });
        const { id, chave } = made.body.result.data;
        const end = () => server.call('POST', '/trpc/apiKeys.revoke', { token: user.token, body: { id } });
        return { token: chave as string, end };
      },
    ],
  ])('%s, and this one at once', async (_, begin) => {
    const { token, end } = await begin();
    const onThis = () => server.call('GET', '/api/produtos?limite=1', { token });
    expect((await onThis()).status).toBe(200);
    await untilKept(token);
    expect((await end()).status).toBeLessThan(300);
    expect((await onThis()).status).toBe(401);
    await expect.poll(() => onOther(token), SOON).toBe(401);
  });

  it('what a person’s new role does not allow', async () => {
    const member = await makeMember(server, user, 'operador');
    const approve = () => onOther(member.token, 'POST', '/api/pedidos/inexistente/aprovar');
    await untilKept(member.token);
    expect(await approve()).toBe(404);
    const body = { id: member.id, papel: 'leitura' };
    const changed = await server.call('POST', '/trpc/team.changeRole', { token: user.token, body });
    expect(changed.status, changed.text).toBe(200);
    await expect.poll(approve, SOON).toBe(403);
  });

  it('nobody whose sign-out was rolled back', async () => {
    await untilKept(user.token);
    const undone = server.db.transaction(async (tx) => {
      await tx.execute(sql`UPDATE sessoes SET encerrada_em = now() WHERE usuario_id = ${user.id}`);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect((await server.call('GET', '/api/auth/me', { token: user.token })).status).toBe(200);
    expect(await isKept(user.token)).toBe(true);
  });
});

it('many who sign out while they are asking are refused from the answer on, and elsewhere within a second', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => makeUser(server)));
  await untilKept(user.token);
  const ask = (token: string) => server.call('GET', '/api/auth/me', { token });
  const leave = async ({ token }: TestUser) => {
    let left = false;
    const asking = async () => {
      while (!left) await Promise.all([ask(token), onOther(token)]);
    };
    const busy = asking();
    expect((await signOut(token)).status).toBe(204);
    expect((await ask(token)).status).toBe(401);
    left = true;
    await busy;
  };
  await Promise.all(people.map(leave));
  for (const { token } of people) await expect.poll(() => onOther(token), SOON).toBe(401);
});

describe('a server that hears nothing', () => {
  it('believes what it kept for three seconds at most when its line is silent', async () => {
    await untilKept(user.token);
    link.mute();
    await signOut(user.token);
    await expect.poll(() => onOther(user.token), AFTER_SILENCE).toBe(401);
    expect(await isKept(admin.token)).toBe(false);
    expect(await isKept(admin.token)).toBe(false);
    link.reset();
    await untilKept(admin.token);
  });

  it('reads while its line is broken off, and keeps nothing from before once it is there again', async () => {
    await untilKept(user.token);
    await link.cut();
    await expect.poll(() => isKept(admin.token), AFTER_SILENCE).toBe(false);
    await signOut(user.token);
    expect(await onOther(user.token)).toBe(401);
    await link.restore();
    await untilKept(admin.token);
    expect(await onOther(user.token)).toBe(401);
  });

  it('is right when PostgreSQL ends its connection just before a change', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await makeUser(server);
      await untilKept(person.token);
      const ended = await queryRows(
        server.db,
        sql`SELECT pg_terminate_backend(pid, 5000) AS ended FROM pg_stat_activity
          WHERE datname = current_database() AND query ILIKE 'listen %'`,
      );
      expect(ended.length).toBeGreaterThan(0);
      await signOut(person.token);
      expect((await server.call('GET', '/api/auth/me', { token: person.token })).status).toBe(401);
      await expect.poll(() => onOther(person.token), AFTER_SILENCE).toBe(401);
    }
  });
});
