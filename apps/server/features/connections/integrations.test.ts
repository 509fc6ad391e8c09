import { connections } from '@esteira/db/schema/platform/connections';
import { marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import { DAY_MS } from '@esteira/domain/durations';
import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../core/security/passwords';
import { connectAccount } from '../../testing/accounts/accounts';
import { makeMember, makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

let server: TestServer;

beforeAll(async () => {
  const amazon = Object.create(createSimulatedAdapter('amazon'), { modo: { value: 'real' } });
  const mercadolivre = createSimulatedAdapter('mercadolivre');
  server = await createTestServer({ deps: { marketplaces: { mercadolivre, amazon } } });
});
afterAll(() => server.close());

async function getStatus({ token }: TestUser) {
  const { body } = await server.call('GET', '/trpc/integrations.status', { token });
  return body.result.data;
}

describe('integrations.status', () => {
  it('tells each service’s own mode', async () => {
    const { token } = await makeUser(server);
    const { status, body } = await server.call('GET', '/trpc/integrations.status', { token });
    expect(status).toBe(200);
    expect(body.result.data).toEqual({
      mercadolivre: { modo: 'simulado', conexao: null },
      amazon: { modo: 'real', conexao: null, pode_autorizar: false },
      pagamento: { modo: 'simulado' },
      a_reconectar: [],
    });
  });

  it('tells the seller’s own account and why it must be connected again, and no token', async () => {
    const user = await makeUser(server);
    const other = await makeUser(server);
    await connectAccount(server, user, {
      marketplace: 'amazon',
      conta_nome: 'Loja da Ana',
      status: 'reconectar',
      motivo: 'A autorização expirou.',
      conectado_em: '2026-11-20T12:00:00.000Z',
    });
    expect((await getStatus(user)).amazon.conexao).toEqual({
      conta_nome: 'Loja da Ana',
      status: 'reconectar',
      motivo: 'A autorização expirou.',
      conectado_em: '2026-11-20T12:00:00.000Z',
    });
    expect((await getStatus(other)).amazon.conexao).toBeNull();
    await server.db
      .insert(marketplaceAccounts)
      .values({ usuario_id: user.id, marketplace: 'amazon', id: 2, nome: 'Loja B' });
    await connectAccount(server, user, { marketplace: 'amazon', conta_id: 2, status: 'reconectar' });
    expect((await getStatus(user)).a_reconectar).toEqual(
      ['Conta 1', 'Loja B'].map((nome) => ({ marketplace: 'amazon', nome })),
    );
  });

  it('shows no account of a marketplace that is simulated now', async () => {
    const user = await makeUser(server);
    await connectAccount(server, user, { marketplace: 'mercadolivre' });
    expect((await getStatus(user)).mercadolivre).toEqual({ modo: 'simulado', conexao: null });
  });

  it('asks whoever has had a password for a year for another one, where Amazon is connected', async () => {
    const yearAgo = new Date(Date.now() - 366 * DAY_MS).toISOString();
    const user = await makeUser(server, {
      criado_em: yearAgo,
      senha_hash: await hashPassword('senha-forte-1'),
    });
    const member = await makeMember(server, user, 'leitura');
    expect(await getStatus(user)).not.toHaveProperty('senha_antiga');
    await connectAccount(server, user, { marketplace: 'amazon' });
    expect((await getStatus(user)).senha_antiga).toBe(true);
    expect(await getStatus(member)).not.toHaveProperty('senha_antiga');
    const body = { senha_atual: 'senha-forte-1', senha: 'meu cachorro come pizza' };
    await server.call('PUT', '/api/conta/senha', { token: user.token, body });
    expect(await getStatus(user)).not.toHaveProperty('senha_antiga');
  });

  it('needs a session', async () => {
    expect((await server.call('GET', '/trpc/integrations.status')).status).toBe(401);
  });
});

describe('integrations.disconnect', () => {
  it('deletes the tokens of this seller’s account only', async () => {
    const [user, other] = [await makeUser(server), await makeUser(server)];
    for (const seller of [user, other]) await connectAccount(server, seller, { marketplace: 'amazon' });
    const { body } = await server.call('POST', '/trpc/integrations.disconnect', {
      token: user.token,
      body: { marketplace: 'amazon' },
    });
    expect(body.result.data.amazon.conexao).toBeNull();
    expect(await server.db.select().from(connections).where(eq(connections.usuario_id, user.id))).toEqual([]);
    expect((await getStatus(other)).amazon.conexao).not.toBeNull();
  });

  it('with the erasing of buyers is refused where the marketplace is simulated', async () => {
    const { token } = await makeUser(server);
    const body = { marketplace: 'mercadolivre', apagar: { senha_atual: 'qualquer' } };
    expect((await server.call('POST', '/trpc/integrations.disconnect', { token, body })).status).toBe(409);
  });
});
