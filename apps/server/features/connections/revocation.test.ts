import { users } from '@esteira/db/schema/accounts/users';
import { orders } from '@esteira/db/schema/orders/orders';
import { connections } from '@esteira/db/schema/platform/connections';
import { disconnections } from '@esteira/db/schema/platform/disconnections';
import { MINUTE_MS } from '@esteira/domain/durations';
import type { AccountConnector, SellerAccount } from '@esteira/marketplaces/account';
import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../core/security/passwords';
import { PASSWORD } from '../../testing/accounts/two-step';
import { makeUser } from '../../testing/makers';
import { externalOrder } from '../../testing/marketplaces/external-orders';
import { makeConnectedSeller } from '../../testing/marketplaces/fake-marketplaces';
import { openTestHarness } from '../../testing/test-harness';
import { eraseDueAccounts } from '../account/deletion/erase-accounts';
import { cancelDeletion } from '../account/deletion/service';
import { eraseDisconnectedBuyers } from '../orders/buyers/disconnected-buyers';
import { receiveOrder } from '../orders/intake/intake';
import { insertOrder } from '../orders/testing/insert-order';
import { revokeGrant } from './revocation';
import { storeConnection } from './store-connection';

const harness = openTestHarness({ withQueue: true });
let user: Awaited<ReturnType<typeof makeConnectedSeller>>;
let senha_hash: string;
beforeAll(async () => {
  senha_hash = await hashPassword(PASSWORD);
});
beforeEach(async () => {
  user = await makeConnectedSeller(harness.server, harness.fakes);
  await harness.server.db.update(users).set({ senha_hash }).where(eq(users.id, user.id));
});

