import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  user = await makeUser(server);
});
afterAll(() => server.close());

interface Entry {
  motivo: string;
  quantidade: number;
  saldo: number;
  pedido: { id: string; ml_order_id: string } | null;
  ator_nome: string | null;
}

async function read(id: string, page: object = {}, token = user.token) {
  const input = encodeURIComponent(JSON.stringify({ id, ...page }));
  return server.call('GET', `/trpc/products.stockHistory?input=${input}`, { token });
}

/** All pages of so many lines each. */
async function readAll(id: string, limite: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const { body } = await read(id, { limite, ...(cursor === undefined ? {} : { cursor }) });
    entries.push(...body.result.data.itens);
    cursor = body.result.data.proximo_cursor;
  }
  return entries;
}

const figures = (entries: Entry[]) =>
  entries.map(({ motivo, quantidade, saldo }) => [motivo, quantidade, saldo]);

/** A product whose stock went 10, 7 (edited), 5 (two sold), 25 (edited). */
async function makeMovedProduct() {
  const product = await makeProduct(server, user, { estoque: 10 });
  const edit = async (estoque: number) =>
    server.call('PUT', `/api/produtos/${product.id}`, {
      token: user.token,
      body: {
        ...(await server.call('GET', '/api/produtos?limite=1', { token: user.token })).body[0],
        estoque,
      },
    });
  await edit(7);
  const act = (path: string) =>
    server.call('POST', `/api/mercadolivre/${path}/${product.id}`, { token: user.token });
  await act('publicar');
  await act('simular-venda');
  await act('simular-venda');
  await edit(25);
  return product;
}

describe('the stock history of a product', () => {
  it('tells every line of the ledger newest first, with the units after it, who moved it and for which order', async () => {
    const product = await makeMovedProduct();
    const { body } = await read(product.id);
    const entries: Entry[] = body.result.data.itens;
    expect(figures(entries)).toEqual([
      ['ajuste', 20, 25],
      ['venda', -1, 5],
      ['venda', -1, 6],
      ['ajuste', -3, 7],
      ['inicial', 10, 10],
    ]);
    const orders = (await server.call('GET', '/api/pedidos', { token: user.token })).body;
    const sold = orders.map(({ id, ml_order_id }: { id: string; ml_order_id: string }) => ({
      id,
      ml_order_id,
    }));
    expect(entries.map(({ pedido }) => pedido)).toEqual([null, ...sold, null, null]);
    expect(entries.map(({ ator_nome }) => ator_nome)).toEqual(Array(5).fill('Vendedora Teste'));
  });

  it('counts the same on pages of any length', async () => {
    const product = await makeMovedProduct();
    const whole = figures(await readAll(product.id, 50));
    for (const limite of [1, 2, 3]) expect(figures(await readAll(product.id, limite))).toEqual(whole);
  });

  it('goes on below what was read although the stock has moved since', async () => {
    const product = await makeMovedProduct();
    const first = (await read(product.id, { limite: 2 })).body.result.data;
    await server.call('POST', `/api/mercadolivre/simular-venda/${product.id}`, { token: user.token });
    const rest = (await read(product.id, { limite: 50, cursor: first.proximo_cursor })).body.result.data;
    expect(figures(rest.itens)).toEqual([
      ['venda', -1, 6],
      ['ajuste', -3, 7],
      ['inicial', 10, 10],
    ]);
  });

  it('is empty for a product that began with nothing', async () => {
    const product = await makeProduct(server, user, { estoque: 0 });
    expect((await read(product.id)).body.result.data).toEqual({ itens: [], proximo_cursor: null });
  });

  it('is of its seller only, and refuses the cursor of another', async () => {
    const product = await makeProduct(server, user);
    const stranger = await makeUser(server);
    expect((await read(product.id, {}, stranger.token)).status).toBe(404);
    expect((await read('nenhum')).status).toBe(404);
    for (const cursor of ['x', '1:2', `${product.id}:`, `${product.id}:1e3`]) {
      expect((await read(product.id, { cursor })).status).toBe(422);
    }
  });
});
