import { queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct, makeSupplier, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function run(user: TestUser, path: 'pauseSupplier' | 'resumeSupplier', fornecedor_id: string) {
  const resultados: { produto_id: string; nome: string; marketplace: string; ok: boolean; detail: string }[] =
    [];
  let cursor: string | null = null;
  do {
    const answer = await server.call('POST', `/trpc/publication.${path}`, {
      token: user.token,
      body: { fornecedor_id, cursor },
    });
    expect(answer.status, answer.text).toBe(200);
    resultados.push(...answer.body.result.data.resultados);
    cursor = answer.body.result.data.proximo_cursor;
  } while (cursor !== null);
  return resultados;
}

async function count(user: TestUser, fornecedor_id: string) {
  const input = encodeURIComponent(JSON.stringify({ fornecedor_id }));
  const answer = await server.call('GET', `/trpc/publication.supplierListings?input=${input}`, {
    token: user.token,
  });
  return answer.body.result.data;
}

const act = (user: TestUser, path: string) => server.call('POST', `/api/${path}`, { token: user.token });

/** A supplier with products for sale on both marketplaces. */
async function makeListings(user: TestUser, products: number) {
  const supplier = await makeSupplier(server, user);
  const made = [];
  for (let index = 0; index < products; index += 1) {
    const product = await makeProduct(server, user, { fornecedor_id: supplier.id });
    await act(user, `mercadolivre/publicar/${product.id}`);
    await act(user, `amazon/publicar/${product.id}`);
    made.push(product);
  }
  return { supplier, products: made };
}

async function onSale(user: TestUser): Promise<string[]> {
  const { body } = await server.call('GET', '/api/produtos', { token: user.token });
  return body
    .flatMap((product: { id: string; publicado_ml: boolean; publicado_amazon: boolean }) => [
      product.publicado_ml && `${product.id} mercadolivre`,
      product.publicado_amazon && `${product.id} amazon`,
    ])
    .filter(Boolean)
    .sort();
}

it('pauses every listing of a supplier and brings exactly those back', async () => {
  const user = await makeUser(server);
  const { supplier, products } = await makeListings(user, 27);
  const untouched = await makeListings(user, 1);
  await act(user, `amazon/despublicar/${products[0]?.id}`);
  const before = await onSale(user);
  expect(await count(user, supplier.id)).toEqual({ publicados: 53, pausados: 0 });

  const paused = await run(user, 'pauseSupplier', supplier.id);
  expect([paused.length, paused.every(({ ok }) => ok)]).toEqual([53, true]);
  expect(await onSale(user)).toEqual(
    before.filter((listing) => listing.startsWith(untouched.products[0]?.id ?? '')),
  );
  expect(await count(user, supplier.id)).toEqual({ publicados: 0, pausados: 53 });
  expect(await run(user, 'pauseSupplier', supplier.id)).toEqual([]);
  expect(await count(user, supplier.id)).toEqual({ publicados: 0, pausados: 53 });

  const resumed = await run(user, 'resumeSupplier', supplier.id);
  expect([resumed.length, resumed.every(({ ok }) => ok)]).toEqual([53, true]);
  expect(await onSale(user)).toEqual(before);
  expect(await count(user, supplier.id)).toEqual({ publicados: 53, pausados: 0 });
  expect(await run(user, 'resumeSupplier', supplier.id)).toEqual([]);
});

it('leaves alone what the seller put back, took off or deleted meanwhile', async () => {
  const user = await makeUser(server);
  const { supplier, products } = await makeListings(user, 3);
  const [first, second, third] = products.map(({ id }) => id);
  await run(user, 'pauseSupplier', supplier.id);
  await act(user, `mercadolivre/publicar/${first}`);
  await act(user, `mercadolivre/despublicar/${first}`);
  await server.call('DELETE', `/api/produtos/${second}`, { token: user.token });
  const resumed = await run(user, 'resumeSupplier', supplier.id);
  expect(resumed.map(({ produto_id, marketplace }) => `${produto_id} ${marketplace}`).sort()).toEqual(
    [`${first} amazon`, `${third} amazon`, `${third} mercadolivre`].sort(),
  );
  expect(
    await queryRows(server.db, sql`SELECT FROM pausas_anuncio WHERE usuario_id = ${user.id}::uuid`),
  ).toEqual([]);
});

it('names what could not be brought back, and can try again', async () => {
  const user = await makeUser(server);
  const { supplier, products } = await makeListings(user, 1);
  await run(user, 'pauseSupplier', supplier.id);
  const [product] = products;
  const body = { ...product, preco_fornecedor: 25, preco_venda_ml: 59.9, preco_venda_amazon: null };
  await server.call('PUT', `/api/produtos/${product?.id}`, { token: user.token, body });
  const resumed = await run(user, 'resumeSupplier', supplier.id);
  expect(resumed.filter(({ ok }) => !ok)).toMatchObject([{ nome: product?.nome, marketplace: 'amazon' }]);
  expect(await count(user, supplier.id)).toEqual({ publicados: 1, pausados: 1 });
  await server.call('PUT', `/api/produtos/${product?.id}`, {
    token: user.token,
    body: { ...body, preco_venda_amazon: 64.9 },
  });
  expect(await run(user, 'resumeSupplier', supplier.id)).toMatchObject([{ ok: true, marketplace: 'amazon' }]);
});

it('keeps for sale what could not be paused, names it, and has nothing of it to bring back', async () => {
  const user = await makeUser(server);
  const { supplier, products } = await makeListings(user, 2);
  const [broken, sound] = products;
  const body = {
    ...broken,
    preco_fornecedor: 25,
    preco_venda_ml: 59.9,
    preco_venda_amazon: 64.9,
    sku: 'SIM-PROIBIDO',
  };
  await server.call('PUT', `/api/produtos/${broken?.id}`, { token: user.token, body });
  const paused = await run(user, 'pauseSupplier', supplier.id);
  expect(paused.filter(({ ok }) => !ok).map(({ nome }) => nome)).toEqual([broken?.nome, broken?.nome]);
  expect(await count(user, supplier.id)).toEqual({ publicados: 2, pausados: 2 });
  const resumed = await run(user, 'resumeSupplier', supplier.id);
  expect(resumed.map(({ produto_id }) => produto_id)).toEqual([sound?.id, sound?.id]);
});

it('knows no supplier of another seller', async () => {
  const [user, other] = [await makeUser(server), await makeUser(server)];
  const { supplier } = await makeListings(other, 1);
  for (const path of ['pauseSupplier', 'resumeSupplier']) {
    const body = { fornecedor_id: supplier.id };
    const answer = await server.call('POST', `/trpc/publication.${path}`, { token: user.token, body });
    expect(answer.status).toBe(404);
  }
  expect(await count(other, supplier.id)).toEqual({ publicados: 2, pausados: 0 });
});
