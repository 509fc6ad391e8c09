import { adminActs } from '@esteira/db/schema/accounts/admin-acts';
import { orders } from '@esteira/db/schema/orders/orders';
import { connections } from '@esteira/db/schema/platform/connections';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findUserId } from '../../core/security/session-user';
import { insertOrder } from '../../features/orders/testing/insert-order';
import { connectAccount } from '../../testing/accounts/accounts';
import { makeSession, makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { ACTS } from './acts';
import { readCommand, runCommand } from './command';

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

  it('the buyers of Amazon are erased of one seller, and those of others only with --all', async () => {
    const [one, other] = [await makeUser(server), await makeUser(server)];
    const make = (user: TestUser, marketplace: 'amazon' | 'mercadolivre') =>
      insertOrder(server, user, { marketplace, status: 'pago' });
    for (let n = 0; n < 120; n += 1) await make(one, 'amazon');
    await make(other, 'amazon');
    const kept = await make(other, 'mercadolivre');
    expect(await run('erase-buyers', one.id)).toBe(120);
    const left = await server.db
      .select({ id: orders.id })
      .from(orders)
      .where(isNull(orders.comprador_apagado_em));
    expect(left).toHaveLength(2);
    expect(await run('erase-buyers', null)).toBe(1);
    expect(
      await server.db.$count(orders, and(eq(orders.id, kept), isNull(orders.comprador_apagado_em))),
    ).toBe(1);
  });

  it('an unknown user has nothing to end', async () => {
    expect(await findUserId(server.db, 'ninguem@exemplo.com.br')).toBeNull();
    expect(await run('revoke-keys', '019aa000-0000-7000-8000-000000000000')).toBe(0);
  });
});

describe('the command', () => {
  const lines: string[] = [];
  async function say(...args: string[]): Promise<number | null> {
    lines.length = 0;
    const command = readCommand(args);
    return command && runCommand(server.deps, command, (line) => lines.push(line));
  }
  const erase = ['erase-buyers', '--marketplace', 'amazon'];

  it.each([
    [[]],
    [['erase-buyers', '--all']],
    [['erase-buyers', '--marketplace', 'mercadolivre', '--all']],
    [['end-sessions', '--marketplace', 'amazon', '--all']],
    [[...erase]],
    [[...erase, '--all', 'ana@exemplo.com.br']],
    [[...erase, 'ana']],
    [[...erase, '--all', '--now']],
    [['constructor', '--all']],
  ])('does not know %j', async (args) => {
    expect(await say(...args)).toBeNull();
  });

  it('does nothing until it is confirmed, and is recorded as of the command line', async () => {
    const user = await makeUser(server);
    const id = await insertOrder(server, user, { marketplace: 'amazon', status: 'pago' });
    const isKept = () =>
      server.db.$count(orders, and(eq(orders.id, id), isNull(orders.comprador_apagado_em)));
    const recorded = () =>
      server.db
        .select({ ato: adminActs.ato, ip: adminActs.ip })
        .from(adminActs)
        .where(eq(adminActs.alvo_id, user.id));
    expect(await say(...erase, '--all')).toBe(2);
    expect(await say(...erase, user.email)).toBe(2);
    expect(lines).toEqual([
      'It would erase the buyers of orders of Amazon: 1. Nothing was done: repeat it with --yes.',
    ]);
    expect([await isKept(), await recorded()]).toEqual([1, []]);
    expect(await say(...erase, user.email, '--yes')).toBe(0);
    expect([await isKept(), await recorded()]).toEqual([
      0,
      [{ ato: 'compradores_apagados', ip: 'linha de comando' }],
    ]);
  });
});
