import { newId } from '@esteira/db/schema/columns';
import { connections } from '@esteira/db/schema/platform/connections';
import { leases } from '@esteira/db/schema/platform/leases';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokenCipher } from '../../core/security/token-cipher';
import {
  connectAccount,
  createTokenService,
  type TokenService,
  testCipher,
} from '../../testing/accounts/accounts';
import { deferred } from '../../testing/deferred';
import { makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { createAccounts } from './accounts';
import { noteRefusedAccount } from './refused-account';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const EXPIRED = { expira_em: new Date(Date.now() - 1_000).toISOString() };
const EXPIRING = { expira_em: new Date(Date.now() + 60_000).toISOString() };

function makeAccounts(service: TokenService, cipher = testCipher) {
  return createAccounts({ db: server.db, clock: () => new Date(), cipher, connector: service.connector });
}

async function getRow({ id }: TestUser) {
  const [row] = await server.db.select().from(connections).where(eq(connections.usuario_id, id));
  if (row === undefined) throw new Error('no connection');
  return row;
}

/** A seller whose access token is in the given state, and how its account is read. */
async function connected(fields: Partial<typeof connections.$inferInsert> = {}) {
  const user = await makeUser(server);
  const service = createTokenService('mercadolivre');
  const grant = service.grant();
  await connectAccount(server, user, { marketplace: 'mercadolivre', grant, ...fields });
  return { user, service, grant, ctx: { usuarioId: user.id, contaId: 1 }, accounts: makeAccounts(service) };
}

describe('the account', () => {
  it('is read without any call while its token is fresh', async () => {
    const { accounts, ctx, grant, service } = await connected({
      vendedor_id: '123',
      modelo_anuncio: 'classic',
    });
    expect(await accounts.current(ctx)).toEqual({
      access_token: grant.access_token,
      vendedor_id: '123',
      modelo_anuncio: 'classic',
      sem_dados_pessoais: false,
    });
    expect(service.asked).toEqual([]);
  });

  it('must be connected first', async () => {
    const { id } = await makeUser(server);
    const accounts = makeAccounts(createTokenService('mercadolivre'));
    await expect(accounts.current({ usuarioId: id, contaId: 1 })).rejects.toMatchObject({
      kind: 'reconnect_required',
      message: 'Conecte sua conta Mercado Livre na página Integrações.',
    });
  });

  it('of another seller is never read', async () => {
    const { service } = await connected();
    const { id } = await makeUser(server);
    await expect(makeAccounts(service).current({ usuarioId: id, contaId: 1 })).rejects.toMatchObject({
      kind: 'reconnect_required',
    });
  });

  it('keeps no token in clear', async () => {
    const { user, grant } = await connected();
    const text = JSON.stringify(await getRow(user));
    expect(text).not.toContain(grant.access_token);
    expect(text).not.toContain(grant.refresh_token);
  });

  it('waits where its key may be on its way to this server, and is not marked', async () => {
    const { accounts, user, service, ctx, grant } = await connected();
    const other = makeAccounts(service, createTokenCipher('quite another key of thirty-two bytes'));
    await expect(other.current(ctx)).rejects.toMatchObject({
      kind: 'auth_expired',
      message: 'A chave que protege as conexões está sendo trocada. Tente novamente em alguns minutos.',
    });
    expect(await getRow(user)).toMatchObject({ status: 'conectado' });
    expect(await accounts.current(ctx)).toMatchObject({ access_token: grant.access_token });
  });

  it.each([null, new Date(Date.now() - 11 * 60_000).toISOString()])(
    'asks for a new connection when the key of the server is another one (sealed: %s)',
    async (seladas_em) => {
      const { user, service, ctx } = await connected({ seladas_em });
      const other = makeAccounts(service, createTokenCipher('quite another key of thirty-two bytes'));
      await expect(other.current(ctx)).rejects.toMatchObject({ kind: 'reconnect_required' });
      expect(await getRow(user)).toMatchObject({ status: 'reconectar' });
    },
  );

  it('remembers how it publishes', async () => {
    const { accounts, ctx } = await connected();
    await accounts.remember(ctx, { modelo_anuncio: 'user_product' });
    expect((await accounts.current(ctx)).modelo_anuncio).toBe('user_product');
  });
});

describe('an account that may not read buyers’ data', () => {
  it('is read without them for a day, then they are asked for again', async () => {
    const user = await makeUser(server);
    const service = createTokenService('mercadolivre', { expiresIn: 3 * 86_400_000 });
    await connectAccount(server, user, { marketplace: 'mercadolivre', grant: service.grant() });
    const ctx = { usuarioId: user.id, contaId: 1 };
    await makeAccounts(service).remember(ctx, { sem_dados_pessoais: true });
    expect((await makeAccounts(service).current(ctx)).sem_dados_pessoais).toBe(true);
    const dayLater = () => new Date(Date.now() + 86_400_000);
    const { db } = server;
    const later = createAccounts({ db, cipher: testCipher, connector: service.connector, clock: dayLater });
    expect((await later.current(ctx)).sem_dados_pessoais).toBe(false);
  });
});

describe('an account that the marketplace refuses in spite of a fresh token', () => {
  const motivo = 'A conta do Mercado Livre precisa ser conectada novamente.';

  it('is shown as one to connect again', async () => {
    const { user } = await connected();
    const key = { usuarioId: user.id, contaId: 1, marketplace: 'mercadolivre' } as const;
    await noteRefusedAccount(server.db, key, { since: new Date(Date.now() + 1_000), motivo });
    expect(await getRow(user)).toMatchObject({ status: 'reconectar', motivo });
  });

  it('is left alone when it was connected again meanwhile', async () => {
    const { user } = await connected();
    const key = { usuarioId: user.id, contaId: 1, marketplace: 'mercadolivre' } as const;
    await noteRefusedAccount(server.db, key, { since: new Date(Date.now() - 60_000), motivo });
    expect(await getRow(user)).toMatchObject({ status: 'conectado' });
  });
});

describe('renewing', () => {
  it('20 parallel calls with an expired token renew it once', async () => {
    const { accounts, ctx, service, user, grant } = await connected(EXPIRED);
    const read = await Promise.all(Array.from({ length: 20 }, () => accounts.current(ctx)));
    expect(service.asked).toEqual([grant.refresh_token]);
    expect(new Set(read.map(({ access_token }) => access_token)).size).toBe(1);
    expect(read[0]?.access_token).not.toBe(grant.access_token);
    expect(await getRow(user)).toMatchObject({ status: 'conectado' });
  });

  it('servers that know nothing of each other renew it once', async () => {
    const { ctx, service, accounts } = await connected(EXPIRED);
    const other = makeAccounts(service);
    await Promise.all([accounts.current(ctx), other.current(ctx), accounts.current(ctx), other.current(ctx)]);
    expect(service.asked).toHaveLength(1);
  });

  it('happens before the token expires, and delays no call while it still works', async () => {
    const { accounts, ctx, service, grant } = await connected(EXPIRING);
    const other = makeAccounts(service);
    const gate = deferred();
    service.gate = gate.promise;
    const renewing = accounts.current(ctx);
    await expect.poll(() => service.asked).toHaveLength(1);
    expect((await other.current(ctx)).access_token).toBe(grant.access_token);
    gate.resolve();
    expect((await renewing).access_token).not.toBe(grant.access_token);
  });

  it('that fails leaves a token in use that still works, and is tried again', async () => {
    const { accounts, ctx, service, grant } = await connected(EXPIRING);
    service.next = 'down';
    expect((await accounts.current(ctx)).access_token).toBe(grant.access_token);
    expect((await accounts.current(ctx)).access_token).not.toBe(grant.access_token);
  });

  it('that fails for now is no reason to connect again', async () => {
    const { accounts, ctx, service, user } = await connected(EXPIRED);
    service.next = 'down';
    await expect(accounts.current(ctx)).rejects.toMatchObject({ kind: 'auth_expired', transient: true });
    expect(await getRow(user)).toMatchObject({ status: 'conectado' });
    await accounts.current(ctx);
  });

  it('after a refused token happens once, however many calls were refused', async () => {
    const { accounts, ctx, service, grant } = await connected();
    const all = await Promise.all(Array.from({ length: 5 }, () => accounts.renewed(ctx, grant.access_token)));
    expect(service.asked).toHaveLength(1);
    const [first] = all;
    expect(await accounts.renewed(ctx, grant.access_token)).toEqual(first);
    expect(service.asked).toHaveLength(1);
  });

  it('that is refused shows the seller to connect again, and asks no more', async () => {
    const { accounts, ctx, service, user } = await connected(EXPIRED);
    service.next = 'refuse';
    await expect(accounts.current(ctx)).rejects.toMatchObject({ kind: 'reconnect_required' });
    expect(await getRow(user)).toMatchObject({
      status: 'reconectar',
      motivo: 'A conta precisa ser conectada novamente.',
    });
    await expect(accounts.current(ctx)).rejects.toMatchObject({ kind: 'reconnect_required' });
    expect(service.asked).toHaveLength(1);
  });

  it('after a lost answer tries the token it has, then the one before, then gives up', async () => {
    const { accounts, ctx, service, user, grant } = await connected(EXPIRED);
    await accounts.current(ctx);
    const [, second] = [grant, await getRow(user)];
    await server.db.update(connections).set(EXPIRED).where(eq(connections.usuario_id, user.id));
    service.next = 'lose';
    await expect(accounts.current(ctx)).rejects.toMatchObject({ kind: 'auth_expired' });
    expect((await getRow(user)).token_renovacao).toBe(second.token_renovacao);
    await expect(accounts.current(ctx)).rejects.toMatchObject({ kind: 'reconnect_required' });
    const [first, latest] = service.asked;
    expect(service.asked).toEqual([first, latest, latest, first]);
    expect(first).toBe(grant.refresh_token);
    expect(await getRow(user)).toMatchObject({ status: 'reconectar' });
  });

  it('is taken over from somebody who was killed in the middle of it', async () => {
    const { accounts, ctx, service, user } = await connected(EXPIRED);
    const ate = new Date(Date.now() - 1_000).toISOString();
    const chave = `renovacao:${user.id}:mercadolivre:1`;
    await server.db.insert(leases).values({ chave, dono: newId(), ate });
    await accounts.current(ctx);
    expect(service.asked).toHaveLength(1);
  });

  it('never undoes a connection that the seller made meanwhile', async () => {
    const { accounts, ctx, service, user } = await connected(EXPIRED);
    const gate = deferred();
    service.gate = gate.promise;
    service.next = 'refuse';
    const reading = accounts.current(ctx);
    await expect.poll(() => service.asked).toHaveLength(1);
    await server.db.delete(connections).where(eq(connections.usuario_id, user.id));
    const grant = service.grant();
    await connectAccount(server, user, { marketplace: 'mercadolivre', grant });
    gate.resolve();
    expect((await reading).access_token).toBe(grant.access_token);
    expect(await getRow(user)).toMatchObject({ status: 'conectado' });
  });
});
