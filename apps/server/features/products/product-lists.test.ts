import { productSales } from '@esteira/db/schema/orders/order-summaries';
import { products } from '@esteira/db/schema/products/products';
import { PRODUCT_SORTS, type ProductSort } from '@esteira/domain/products/product-sort';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, makeSupplier, makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

let server: TestServer;
let user: TestUser;
let supplier: { id: string };
beforeAll(async () => {
  server = await createTestServer();
  user = await makeUser(server);
  supplier = await makeSupplier(server, user);
  // What another seller has is never listed.
  await makeProduct(server, await makeUser(server), { nome: 'Alheio' });
  const fornecedor_id = supplier.id;
  const add = (nome: string, estoque: number, preco_venda_ml: number, rest: object = {}) =>
    makeProduct(server, user, {
      fornecedor_id,
      nome,
      estoque,
      preco_venda_ml,
      preco_fornecedor: 20,
      ...rest,
    });
  await add('Óculos', 3, 40, { preco_venda_amazon: null });
  await add('abajur', 0, 19.9);
  await add('Caneca', 3, 0);
  await add('Árvore', 7, 100, { preco_venda_amazon: 19 });
  await add('Bola', 1, 40, { fornecedor_id: (await makeSupplier(server, user)).id });
  // Units sold, as the triggers of orders keep them; of the ball one was sold and cancelled.
  const sold: Record<string, number> = { Óculos: 3, Caneca: 3, Árvore: 10, Bola: 0 };
  const rows = await server.db.select().from(products).where(eq(products.usuario_id, user.id));
  await server.db.insert(productSales).values(
    rows.flatMap(({ id, nome }) => {
      const unidades = sold[nome];
      return unidades === undefined ? [] : [{ usuario_id: user.id, produto_id: id, unidades }];
    }),
  );
});
afterAll(() => server.close());

async function names(query: string): Promise<string[]> {
  const answer = await server.call('GET', `/api/produtos?${query}`, { token: user.token });
  expect(answer.status).toBe(200);
  return answer.body.map(({ nome }: { nome: string }) => nome);
}

/** All pages of one row each, by their links. */
async function namesByPage(query: string): Promise<string[]> {
  const read: string[] = [];
  let next: string | undefined = `/api/produtos?limite=1&${query}`;
  while (next !== undefined) {
    const answer = await server.call('GET', next, { token: user.token });
    expect(answer.status).toBe(200);
    read.push(...answer.body.map(({ nome }: { nome: string }) => nome));
    next = /<(.+)>/.exec(String(answer.headers['link'] ?? ''))?.[1];
  }
  return read;
}

