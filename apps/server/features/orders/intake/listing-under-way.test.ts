import { listings } from '@esteira/db/schema/products/listings';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import { externalOrder } from '../../../testing/marketplaces/external-orders';
import { createTestServer, type TestServer } from '../../../testing/server';
import { awaitListing } from './listing-under-way';

let server: TestServer;
let user: TestUser;
let product: { id: string };

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
  product = await makeProduct(server, user);
});

const ID = 'MLB4000000001';

/** A publication that was begun, and what is known of it. */
async function beginPublication(fields: Partial<typeof listings.$inferInsert> = {}) {
  await server.db.insert(listings).values({
    usuario_id: user.id,
    produto_id: product.id,
    marketplace: 'mercadolivre',
    modo: 'real',
    status: 'na_fila',
    tentado_em: new Date().toISOString(),
    ...fields,
  });
}

const wait = (minutesOld = 0) => {
  const order = externalOrder('mercadolivre', { listing: ID });
  const now = new Date(order.criado_em.getTime() + minutesOld * 60_000);
  return awaitListing(server.db, { usuarioId: user.id, contaId: 1 }, { order, now });
};

it('a sale that is here before the answer to its publication waits for that', async () => {
  await beginPublication();
  await expect(wait()).rejects.toMatchObject({ kind: 'not_ready' });
  await server.db.update(listings).set({ id_externo: ID }).where(eq(listings.usuario_id, user.id));
  await expect(wait()).resolves.toBeUndefined();
});

it('it waits ten minutes and then is taken in for a person to look at', async () => {
  await beginPublication();
  await expect(wait(10)).rejects.toMatchObject({ kind: 'not_ready' });
  await expect(wait(11)).resolves.toBeUndefined();
});

it('without a publication under way nothing waits', async () => {
  await beginPublication({ tentado_em: null });
  await expect(wait()).resolves.toBeUndefined();
});

it('another seller’s publication is none of it', async () => {
  await beginPublication();
  user = await makeUser(server);
  await expect(wait()).resolves.toBeUndefined();
});