const REVOCATION = { method: 'DELETE', path: /\/applications\// } as const;
const revocations = () => harness.fakes.ml.calls('DELETE', new RegExp(`^/users/${user.mlId}/applications/`));

const disconnect = (body: object) =>
  harness.server.call('POST', '/trpc/integrations.disconnect', { token: user.token, body });
const fromMercadoLivre = () => disconnect({ marketplace: 'mercadolivre' });
const isConnected = async (marketplace: 'amazon' | 'mercadolivre') =>
  (await harness.server.db.$count(
    connections,
    and(eq(connections.usuario_id, user.id), eq(connections.marketplace, marketplace)),
  )) === 1;
const markRefused = () =>
  harness.server.db
    .update(connections)
    .set({ status: 'reconectar' })
    .where(eq(connections.usuario_id, user.id));

describe('disconnecting', () => {
  it('takes the right back at Mercado Livre by one call, and asks nothing more of the seller', async () => {
    const answer = await fromMercadoLivre();
    expect(answer.body.result.data).toMatchObject({ mercadolivre: { conexao: null }, a_retirar: false });
    expect(revocations()).toMatchObject([{ status: 200 }]);
  });

  it('with an expired token renews it once first', async () => {
    harness.later(7 * 60);
    expect((await fromMercadoLivre()).body.result.data.a_retirar).toBe(false);
    expect(
      harness.fakes.ml.calls('POST', /oauth\/token/).filter(({ status }) => status === 200),
    ).toHaveLength(1);
    expect(revocations()).toMatchObject([{ status: 200 }]);
  });

  it.each([
    ['refuses', { status: 403 }],
    ['has no such application', { status: 404 }],
    ['fails', { status: 500 }],
    ['hangs up', 'drop'],
  ] as const)('works where Mercado Livre %s, asked once, and the seller is told', async (_, failure) => {
    harness.fakes.ml.fail({ ...REVOCATION, failure });
    const before = revocations().length;
    expect((await fromMercadoLivre()).body.result.data).toMatchObject({
      mercadolivre: { conexao: null },
      a_retirar: true,
    });
    expect(revocations().length - before).toBe(failure === 'drop' ? 0 : 1);
  });

  it('does not wait longer than its limit', async () => {
    harness.fakes.ml.fail({ ...REVOCATION, failure: { delayMs: MINUTE_MS } });
    const key = { usuarioId: user.id, marketplace: 'mercadolivre', contaId: 1 } as const;
    expect(await revokeGrant(harness.server.deps, key, AbortSignal.timeout(50))).toBe(false);
  });

  it('makes no call for an account that is refused, and tells the seller', async () => {
    await markRefused();
    expect((await fromMercadoLivre()).body.result.data.a_retirar).toBe(true);
    expect(revocations()).toEqual([]);
  });

  it('has no call at Amazon, so the seller is told', async () => {
    expect((await disconnect({ marketplace: 'amazon' })).body.result.data.a_retirar).toBe(true);
  });

  it('twice at once is one disconnection, and both see the same', async () => {
    const twice = await Promise.all([fromMercadoLivre(), fromMercadoLivre()]);
    expect(twice.map(({ body }) => body.result.data.mercadolivre)).toEqual(
      Array(2).fill({ modo: 'real', conexao: null }),
    );
    expect(await harness.server.db.$count(disconnections, eq(disconnections.usuario_id, user.id))).toBe(1);
    expect((await fromMercadoLivre()).body.result.data.a_retirar).toBe(false);
  });
});

it('deleting accounts takes back the right of those that go, and of none whose seller stays after all', async () => {
  const other = await makeConnectedSeller(harness.server, harness.fakes);
  for (const [index, { id }] of [user, other].entries()) {
    const exclusao_em = new Date(harness.now.getTime() - (2 - index) * MINUTE_MS).toISOString();
    await harness.server.db.update(users).set({ exclusao_em }).where(eq(users.id, id));
  }
  const { connectors } = harness.server.deps;
  const revoked: string[] = [];
  const mercadolivre: AccountConnector = Object.assign(Object.create(connectors.mercadolivre), {
    revoke: async ({ vendedor_id }: SellerAccount) => {
      revoked.push(vendedor_id);
      await cancelDeletion(harness.server.deps, other.id);
    },
  });
  await eraseDueAccounts({ ...harness.server.deps, connectors: { ...connectors, mercadolivre } });
  expect(revoked).toEqual([user.mlId]);
  expect(await isConnected('mercadolivre')).toBe(false);
  expect(await harness.server.db.$count(connections, eq(connections.usuario_id, other.id))).toBe(2);
});

describe('disconnecting and erasing', () => {
  const erasing = (senha_atual: string, marketplace = 'amazon') =>
    disconnect({ marketplace, conta_id: `${marketplace}-1`, apagar: { senha_atual } });
  const later = (minutes: number) => ({
    ...harness.server.deps,
    clock: () => new Date(harness.now.getTime() + minutes * MINUTE_MS),
  });
  const nameOf = async (id: string) =>
    (await harness.server.db.select().from(orders).where(eq(orders.id, id)))[0]?.cliente_nome;
  const make = (marketplace: 'amazon' | 'mercadolivre') =>
    insertOrder(harness.server, user, {
      ...{ marketplace, status: 'pago', cliente_nome: 'Zuleica', criado_em: harness.now.toISOString() },
    });

  it('does nothing for a wrong password', async () => {
    const before = revocations().length;
    const answer = await erasing('errada', 'mercadolivre');
    expect([answer.status, answer.body.error.data.detail]).toEqual([422, 'Senha atual incorreta']);
    expect(await isConnected('mercadolivre')).toBe(true);
    expect(revocations()).toHaveLength(before);
    expect(await harness.server.db.$count(disconnections, eq(disconnections.usuario_id, user.id))).toBe(0);
  });

  it('erases the buyers of that account only, by the next look', async () => {
    const [gone, kept] = [await make('amazon'), await make('mercadolivre')];
    const answer = await erasing(PASSWORD);
    expect(answer.status, answer.text).toBe(200);
    expect(await nameOf(gone)).toBe('Zuleica');
    expect(await eraseDisconnectedBuyers(later(0))).toBe(1);
    expect([await nameOf(gone), await nameOf(kept)]).toEqual([null, 'Zuleica']);
  });

  it('erases what a job under way still wrote', async () => {
    await erasing(PASSWORD);
    await eraseDisconnectedBuyers(later(0));
    const order = externalOrder('amazon', { cliente_nome: 'Zuleica' });
    await receiveOrder(harness.server.db, { usuarioId: user.id, contaId: 1 }, order);
    expect(await eraseDisconnectedBuyers(later(1))).toBe(1);
    await eraseDisconnectedBuyers(later(5));
    const [row] = await harness.server.db
      .select()
      .from(disconnections)
      .where(eq(disconnections.usuario_id, user.id));
    expect(row?.apagado_em).not.toBeNull();
  });

  it('also where the account had stopped to work before', async () => {
    const id = await make('amazon');
    await markRefused();
    await eraseDisconnectedBuyers(later(0));
    await erasing(PASSWORD);
    await eraseDisconnectedBuyers(later(0));
    expect(await nameOf(id)).toBeNull();
  });

  it('goes on where the account is connected again meanwhile, and what it sells then stays', async () => {
    const old = await make('amazon');
    await erasing(PASSWORD);
    await connectAgain(user.id);
    harness.later(1);
    const sold = await make('amazon');
    await eraseDisconnectedBuyers(later(5));
    expect([await nameOf(old), await nameOf(sold)]).toEqual([null, 'Zuleica']);
    expect(await harness.server.db.$count(disconnections, eq(disconnections.usuario_id, user.id))).toBe(0);
  });

  it('of another seller who connects that account later, nothing is seen', async () => {
    const id = await make('amazon');
    await disconnect({ marketplace: 'amazon' });
    const other = await makeUser(harness.server);
    await connectAgain(other.id);
    const seen = await harness.server.call('GET', '/api/pedidos', { token: other.token });
    expect(seen.body).toEqual([]);
    expect(await nameOf(id)).toBe('Zuleica');
  });

  function connectAgain(usuarioId: string) {
    const expira_em = new Date(harness.now.getTime() + 60 * MINUTE_MS);
    const grant = { access_token: 'a', refresh_token: 'r', expira_em };
    const conta = { vendedor_id: user.amazonId, nome: 'Loja', modelo_anuncio: null };
    const asking = { usuarioId, marketplace: 'amazon', contaId: null } as const;
    return storeConnection(harness.server.deps, asking, { grant, conta });
  }
});
