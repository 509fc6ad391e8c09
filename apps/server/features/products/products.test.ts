import { stockMovements } from '@esteira/db/schema/products/stock-movements';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, makeSupplier, makeUser, unique } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function seller() {
  const user = await makeUser(server);
  const supplier = await makeSupplier(server, user);
  const body = {
    fornecedor_id: supplier.id,
    nome: 'Fone Bluetooth',
    descricao: 'Sem fio',
    sku: unique('SKU'),
    preco_fornecedor: 25,
    preco_venda_ml: 59.9,
    preco_venda_amazon: null,
    estoque: 10,
    imagem_url: 'https://exemplo.com.br/fone.jpg',
  };
  return { user, supplier, body };
}

async function getMovements(produtoId: string) {
  const rows = await server.db
    .select({ quantidade: stockMovements.quantidade, motivo: stockMovements.motivo })
    .from(stockMovements)
    .where(eq(stockMovements.produto_id, produtoId))
    .orderBy(stockMovements.id);
  return rows.map((row) => [row.motivo, row.quantidade]);
}

describe('creating a product', () => {
  it('answers 201 with the whole entity, prices as numbers with their decimals', async () => {
    const { user, body } = await seller();
    const answer = await server.call('POST', '/api/produtos', { token: user.token, body });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      ...body,
      id: expect.any(String),
      publicado_ml: false,
      publicado_amazon: false,
      versao: expect.any(String),
    });
    expect(await getMovements(answer.body.id)).toEqual([['inicial', 10]]);
  });

  it('refuses a supplier of another seller, an unknown one and a malformed id with 422', async () => {
    const { user, body } = await seller();
    const other = await seller();
    for (const fornecedor_id of [other.supplier.id, '0190b0a0-0000-7000-8000-000000000000', 'não é id']) {
      const answer = await server.call('POST', '/api/produtos', {
        token: user.token,
        body: { ...body, fornecedor_id },
      });
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toBe('Fornecedor não encontrado');
      expect(answer.body.erros).toEqual([{ campo: 'fornecedor_id', mensagem: 'Fornecedor não encontrado' }]);
    }
  });

  it('keeps a SKU unique within a seller, ignoring case, and free for other sellers', async () => {
    const { user, body } = await seller();
    await server.call('POST', '/api/produtos', { token: user.token, body });
    const again = await server.call('POST', '/api/produtos', {
      token: user.token,
      body: { ...body, sku: body.sku.toLowerCase() },
    });
    expect([again.status, again.body.detail]).toEqual([409, 'SKU já cadastrado']);
    const other = await seller();
    const elsewhere = await server.call('POST', '/api/produtos', {
      token: other.user.token,
      body: { ...other.body, sku: body.sku },
    });
    expect(elsewhere.status).toBe(201);
  });

  it('ignores fields that are not the client’s to set', async () => {
    const { user, body } = await seller();
    const other = await makeUser(server);
    const answer = await server.call('POST', '/api/produtos', {
      token: user.token,
      body: { ...body, publicado_ml: true, usuario_id: other.id, id: other.id },
    });
    expect(answer.body.publicado_ml).toBe(false);
    expect(answer.body.id).not.toBe(other.id);
    expect((await server.call('GET', '/api/produtos', { token: other.token })).body).toEqual([]);
  });
});

describe('editing a product', () => {
  it('sets the stock without estoque_anterior and records the difference', async () => {
    const { user, body } = await seller();
    const product = await makeProduct(server, user, body);
    const answer = await server.call('PUT', `/api/produtos/${product.id}`, {
      token: user.token,
      body: { ...body, estoque: 4, preco_venda_ml: 0.01 },
    });
    expect([answer.status, answer.body.estoque, answer.body.preco_venda_ml]).toEqual([200, 4, 0.01]);
    expect(await getMovements(product.id)).toEqual([
      ['inicial', 10],
      ['ajuste', -6],
    ]);
  });

  it('applies only the difference with estoque_anterior, so a sale meanwhile is not undone', async () => {
    const { user, body } = await seller();
    const product = await makeProduct(server, user, body);
    await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
    await server.call('POST', `/api/mercadolivre/simular-venda/${product.id}`, {
      token: user.token,
      body: { quantidade: 3 },
    });
    const answer = await server.call('PUT', `/api/produtos/${product.id}`, {
      token: user.token,
      body: { ...body, estoque: 12, estoque_anterior: 10 },
    });
    expect(answer.body.estoque).toBe(9);
    const below = await server.call('PUT', `/api/produtos/${product.id}`, {
      token: user.token,
      body: { ...body, estoque: 0, estoque_anterior: 10 },
    });
    expect([below.status, below.body.detail]).toEqual([409, 'Estoque insuficiente']);
  });

  it('keeps a price under every listing', async () => {
    const { user, body } = await seller();
    const priced = { ...body, preco_venda_amazon: 64.9 };
    const product = await makeProduct(server, user, priced);
    await server.call('POST', `/api/amazon/publicar/${product.id}`, { token: user.token });
    await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
    const edit = async (fields: object) => {
      const answer = await server.call('PUT', `/api/produtos/${product.id}`, {
        token: user.token,
        body: { ...priced, ...fields },
      });
      return [answer.status, answer.body.detail];
    };
    expect(await edit({ preco_venda_amazon: null })).toEqual([
      409,
      'Despublique da Amazon antes de remover o preço',
    ]);
    expect(await edit({ preco_venda_amazon: 0 })).toEqual([
      409,
      'Despublique da Amazon antes de zerar o preço',
    ]);
    expect(await edit({ preco_venda_ml: 0 })).toEqual([
      409,
      'Despublique do Mercado Livre antes de zerar o preço',
    ]);
  });
});

