import { users } from '@esteira/db/schema/accounts/users';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { makeUser } from '../makers';
import { createTestServer } from '../server';

const CARD = { numero_cartao: '4111111111111111', nome_cartao: 'ANA', validade: '12/40', cvv: '123' };

it('a test server does not close in silence over a card number that a payment left behind', async () => {
  const server = await createTestServer();
  const user = await makeUser(server);
  const paid = await server.call('POST', '/api/checkout', {
    token: user.token,
    body: { plano: 'basico', parcelas: 1, ...CARD },
  });
  expect(paid.status, paid.text).toBe(201);
  await server.db.update(users).set({ nome: '4111 1111 1111 1111' }).where(eq(users.id, user.id));
  await expect(server.close()).rejects.toThrow(/^card data in the database: .*usuarios/);
});
