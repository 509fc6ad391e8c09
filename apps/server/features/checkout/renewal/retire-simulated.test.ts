import { renewals } from '@esteira/db/schema/billing/renewals';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { countUnreachableRenewals, retireSimulatedRenewals } from './retire-simulated';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

it('ends simulated renewals once payments are real, and tells of real ones once they are simulated', async () => {
  const { db } = server;
  const ids = ['sim-renova-ok-1-1802185200000-0', 'sim-renova-ok-1-1802185200000-1', '2c9301k00000008'];
  for (const id_externo of ids) {
    await db.insert(renewals).values({
      usuario_id: (await makeUser(server)).id,
      situacao: id_externo.endsWith('-1') ? 'encerrando' : 'ligada',
      plano: 'basico',
      valor: 119,
      bandeira: 'Visa',
      ultimos_digitos: '1111',
      proxima_cobranca: '2027-02-09T15:00:00.000Z',
      id_externo,
    });
  }
  const [real, simulated] = [{ modo: 'mercadopago' } as const, { modo: 'simulado' } as const];
  expect(await retireSimulatedRenewals({ db, payments: simulated })).toBe(0);
  expect(await countUnreachableRenewals({ db, payments: simulated })).toBe(1);
  expect(await countUnreachableRenewals({ db, payments: real })).toBe(0);
  expect(await retireSimulatedRenewals({ db, payments: real })).toBe(2);
  expect(await retireSimulatedRenewals({ db, payments: real })).toBe(0);
  const ended = await db.select().from(renewals).where(eq(renewals.situacao, 'encerrada'));
  expect(ended.map(({ id_externo }) => id_externo).sort()).toEqual(ids.slice(0, 2));
});