describe('listing products', () => {
  it('answers all, newest first, and pages with a Link header', async () => {
    const { user, supplier } = await seller();
    const names = ['A', 'B', 'C', 'D', 'E'];
    for (const nome of names) await makeProduct(server, user, { fornecedor_id: supplier.id, nome });
    const all = await server.call('GET', '/api/produtos', { token: user.token });
    expect(all.body.map((p: { nome: string }) => p.nome)).toEqual(['E', 'D', 'C', 'B', 'A']);
    const seen: string[] = [];
    let url: string | undefined = '/api/produtos?limite=2';
    while (url !== undefined) {
      const page = await server.call('GET', url, { token: user.token });
      seen.push(...page.body.map((p: { nome: string }) => p.nome));
      url = /^<(.+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1];
    }
    expect(seen).toEqual(['E', 'D', 'C', 'B', 'A']);
  });

  it('streams a list longer than a page, whole and in order', async () => {
    const { user, supplier } = await seller();
    const product = await makeProduct(server, user, { fornecedor_id: supplier.id });
    await server.db.execute(
      `INSERT INTO produtos (usuario_id, id, fornecedor_id, nome, preco_fornecedor, preco_venda_ml, estoque)
       SELECT usuario_id, gen_random_uuid(), fornecedor_id, 'Produto ' || n, 100, 200, 0
       FROM produtos, generate_series(1, 1234) n WHERE id = '${product.id}'`,
    );
    const answer = await server.call('GET', '/api/produtos', { token: user.token });
    expect(answer.status).toBe(200);
    const ids: string[] = answer.body.map((p: { id: string }) => p.id);
    expect(ids).toHaveLength(1235);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
  });

  it('searches name and SKU anywhere, ignoring case and accents, taking wildcards literally', async () => {
    const { user, supplier } = await seller();
    const base = { fornecedor_id: supplier.id };
    await makeProduct(server, user, { ...base, nome: 'Cafeteira Elétrica Pão & Açúcar', sku: 'CAF-100%' });
    await makeProduct(server, user, { ...base, nome: 'Tênis_de corrida', sku: 'TEN-1' });
    const search = async (busca: string) => {
      const answer = await server.call('GET', `/api/produtos?busca=${encodeURIComponent(busca)}`, {
        token: user.token,
      });
      return answer.body.map((p: { sku: string }) => p.sku);
    };
    expect(await search('ACUCAR')).toEqual(['CAF-100%']);
    expect(await search('elétri')).toEqual(['CAF-100%']);
    expect(await search('ten-1')).toEqual(['TEN-1']);
    expect(await search('100%')).toEqual(['CAF-100%']);
    expect(await search('s_d')).toEqual(['TEN-1']);
    expect(await search('%')).toEqual(['CAF-100%']);
    expect(await search('nada disso')).toEqual([]);
    expect(await search('')).toHaveLength(2);
  });
});

describe('counting products', () => {
  it('counts what the search and the filters leave, of the own catalogue only', async () => {
    const { user, body } = await seller();
    const other = await seller();
    await server.call('POST', '/api/produtos', { token: other.user.token, body: other.body });
    await server.call('POST', '/api/produtos', { token: user.token, body });
    const rare = { ...body, nome: 'Luminária', sku: unique('SKU'), estoque: 2 };
    await server.call('POST', '/api/produtos', { token: user.token, body: rare });
    const count = async (input: object) => {
      const query = encodeURIComponent(JSON.stringify(input));
      const answer = await server.call('GET', `/trpc/products.count?input=${query}`, { token: user.token });
      return answer.body.result.data.total;
    };
    expect(await count({})).toBe(2);
    expect(await count({ busca: 'luminaria' })).toBe(1);
    expect(await count({ estoque_baixo: true })).toBe(1);
    expect(await count({ publicado: 'mercadolivre' })).toBe(0);
  });
});

describe('deleting a product', () => {
  it('ends its listings, answers 204 and then knows it no more, while its orders stay', async () => {
    const { user, body } = await seller();
    const product = await makeProduct(server, user, body);
    await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
    await server.call('POST', `/api/mercadolivre/simular-venda/${product.id}`, { token: user.token });
    const answer = await server.call('DELETE', `/api/produtos/${product.id}`, { token: user.token });
    expect([answer.status, answer.text]).toEqual([204, '']);
    const again = await server.call('DELETE', `/api/produtos/${product.id}`, { token: user.token });
    expect([again.status, again.body.detail]).toEqual([404, 'Produto não encontrado']);
    expect((await server.call('GET', '/api/produtos', { token: user.token })).body).toEqual([]);
    const orders = await server.call('GET', '/api/pedidos', { token: user.token });
    expect(orders.body[0].produto_nome).toBe(body.nome);
    const reused = await server.call('POST', '/api/produtos', { token: user.token, body });
    expect(reused.status).toBe(201);
  });

  it('fails and keeps the product when the marketplace does not end the listing', async () => {
    const { user, body } = await seller();
    const product = await makeProduct(server, user, body);
    await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
    await server.call('PUT', `/api/produtos/${product.id}`, {
      token: user.token,
      body: { ...body, nome: 'Fone SIM-INDISPONIVEL' },
    });
    const answer = await server.call('DELETE', `/api/produtos/${product.id}`, { token: user.token });
    expect(answer.status).toBe(503);
    const [kept] = (await server.call('GET', '/api/produtos', { token: user.token })).body;
    expect(kept.publicado_ml).toBe(true);
  });
});