describe('the filters of products', () => {
  it.each([
    ['sem_estoque=true', ['abajur']],
    ['estoque_baixo=true', ['Bola', 'Caneca', 'abajur', 'Óculos']],
    ['sem_preco_amazon=true', ['Óculos']],
    ['com_prejuizo=true', ['Árvore', 'Caneca', 'abajur']],
    ['com_prejuizo=true&sem_estoque=true', ['abajur']],
    ['com_prejuizo=false', ['Bola', 'Árvore', 'Caneca', 'abajur', 'Óculos']],
    ['fornecedor_id=%20', ['Bola', 'Árvore', 'Caneca', 'abajur', 'Óculos']],
    ['fornecedor_id=nenhum', []],
    ['fornecedor_id=0190b0a0-0000-7000-8000-000000000000', []],
  ])('%s leaves what it says', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('narrow to one supplier, and count the same', async () => {
    expect(await names(`fornecedor_id=${supplier.id}&estoque_baixo=true`)).toEqual([
      'Caneca',
      'abajur',
      'Óculos',
    ]);
    const input = encodeURIComponent(JSON.stringify({ fornecedor_id: supplier.id, com_prejuizo: true }));
    const count = await server.call('GET', `/trpc/products.count?input=${input}`, { token: user.token });
    expect(count.body.result.data).toEqual({ total: 3 });
  });
});

describe('the order of products', () => {
  const ORDERS: Record<ProductSort, string[]> = {
    mais_vendidos: ['Árvore', 'Caneca', 'Óculos', 'Bola', 'abajur'],
    recentes: ['Bola', 'Árvore', 'Caneca', 'abajur', 'Óculos'],
    nome: ['abajur', 'Árvore', 'Bola', 'Caneca', 'Óculos'],
    menor_estoque: ['abajur', 'Bola', 'Óculos', 'Caneca', 'Árvore'],
    maior_estoque: ['Árvore', 'Caneca', 'Óculos', 'Bola', 'abajur'],
    menor_preco: ['Caneca', 'abajur', 'Óculos', 'Bola', 'Árvore'],
    maior_preco: ['Árvore', 'Bola', 'Óculos', 'abajur', 'Caneca'],
    menor_margem: ['Caneca', 'abajur', 'Óculos', 'Bola', 'Árvore'],
    maior_margem: ['Árvore', 'Bola', 'Óculos', 'abajur', 'Caneca'],
  };

  it.each(PRODUCT_SORTS)('%s is the same in one answer and page by page', async (ordem) => {
    expect(await names(`ordem=${ordem}`)).toEqual(ORDERS[ordem]);
    expect(await namesByPage(`ordem=${ordem}`)).toEqual(ORDERS[ordem]);
  });

  it('goes on where it stopped although that row stands elsewhere by now', async () => {
    const first = await server.call('GET', '/api/produtos?ordem=menor_estoque&limite=3', {
      token: user.token,
    });
    const last = first.body.at(-1);
    expect(last.nome).toBe('Óculos');
    await server.db.update(products).set({ estoque: 50 }).where(eq(products.id, last.id));
    const next = /<(.+)>/.exec(String(first.headers['link']))?.[1] ?? '';
    const rest = await server.call('GET', next, { token: user.token });
    expect(rest.body.map(({ nome }: { nome: string }) => nome)).toEqual(['Caneca', 'Árvore', 'Óculos']);
    await server.db.update(products).set({ estoque: 3 }).where(eq(products.id, last.id));
  });

  it.each([
    'x',
    'nome',
    'nome:',
    'nome:a:b',
    '0190b0a0-0000-7000-8000-000000000000',
    'menor_preco:1:0190b0a0-0000-7000-8000-000000000000',
    'maior_estoque:1e9:0190b0a0-0000-7000-8000-000000000000',
    `maior_estoque:${'9'.repeat(19)}:0190b0a0-0000-7000-8000-000000000000`,
    'mais_vendidos:x:0190b0a0-0000-7000-8000-000000000000',
  ])('refuses the cursor %j as none of its own', async (cursor) => {
    for (const ordem of ['nome', 'maior_estoque', 'mais_vendidos']) {
      const query = `ordem=${ordem}&cursor=${encodeURIComponent(cursor)}`;
      const answer = await server.call('GET', `/api/produtos?${query}`, { token: user.token });
      expect(answer).toMatchObject({ status: 422, body: { detail: 'Cursor: valor inválido' } });
    }
  });

  it('refuses an order it does not know', async () => {
    const answer = await server.call('GET', '/api/produtos?ordem=sorte', { token: user.token });
    expect(answer).toMatchObject({ status: 422, body: { detail: 'Ordem: opção inválida' } });
  });
});

describe('the names of a whole filter', () => {
  it('come page by page, of the own catalogue only, every product once', async () => {
    const other = await makeUser(server);
    const product = await makeProduct(server, other, { nome: 'Primeiro' });
    await server.db.execute(
      `INSERT INTO produtos (usuario_id, id, fornecedor_id, nome, preco_fornecedor, preco_venda_ml, estoque)
       SELECT usuario_id, gen_random_uuid(), fornecedor_id, 'Produto ' || n, 100, 200, 0
       FROM produtos, generate_series(1, 2345) n WHERE id = '${product.id}'`,
    );
    const read = async (input: object) => {
      const query = encodeURIComponent(JSON.stringify(input));
      const answer = await server.call('GET', `/trpc/products.names?input=${query}`, { token: other.token });
      return answer.body.result.data;
    };
    const first = await read({ sem_estoque: true });
    expect(first.itens).toHaveLength(2000);
    const second = await read({ sem_estoque: true, cursor: first.proximo_cursor });
    expect(second.proximo_cursor).toBeNull();
    const all = [...first.itens, ...second.itens];
    expect(new Set(all.map(({ id }: { id: string }) => id)).size).toBe(2345);
    expect(Object.keys(all[0])).toEqual([
      ...['id', 'nome', 'preco_fornecedor', 'preco_venda_ml', 'preco_venda_amazon'],
      ...['publicado_ml', 'publicado_amazon'],
    ]);
    expect(await read({ busca: 'primeiro' })).toMatchObject({
      itens: [{ id: product.id, nome: 'Primeiro', preco_venda_ml: 59.9, publicado_ml: false }],
      proximo_cursor: null,
    });
  });
});

describe('the SKUs that are taken', () => {
  async function askTaken(token: string, skus: unknown[]) {
    const answer = await server.call('POST', '/trpc/products.takenSkus', { token, body: { skus } });
    return answer.status === 200 ? answer.body.result.data.skus : answer.status;
  }

  it('are those of the own products that stand, ignoring case', async () => {
    const owner = await makeUser(server);
    const other = await makeUser(server);
    await makeProduct(server, owner, { sku: 'CAN-1' });
    await makeProduct(server, other, { sku: 'ALHEIO' });
    const gone = await makeProduct(server, owner, { sku: 'SAIU' });
    await server.call('DELETE', `/api/produtos/${gone.id}`, { token: owner.token });
    expect(await askTaken(owner.token, ['can-1', 'CAN-2', 'alheio', 'saiu', ''])).toEqual(['can-1']);
    expect(await askTaken(owner.token, [])).toBe(422);
  });

  it('are asked for 2,000 at a time', async () => {
    const { token } = await makeUser(server);
    const skus = Array.from({ length: 2_001 }, (_, index) => `SKU-${index}`);
    expect(await askTaken(token, skus.slice(1))).toEqual([]);
    expect(await askTaken(token, skus)).toBe(422);
  });
});
