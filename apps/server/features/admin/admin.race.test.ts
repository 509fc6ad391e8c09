import { queryRows } from '@esteira/db/database';
import { users } from '@esteira/db/schema/accounts/users';
import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

let server: TestServer;

beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

const activeAdmins = () => server.db.select().from(users).where(and(users.is_admin, users.ativo));

const deactivate = (by: TestUser, whom: TestUser) =>
  server.call('PUT', `/api/admin/usuario/${whom.id}/desativar`, { token: by.token });

async function makeAdmins(count: number): Promise<TestUser[]> {
  const admins: TestUser[] = [];
  for (let n = 0; n < count; n += 1) admins.push(await makeUser(server, { is_admin: true }));
  return admins;
}

describe('admins who deactivate each other at the same time', () => {
  it('leave exactly one of two, in every round', async () => {
    for (let round = 0; round < 15; round += 1) {
      await server.db.update(users).set({ is_admin: false });
      const [one, other] = await makeAdmins(2);
      if (one === undefined || other === undefined) throw new Error('two admins were made');
      const answers = await Promise.all([deactivate(one, other), deactivate(other, one)]);
      const statuses = answers.map(({ status }) => status).sort();
      // The second is refused for being the last one, or had its session ended before it got that far.
      expect([[200, 401].join(), [200, 409].join()]).toContain(statuses.join());
      expect(await activeAdmins()).toHaveLength(1);
    }
  });

  it('leave at least one of many, without a deadlock', async () => {
    const admins = await makeAdmins(6);
    const attacks = admins.flatMap((by) =>
      admins.filter((whom) => whom !== by).map((whom) => deactivate(by, whom)),
    );
    const answers = await Promise.all(attacks);
    for (const { status } of answers) expect([200, 401, 403, 409]).toContain(status);
    expect((await activeAdmins()).length).toBeGreaterThanOrEqual(1);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
  });
});

describe('a deactivation that has to wait', () => {
  it('does not hold up the sellers among the admins, whose new rows refer to them', async () => {
    const [admin] = await makeAdmins(2);
    if (admin === undefined) throw new Error('an admin was made');
    const target = await makeUser(server);
    const { deactivation } = await server.db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, target.id)).for('update');
      const waiting = deactivate(admin, target);
      await expect.poll(lockWaits, { timeout: 10_000 }).toBe(1);
      const { status } = await server.call('POST', '/api/fornecedores', {
        token: admin.token,
        body: { nome: 'Fornecedor criado durante a espera' },
      });
      expect(status).toBe(201);
      // Wrapped, because a bare promise would be awaited before the lock is given back.
      return { deactivation: waiting };
    });
    expect(await deactivation).toMatchObject({ status: 200, body: { ativo: false } });
  });
});

/** How many connections to this database wait for somebody's lock. */
async function lockWaits(): Promise<number> {
  const rows = await queryRows<{ waiting: number }>(
    server.db,
    sql`SELECT count(*)::integer AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}
