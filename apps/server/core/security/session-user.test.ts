import { setImmediate } from 'node:timers/promises';
import type { OpenDatabase } from '@esteira/db/database';
import { openPostgres } from '@esteira/db/postgres';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../app';
import { migrationsFolder } from '../../paths';
import { makeMember, makeSession, makeUser, type TestUser } from '../../testing/makers';
import { createTestDeps, createTestServer, type TestServer } from '../../testing/server';

const MINUTE = 60_000;

let server: TestServer;
/** Another server: on PostgreSQL with connections of its own. */
let other: FastifyInstance;
let otherDatabase: OpenDatabase | null = null;
let admin: TestUser;
let user: TestUser;
let elapsed = 0;
const statements: string[] = [];
beforeAll(async () => {
  server = await createTestServer({
    deps: { clock: () => new Date(Date.now() + elapsed) },
    onStatement: ({ text }) => void statements.push(text),
  });
  if (server.databaseUrl !== null)
    otherDatabase = await openPostgres({ ...server.databaseAddress, migrationsFolder, maxConnections: 2 });
  other = await buildApp(createTestDeps(otherDatabase?.db ?? server.db));
  admin = await makeUser(server, { is_admin: true });
});
afterAll(async () => {
  await other.close();
  await otherDatabase?.close();
  await server.close();
});
beforeEach(async () => {
  elapsed = 0;
  user = await makeUser(server);
});

async function onOther(token: string, method: 'GET' | 'POST' = 'GET', path = '/api/produtos?limite=1') {
  const headers = { authorization: `Bearer ${token}` };
  return (await other.inject({ method, url: path, headers, ...(method === 'POST' && { payload: {} }) }))
    .statusCode;
}

const signOut = (token: string) => server.call('POST', '/api/auth/sair', { token });

describe('every server refuses at the next request', () => {
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
  ])('%s', async (_, begin) => {
    const { token, end } = await begin();
    const onThis = () => server.call('GET', '/api/produtos?limite=1', { token });
    expect((await onThis()).status).toBe(200);
    expect(await onOther(token)).toBe(200);
    expect((await end()).status).toBeLessThan(300);
    expect((await onThis()).status).toBe(401);
    expect(await onOther(token)).toBe(401);
  });

  it('what a person’s new role does not allow', async () => {
    const member = await makeMember(server, user, 'operador');
    const approve = () => onOther(member.token, 'POST', '/api/pedidos/inexistente/aprovar');
    expect(await approve()).toBe(404);
    const body = { id: member.id, papel: 'leitura' };
    const changed = await server.call('POST', '/trpc/team.changeRole', { token: user.token, body });
    expect(changed.status, changed.text).toBe(200);
    expect(await approve()).toBe(403);
  });

  it('no session whose sign-out was rolled back', async () => {
    const undone = server.db.transaction(async (tx) => {
      await tx.execute(sql`UPDATE sessoes SET encerrada_em = now() WHERE usuario_id = ${user.id}`);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect((await server.call('GET', '/api/auth/me', { token: user.token })).status).toBe(200);
    expect(await onOther(user.token)).toBe(200);
  });
});

/** So often people ask at most while they sign out. */
const ROUNDS = 10;

it('many who sign out while they are asking are refused from the answer on, on every server', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => makeUser(server)));
  const ask = (token: string) => server.call('GET', '/api/auth/me', { token });
  const leave = async ({ token }: TestUser) => {
    let left = false;
    const asking = async () => {
      for (let round = 0; round < ROUNDS && !left; round += 1) {
        await Promise.all([ask(token), onOther(token)]);
        // Lets the others go on: the embedded database answers within one turn of the event loop.
        await setImmediate();
      }
    };
    const busy = asking();
    expect((await signOut(token)).status).toBe(204);
    expect((await ask(token)).status).toBe(401);
    expect(await onOther(token)).toBe(401);
    left = true;
    await busy;
  };
  await Promise.all(people.map(leave));
});

it('that a session was used is written once a minute, of requests that come at once too', async () => {
  const token = await makeSession(server, user.id);
  const lastUse = async () => {
    const { body } = await server.call('GET', '/api/conta/sessoes', { token });
    return Date.parse(body.itens.find(({ atual }: { atual: boolean }) => atual).ultimo_uso);
  };
  const first = await lastUse();
  elapsed = MINUTE - 1_000;
  expect(await lastUse()).toBe(first);
  elapsed = MINUTE + 1_000;
  await Promise.all([lastUse(), lastUse(), lastUse()]);
  const second = await lastUse();
  expect(second).toBeGreaterThanOrEqual(first + MINUTE);
  elapsed = 1.5 * MINUTE;
  expect(await lastUse()).toBe(second);
});

it('requests that come at once are each of their own session', async () => {
  const people = [await makeUser(server), await makeUser(server), await makeUser(server)];
  const asking = Array.from({ length: 20 }, (_, index) => people[index % 3]);
  const asked = asking.map((person) => server.call('GET', '/api/auth/me', { token: person?.token ?? '' }));
  for (const [index, { body }] of (await Promise.all(asked)).entries())
    expect(body.id).toBe(asking[index]?.id);
});

it('the calls of a batch read once who is asking, by one statement', async () => {
  const input = encodeURIComponent(JSON.stringify({ 0: { limite: 1 }, 1: {}, 2: {} }));
  const url = `/trpc/orders.list,orders.counts,orders.counts?batch=1&input=${input}`;
  statements.splice(0);
  expect((await server.call('GET', url, { token: user.token })).status).toBe(200);
  expect(statements.filter((text) => text.includes('"sessoes"'))).toHaveLength(1);
});
