import { listings } from '@esteira/db/schema/products/listings';
import { stockPushes } from '@esteira/db/schema/products/stock-pushes';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct, makeSupplier, makeUser, type TestUser } from '../../testing/makers';
import { InstrumentedAdapter } from '../../testing/marketplaces/instrumented-adapter';
import { createTestServer, type TestServer } from '../../testing/server';
import { TestJobs } from '../../testing/test-jobs';

let server: TestServer;
beforeAll(async () => {
  const clock = () => new Date();
  const marketplaces = {
    mercadolivre: new InstrumentedAdapter('mercadolivre', { clock }).adapter,
    amazon: new InstrumentedAdapter('amazon', { clock }).adapter,
  };
  server = await createTestServer({ deps: { marketplaces, jobs: new TestJobs() } });
});
afterAll(() => server.close());

const defaults = {
  ean: null,
  motivo_sem_ean: null,
  marca: null,
  modelo: null,
  condicao: 'novo',
  tipo_anuncio: 'classico',
  categoria_ml: null,
  margem_seguranca: 0,
};
const whole = {
  ean: '6925281974397',
  motivo_sem_ean: null,
  marca: 'JBL',
  modelo: 'Tune 520',
  condicao: 'usado',
  tipo_anuncio: 'premium',
  categoria_ml: 'MLB196208',
  margem_seguranca: 2,
};

async function getAttributes(user: TestUser, id: string) {
  const input = encodeURIComponent(JSON.stringify({ id }));
  const answer = await server.call('GET', `/trpc/products.listingAttributes?input=${input}`, {
    token: user.token,
  });
  return answer.status === 200 ? answer.body.result.data : answer.status;
}

async function seller() {
  const user = await makeUser(server);
  const { id: fornecedor_id } = await makeSupplier(server, user);
  const body = { fornecedor_id, nome: 'Fone', preco_fornecedor: 25, preco_venda_ml: 59.9, estoque: 10 };
  return { user, body };
}

it('answers the defaults for a product that was never given attributes', async () => {
  const user = await makeUser(server);
  const product = await makeProduct(server, user);
  expect(await getAttributes(user, product.id)).toEqual(defaults);
});

it('is created with the product, replaced with it, and left alone by an edit that does not bring one', async () => {
  const { user, body } = await seller();
  const created = await server.call('POST', '/api/produtos', {
    token: user.token,
    body: { ...body, ficha: { ...whole, ean: ' 6925-2819 74397 ', categoria_ml: 'mlb196208' } },
  });
  expect(created.status).toBe(201);
  const { id } = created.body;
  expect(await getAttributes(user, id)).toEqual(whole);
  const url = `/api/produtos/${id}`;
  await server.call('PUT', url, { token: user.token, body: { ...body, nome: 'Fone 2' } });
  expect(await getAttributes(user, id)).toEqual(whole);
  await server.call('PUT', url, { token: user.token, body: { ...body, ficha: { marca: 'Sony' } } });
  expect(await getAttributes(user, id)).toEqual({ ...defaults, marca: 'Sony' });
});

it('stores no EAN for a code that no marketplace could know', async () => {
  const { user, body } = await seller();
  for (const ean of ['0000000000000', '2000000000008', 'SEM GTIN']) {
    const created = await server.call('POST', '/api/produtos', {
      token: user.token,
      body: { ...body, ficha: { ean } },
    });
    expect(await getAttributes(user, created.body.id)).toEqual(defaults);
  }
});

it('is refused as a whole, with the field named, and then nothing of the product is written either', async () => {
  const { user, body } = await seller();
  const answer = await server.call('POST', '/api/produtos', {
    token: user.token,
    body: { ...body, ficha: { ean: '6925281974398' } },
  });
  expect([answer.status, answer.body.detail]).toEqual([422, 'EAN: código EAN inválido: confira os dígitos']);
  expect(answer.body.erros).toEqual([
    { campo: 'ficha.ean', mensagem: 'Código EAN inválido: confira os dígitos' },
  ]);
  expect((await server.call('GET', '/api/produtos', { token: user.token })).body).toEqual([]);
});

it('of another seller is not found', async () => {
  const user = await makeUser(server);
  const product = await makeProduct(server, await makeUser(server));
  expect(await getAttributes(user, product.id)).toBe(404);
  expect(await getAttributes(user, 'não é id')).toBe(404);
});

it('enqueues the stock for real listings when the safety margin changes, and only then', async () => {
  const { user, body } = await seller();
  const product = await makeProduct(server, user, body);
  const key = { usuario_id: user.id, produto_id: product.id };
  const published = { status: 'publicado', modo: 'real', id_externo: 'x' } as const;
  await server.db.insert(listings).values([
    { ...key, ...published, marketplace: 'mercadolivre' },
    { ...key, ...published, marketplace: 'amazon', status: 'pausado', desejado: 'pausado' },
  ]);
  const edit = async (margem_seguranca: number) => {
    await server.db.delete(stockPushes).where(eq(stockPushes.usuario_id, user.id));
    const answer = await server.call('PUT', `/api/produtos/${product.id}`, {
      token: user.token,
      body: { ...body, preco_venda_amazon: 64.9, ficha: { margem_seguranca } },
    });
    expect(answer.status).toBe(200);
    return server.db
      .select({ marketplace: stockPushes.marketplace })
      .from(stockPushes)
      .where(and(eq(stockPushes.usuario_id, user.id), eq(stockPushes.produto_id, product.id)));
  };
  expect(await edit(0)).toEqual([]);
  expect(await edit(3)).toEqual([{ marketplace: 'mercadolivre' }]);
  expect(await edit(3)).toEqual([]);
  expect(await edit(4)).toEqual([{ marketplace: 'mercadolivre' }]);
});
