import { users } from '@esteira/db/schema/accounts/users';
import { orders } from '@esteira/db/schema/orders/orders';
import { ORDER_ACTIONS, ORDER_STATUSES, type OrderAction } from '@esteira/domain/orders/order-machine';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../testing/makers';
import { externalOrder } from '../../testing/marketplaces/external-orders';
import { createTestServer, type TestServer } from '../../testing/server';
import { findListing } from '../publication/listing/listing';
import { cancelOrder, receiveOrder } from './intake/intake';
import { takeStep } from './testing/take-step';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function makeOrder(user: TestUser, fields: Record<string, unknown> = {}) {
  const product = await makeProduct(server, user, fields);
  await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
  const sale = await server.call('POST', `/api/mercadolivre/simular-venda/${product.id}`, {
    token: user.token,
  });
  expect(sale.status, sale.text).toBe(200);
  const [order] = (await server.call('GET', '/api/pedidos?limite=1', { token: user.token })).body;
  return { product, order };
}

const step = (user: TestUser, id: string, action: OrderAction) => takeStep(server, { user, id, action });

describe('the order line', () => {
  it('moves from pendente to entregue, each step by its own action, and records who did it', async () => {
    const user = await makeUser(server, { nome: 'Ana Lima' });
    const { order } = await makeOrder(user);
    expect(order.status).toBe('pendente');
    for (const action of Object.keys(ORDER_ACTIONS) as OrderAction[]) {
      const answer = await step(user, order.id, action);
      expect([answer.status, answer.body.status]).toEqual([200, ORDER_ACTIONS[action].to]);
    }
    const history = await server.call(
      'GET',
      `/trpc/orders.history?input=${encodeURIComponent(JSON.stringify({ id: order.id }))}`,
      {
        token: user.token,
      },
    );
    const events: { de: string | null; para: string; ator_nome: string }[] = history.body.result.data;
    expect(events.map((event) => event.para)).toEqual(ORDER_STATUSES.slice(0, 6));
    expect(events.map((event) => event.de)).toEqual([null, ...ORDER_STATUSES.slice(0, 5)]);
    expect(new Set(events.map((event) => event.ator_nome))).toEqual(new Set(['Ana Lima']));
  });

  it('refuses every action from every other status with 409 and the status’ label', async () => {
    const user = await makeUser(server);
    const { order } = await makeOrder(user);
    for (const status of ORDER_STATUSES) {
      await server.db.update(orders).set({ status }).where(eq(orders.id, order.id));
      for (const action of Object.keys(ORDER_ACTIONS) as OrderAction[]) {
        if (ORDER_ACTIONS[action].from === status) continue;
        const answer = await step(user, order.id, action);
        expect(answer.status).toBe(409);
        expect(answer.body.detail).toMatch(/^Pedido está ".+"$/);
      }
    }
  });

  it('lets exactly one of 20 parallel approvals succeed', async () => {
    const user = await makeUser(server);
    const { order } = await makeOrder(user);
    const answers = await Promise.all(Array.from({ length: 20 }, () => step(user, order.id, 'approve')));
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(409)]);
    expect(answers.find((a) => a.status === 409)?.body.detail).toBe('Pedido está "Aprovado"');
  });

  it('answers 404 for an unknown, a malformed and another seller’s id', async () => {
    const user = await makeUser(server);
    const { order } = await makeOrder(await makeUser(server));
    for (const id of [order.id, '0190b0a0-0000-7000-8000-000000000000', "1'; DROP TABLE pedidos"]) {
      const answer = await step(user, encodeURIComponent(id), 'approve');
      expect([answer.status, answer.body.detail]).toEqual([404, 'Pedido não encontrado']);
    }
  });
});

