import { connections } from '@esteira/db/schema/platform/connections';
import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { consentAtMercadoLivre } from '../../testing/accounts/consent';
import { makeUser, type TestUser } from '../../testing/makers';
import { openTestHarness } from '../../testing/test-harness';
import { relayPolls } from '../orders/polling/poll-relay';

const harness = openTestHarness({ withQueue: true });

const consent = async (user: TestUser, vendedor: string, conta_id?: string) => {
  const told = await consentAtMercadoLivre(harness, user, { vendedor, ...(conta_id && { conta_id }) });
  return told.get('conexao');
};

const isOf = ({ id }: TestUser, vendedor: string) =>
  and(eq(connections.usuario_id, id), eq(connections.vendedor_id, vendedor));

/** How the account stands after its access token expired and its orders were looked for. */
async function statusLater(user: TestUser, vendedor: string) {
  harness.later(7 * 60);
  await relayPolls(harness.server.deps);
  await harness.work();
  const [row] = await harness.server.db.select().from(connections).where(isOf(user, vendedor));
  return row?.status;
}

it('an account goes on working after another seller consented with it and was refused', async () => {
  const [owner, other] = [await makeUser(harness.server), await makeUser(harness.server)];
  const vendedor = harness.fakes.ml.registerSeller();
  expect(await consent(owner, vendedor)).toBe('ok');
  harness.later(1);
  expect(await consent(other, vendedor)).toBe('em_uso');
  expect(await harness.server.db.$count(connections, eq(connections.usuario_id, other.id))).toBe(0);
  expect(await statusLater(owner, vendedor)).toBe('conectado');
});

it('an account goes on working after it came back in place of the one that was asked for', async () => {
  const user = await makeUser(harness.server);
  const [first, second] = [harness.fakes.ml.registerSeller(), harness.fakes.ml.registerSeller()];
  for (const vendedor of [first, second]) expect(await consent(user, vendedor)).toBe('ok');
  harness.later(1);
  expect(await consent(user, second, 'mercadolivre-1')).toBe('outra_conta');
  expect(await statusLater(user, second)).toBe('conectado');
});

it('an account that is to be connected again is not by the consent of another seller', async () => {
  const [owner, other] = [await makeUser(harness.server), await makeUser(harness.server)];
  const vendedor = harness.fakes.ml.registerSeller();
  await consent(owner, vendedor);
  const refused = { status: 'reconectar' } as const;
  const isOwners = isOf(owner, vendedor);
  const [before] = await harness.server.db.update(connections).set(refused).where(isOwners).returning();
  harness.later(1);
  expect(await consent(other, vendedor)).toBe('em_uso');
  const [after] = await harness.server.db.select().from(connections).where(isOwners);
  expect(after?.token_acesso).toBe(before?.token_acesso);
});