it('bears its SKU of the sale and the picture that its product has now', async () => {
  const user = await makeUser(server);
  const imagem_url = 'https://exemplo.com/caneca.webp';
  const { product } = await makeOrder(user, { sku: 'CAN-1', imagem_url });
  const edited = { ...product, preco_fornecedor: 25, preco_venda_ml: 59.9, sku: 'CAN-2', imagem_url: null };
  const listed = (await server.call('GET', '/api/pedidos', { token: user.token })).body;
  expect(listed).toMatchObject([{ produto_sku: 'CAN-1', imagem_url }]);
  await server.call('PUT', `/api/produtos/${product.id}`, { token: user.token, body: edited });
  const answer = await step(user, listed[0].id, 'approve');
  expect(answer.body).toMatchObject({ produto_sku: 'CAN-1', imagem_url: null });
});

describe('the label', () => {
  it('is a PDF behind a signed link that opens without a session', async () => {
    const user = await makeUser(server);
    const { order } = await makeOrder(user);
    expect(order.etiqueta_ml_url).toBeNull();
    await step(user, order.id, 'approve');
    const { body } = await step(user, order.id, 'sendToSupplier');
    const url = new URL(body.etiqueta_ml_url);
    const label = await server.call('GET', url.pathname + url.search);
    expect([label.status, label.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(label.text.startsWith('%PDF-')).toBe(true);
    url.searchParams.set('expira', String(Number(url.searchParams.get('expira')) + 1));
    const forged = await server.call('GET', url.pathname + url.search);
    expect([forged.status, forged.headers['content-type']]).toEqual([403, 'application/json; charset=utf-8']);
    expect((await server.call('GET', url.pathname)).status).toBe(403);
  });

  it('whose link is over is a page with a way to a new one for a browser, and JSON for a program', async () => {
    const user = await makeUser(server);
    const { order } = await makeOrder(user);
    const path = `/api/etiquetas/${user.id}/${order.id}?expira=1&assinatura=x`;
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const page = await server.call('GET', path, { headers: { accept } });
    expect([page.status, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    expect(page.text).toContain('Link da etiqueta inválido ou expirado.');
    expect(page.text).toContain(`<a href="/pedidos?pedido=${order.id}">Gerar de novo</a>`);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/);
    for (const accepted of ['application/json', '*/*'])
      expect((await server.call('GET', path, { headers: { accept: accepted } })).body).toEqual({
        detail: 'Link da etiqueta inválido ou expirado. Abra-o de novo pela tela de pedidos.',
      });
  });

  it('with an unknown name is a page without what was in the address', async () => {
    const path = '/api/etiquetas/%3Cb%3E/%3Cscript%3E';
    const page = await server.call('GET', path, { headers: { accept: 'text/html' } });
    expect(page.text).toContain('<a href="/pedidos">Gerar de novo</a>');
    expect(page.text).not.toContain('<script');
  });

  it('keeps the order where it is while the marketplace has no label yet', async () => {
    const user = await makeUser(server);
    const { order } = await makeOrder(user, { nome: 'Caneca SIM-ETIQUETA-PENDENTE' });
    await step(user, order.id, 'approve');
    const answer = await step(user, order.id, 'sendToSupplier');
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toMatch(/etiqueta/);
    const [kept] = (await server.call('GET', '/api/pedidos', { token: user.token })).body;
    expect([kept.status, kept.etiqueta_ml_url]).toEqual(['aprovado', null]);
  });
});

/** A paid order of two units of a product that is published here, as the marketplace would hold it. */
async function getOrder(user: TestUser, product: { id: string }) {
  await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
  const key = { usuarioId: user.id, contaId: 1, produtoId: product.id, marketplace: 'mercadolivre' } as const;
  const listing = await findListing(server.db, key);
  return externalOrder('mercadolivre', { listing: listing?.id_externo ?? 'not published', units: 2 });
}

async function getOrders(user: TestUser) {
  return (await server.call('GET', '/api/pedidos', { token: user.token })).body;
}

async function getStock(user: TestUser): Promise<number> {
  return (await server.call('GET', '/api/produtos', { token: user.token })).body[0].estoque;
}

describe('orders from the marketplace', () => {
  it('are recorded once however often they arrive, at the price the buyer paid', async () => {
    const user = await makeUser(server);
    const product = await makeProduct(server, user, { estoque: 10 });
    const order = await getOrder(user, product);
    await Promise.all(
      Array.from({ length: 10 }, () => receiveOrder(server.db, { usuarioId: user.id, contaId: 1 }, order)),
    );
    const stored = await getOrders(user);
    expect(stored).toHaveLength(1);
    expect(stored[0]).toMatchObject({ quantidade: 2, preco_venda: 100, preco_fornecedor: 50, lucro: 50 });
    expect(await getStock(user)).toBe(8);
  });

  it('beyond the stock are kept and flagged, and take nothing', async () => {
    const user = await makeUser(server);
    const product = await makeProduct(server, user, { estoque: 1 });
    await receiveOrder(server.db, { usuarioId: user.id, contaId: 1 }, await getOrder(user, product));
    const [order] = await getOrders(user);
    expect(order).toMatchObject({
      requer_atencao: true,
      motivo_atencao: 'Venda acima do estoque disponível',
      preco_fornecedor: 50,
    });
    expect(await getStock(user)).toBe(1);
    await cancelOrder(server.db, user.id, order);
    expect(await getStock(user)).toBe(1);
  });

  it('of a listing that was not made here stand as Produto of Desconhecido', async () => {
    const user = await makeUser(server);
    const product = await makeProduct(server, user);
    const order = await getOrder(user, product);
    const itens = order.itens.map((item) => ({ ...item, id_externo: 'MLB1' }));
    await receiveOrder(
      server.db,
      { usuarioId: user.id, contaId: 1 },
      { ...order, itens, cliente_nome: null },
    );
    const [stored] = await getOrders(user);
    expect(stored).toMatchObject({
      produto_nome: 'Produto',
      fornecedor_nome: 'Desconhecido',
      produto_id: null,
      requer_atencao: true,
      preco_fornecedor: 0,
      lucro: 100,
    });
  });

  it('are cancelled once, from any status before entregue, and the stock comes back once', async () => {
    const user = await makeUser(server);
    const product = await makeProduct(server, user, { estoque: 10 });
    const order = await getOrder(user, product);
    await receiveOrder(server.db, { usuarioId: user.id, contaId: 1 }, order);
    const results = await Promise.all(
      Array.from({ length: 5 }, () => cancelOrder(server.db, user.id, order)),
    );
    expect(results.filter((result) => result === 'cancelled')).toHaveLength(1);
    expect(await getStock(user)).toBe(10);
    expect((await getOrders(user))[0].status).toBe('cancelado');
    const delivered = await getOrder(user, product);
    await receiveOrder(server.db, { usuarioId: user.id, contaId: 1 }, delivered);
    await server.db
      .update(orders)
      .set({ status: 'entregue' })
      .where(eq(orders.ml_order_id, delivered.ml_order_id));
    expect(await cancelOrder(server.db, user.id, delivered)).toBe('unchanged');
    expect(await getStock(user)).toBe(8);
  });
});

describe('filters and counts', () => {
  it('agree with the documented statuses', async () => {
    const user = await makeUser(server);
    const { product } = await makeOrder(user);
    for (let sale = 0; sale < 6; sale += 1) {
      await server.call('POST', `/api/mercadolivre/simular-venda/${product.id}`, { token: user.token });
    }
    const all = await getOrders(user);
    for (const [index, status] of ORDER_STATUSES.entries()) {
      await server.db.update(orders).set({ status }).where(eq(orders.id, all[index].id));
    }
    const counts = await server.call('GET', '/trpc/orders.counts', { token: user.token });
    expect(counts.body.result.data).toMatchObject({
      todos: 7,
      pendentes: 1,
      aprovados: 1,
      com_fornecedor: 2,
    });
    const filtered = await server.call('GET', '/api/pedidos?filtro=com_fornecedor', { token: user.token });
    expect(filtered.body.map((o: { status: string }) => o.status).sort()).toEqual([
      'enviado_fornecedor',
      'pago',
    ]);
  });
});

it('an order belongs to an existing user only', async () => {
  const user = await makeUser(server);
  await makeOrder(user);
  await expect(server.db.delete(users).where(eq(users.id, user.id))).rejects.toThrow();
});
