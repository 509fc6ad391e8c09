import { newId } from '@esteira/db/schema/columns';
import { orderNotes } from '@esteira/db/schema/orders/order-notes';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { addMissingLines, insertOrders } from '@esteira/db/testing/insert-orders';
import { MAX_NOTES } from '@esteira/domain/orders/order-notes';
import type { OrderDetails } from '@esteira/validators/orders/order-details';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, makeSupplier, makeUser, type TestUser, unique } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function insertOrder(user: TestUser, fields: Partial<typeof orders.$inferInsert> = {}) {
  const id = newId();
  await insertOrders(server.db, {
    usuario_id: user.id,
    id,
    marketplace: 'mercadolivre',
    ml_order_id: unique('2000'),
    produto_nome: 'Caneca',
    fornecedor_nome: 'Atacado',
    quantidade: 1,
    preco_venda: 59.9,
    preco_fornecedor: 25,
    cliente_nome: 'José da Conceição',
    cliente_endereco: 'Rua A, 1, São Paulo - SP, CEP 01310-100',
    ...fields,
  });
  return id;
}

const query = (user: TestUser, name: string, input: object) =>
  server.call('GET', `/trpc/orders.${name}?input=${encodeURIComponent(JSON.stringify(input))}`, {
    token: user.token,
  });
const mutate = (user: TestUser, name: string, body: object) =>
  server.call('POST', `/trpc/orders.${name}`, { token: user.token, body });

async function details(user: TestUser, id: string): Promise<OrderDetails> {
  const answer = await query(user, 'details', { id });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.result.data;
}

const textsOf = async (user: TestUser, id: string) =>
  (await details(user, id)).notas.map(({ texto }) => texto);

describe('the page of an order', () => {
  it('has the order, what happened to it, its product with its stock and its supplier’s contact', async () => {
    const user = await makeUser(server);
    const supplier = await makeSupplier(server, user, { telefone: '11 99999-0000', dados_pagamento: 'Pix' });
    const product = await makeProduct(server, user, { fornecedor_id: supplier.id, sku: 'CAN-1', estoque: 7 });
    const { token } = user;
    await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token });
    await server.call('POST', `/api/mercadolivre/simular-venda/${product.id}`, { token });
    const [order] = (await server.call('GET', '/api/pedidos', { token })).body;
    await server.call('POST', `/api/pedidos/${order.id}/aprovar`, { token });
    expect(await details(user, order.id)).toMatchObject({
      pedido: { id: order.id, status: 'aprovado' },
      eventos: [
        { de: null, para: 'pendente' },
        { para: 'aprovado', ator_nome: 'Vendedora Teste' },
      ],
      notas: [],
      produto: { id: product.id, sku: 'CAN-1', estoque: 6 },
      fornecedor: { id: supplier.id, telefone: '11 99999-0000', dados_pagamento: 'Pix' },
    });
  });

  it('names the orders that travel in the same parcel, not those cancelled and not another seller’s', async () => {
    const [user, other] = [await makeUser(server), await makeUser(server)];
    const [id, mate, cancelled] = [
      await insertOrder(user),
      await insertOrder(user, { ml_order_id: '2000-mate' }),
      await insertOrder(user, { status: 'cancelado' }),
    ];
    const alone = await insertOrder(user);
    const foreign = await insertOrder(other);
    const parcel = { pacote_id: 'pack-7', situacao: 'etiqueta_pronta', precisa_nota: false } as const;
    const state = { tem_etiqueta: true, pode_marcar_enviado: false, mudou_em: new Date().toISOString() };
    await server.db.insert(orderShipping).values([
      ...[id, mate, cancelled].map((pedido_id) => ({
        usuario_id: user.id,
        pedido_id,
        ...parcel,
        ...state,
      })),
      { usuario_id: user.id, pedido_id: alone, ...parcel, ...state, pacote_id: 'pack-8' },
      { usuario_id: other.id, pedido_id: foreign, ...parcel, ...state },
    ]);
    expect((await details(user, id)).mesmo_pacote).toEqual(['2000-mate']);
    expect((await details(user, alone)).mesmo_pacote).toEqual([]);
    expect((await details(user, cancelled)).mesmo_pacote).toEqual([]);
  });

  it('does without a product and a supplier that are gone or were never known', async () => {
    const user = await makeUser(server);
    const product = await makeProduct(server, user);
    const known = { produto_id: product.id, fornecedor_id: product.fornecedor_id };
    const [sold, unknown] = [await insertOrder(user, known), await insertOrder(user)];
    await server.call('DELETE', `/api/produtos/${product.id}`, { token: user.token });
    await server.call('DELETE', `/api/fornecedores/${product.fornecedor_id}`, { token: user.token });
    for (const id of [sold, unknown]) {
      expect(await details(user, id)).toMatchObject({ produto: null, fornecedor: null });
    }
  });

  it('is read by REST as well, and by its seller only', async () => {
    const [user, other] = [await makeUser(server), await makeUser(server)];
    const id = await insertOrder(user);
    const own = await server.call('GET', `/api/pedidos/${id}`, { token: user.token });
    expect([own.status, own.body.id]).toEqual([200, id]);
    for (const path of [`/api/pedidos/${id}`, '/api/pedidos/nada', `/api/pedidos/${newId()}`]) {
      const answer = await server.call('GET', path, { token: other.token });
      expect([answer.status, answer.body.detail]).toEqual([404, 'Pedido não encontrado']);
    }
    for (const [name, input] of [
      ['details', { id }],
      ['ofSameBuyer', { id }],
      ['details', { id: "' OR true --" }],
    ] as const) {
      expect((await query(other, name, input)).status).toBe(404);
    }
  });
});

describe('notes', () => {
  it('are kept with who wrote them and when, in the order they were written', async () => {
    const user = await makeUser(server);
    const id = await insertOrder(user);
    await mutate(user, 'addNote', { id, texto: '  Ligou às 10 h\nQuer trocar  ' });
    const added = await mutate(user, 'addNote', { id, texto: 'Troca combinada' });
    expect(added.body.result.data).toMatchObject({ ator_id: user.id, ator_nome: 'Vendedora Teste' });
    expect(await textsOf(user, id)).toEqual(['Ligou às 10 h\nQuer trocar', 'Troca combinada']);
  });

  it('sent again under the same id are one note, also after it was deleted', async () => {
    const user = await makeUser(server);
    const id = await insertOrder(user);
    const note = { id, nota_id: newId(), texto: 'Uma vez' };
    for (const answer of await Promise.all([mutate(user, 'addNote', note), mutate(user, 'addNote', note)])) {
      expect(answer.status, answer.text).toBe(200);
    }
    expect(await textsOf(user, id)).toEqual(['Uma vez']);
    expect((await mutate(user, 'removeNote', { id, nota_id: note.nota_id })).status).toBe(200);
    expect((await mutate(user, 'removeNote', { id, nota_id: note.nota_id })).status).toBe(404);
    expect((await mutate(user, 'addNote', note)).status).toBe(404);
    expect(await textsOf(user, id)).toEqual([]);
  });

  it('leave nothing of their text behind when they are deleted', async () => {
    const user = await makeUser(server);
    const id = await insertOrder(user);
    const { body } = await mutate(user, 'addNote', { id, texto: 'Segredo' });
    await mutate(user, 'removeNote', { id, nota_id: body.result.data.id });
    const rows = await server.db.select().from(orderNotes).where(eq(orderNotes.pedido_id, id));
    expect(rows.map(({ texto }) => texto)).toEqual(['']);
  });

  it.each([
    ['nothing', '   '],
    ['more than 1,000 characters', 'a'.repeat(1001)],
    ['control characters', 'a\u0000b'],
  ])('with %s are refused', async (_, texto) => {
    const user = await makeUser(server);
    const id = await insertOrder(user);
    expect((await mutate(user, 'addNote', { id, texto })).status).toBe(422);
    expect((await mutate(user, 'addNote', { id, texto: 'ç'.repeat(1000) })).status).toBe(200);
  });

  it('of another seller’s order are neither written nor deleted', async () => {
    const [user, other] = [await makeUser(server), await makeUser(server)];
    const id = await insertOrder(user);
    const { body } = await mutate(user, 'addNote', { id, texto: 'Minha' });
    const nota_id = body.result.data.id;
    expect((await mutate(other, 'addNote', { id, texto: 'Alheia' })).status).toBe(404);
    expect((await mutate(other, 'removeNote', { id, nota_id })).status).toBe(404);
    expect((await mutate(user, 'addNote', { id: 'nada', texto: 'a' })).status).toBe(404);
    expect(await textsOf(user, id)).toEqual(['Minha']);
  });

  it('are no more than an order may hold', async () => {
    const user = await makeUser(server);
    const id = await insertOrder(user);
    const row = { usuario_id: user.id, pedido_id: id, ator_id: user.id, texto: 'x' };
    const many = Array.from({ length: MAX_NOTES }, () => ({ ...row, id: newId() }));
    await server.db.insert(orderNotes).values(many);
    const refused = await mutate(user, 'addNote', { id, texto: 'Mais uma' });
    expect([refused.status, refused.body.error.data.detail]).toEqual([409, 'Um pedido guarda até 200 notas']);
    const nota_id = many[0]?.id ?? '';
    await mutate(user, 'removeNote', { id, nota_id });
    expect((await mutate(user, 'addNote', { id, texto: 'Mais uma' })).status).toBe(200);
  });
});

describe('other orders of the same buyer', () => {
  const others = async (user: TestUser, id: string) => {
    const answer = await query(user, 'ofSameBuyer', { id });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.result.data as { itens: { id: string }[]; tem_mais: boolean };
  };
  const idsOf = async (user: TestUser, id: string) => (await others(user, id)).itens.map((o) => o.id);

  it('have the same name and address on the same marketplace, whatever case, accents and blanks', async () => {
    const user = await makeUser(server);
    const id = await insertOrder(user);
    const same = await insertOrder(user, {
      cliente_nome: '  JOSE  DA CONCEICAO ',
      cliente_endereco: 'rua a, 1,  sao paulo - sp, cep 01310-100',
    });
    await insertOrder(user, { cliente_endereco: 'Rua B, 2' });
    await insertOrder(user, { cliente_nome: 'José da Conceição Neto' });
    await insertOrder(user, { marketplace: 'amazon' });
    await insertOrder(await makeUser(server));
    expect(await idsOf(user, id)).toEqual([same]);
    expect(await idsOf(user, same)).toEqual([id]);
  });

  it('are none where the marketplace hides its buyers', async () => {
    const user = await makeUser(server);
    const nothing = { cliente_nome: null, cliente_endereco: null };
    for (const hidden of [nothing, { cliente_nome: '' }, { cliente_endereco: null }]) {
      const id = await insertOrder(user, hidden);
      await insertOrder(user, hidden);
      expect(await idsOf(user, id)).toEqual([]);
    }
  });

  it.each(['Li', 'A B C D', '宝', '% _ \\', 'N'.repeat(300), `${'Maria Aparecida '.repeat(12)}Souza`])(
    'are found by the name %j',
    async (cliente_nome) => {
      const user = await makeUser(server);
      const [id, same] = [
        await insertOrder(user, { cliente_nome }),
        await insertOrder(user, { cliente_nome }),
      ];
      await insertOrder(user, { cliente_nome: 'Outra Pessoa' });
      expect(await idsOf(user, id)).toEqual([same]);
    },
  );

  it('follow when a marketplace tells name and address later, or hides them', async () => {
    const user = await makeUser(server);
    const hidden = { cliente_nome: null, cliente_endereco: null };
    const [id, same] = [await insertOrder(user), await insertOrder(user, hidden)];
    expect(await idsOf(user, id)).toEqual([]);
    const tell = (fields: Partial<typeof orders.$inferInsert>) =>
      server.db.update(orders).set(fields).where(eq(orders.id, same));
    await tell({
      cliente_nome: 'José da Conceição',
      cliente_endereco: 'Rua A, 1, São Paulo - SP, CEP 01310-100',
    });
    expect([await idsOf(user, id), await idsOf(user, same)]).toEqual([[same], [id]]);
    await tell({ cliente_endereco: 'Rua B, 2' });
    expect(await idsOf(user, id)).toEqual([]);
    await tell(hidden);
    expect(await idsOf(user, same)).toEqual([]);
  });

  it('are found among thousands of orders of people of the same name, without looking at those', async () => {
    const user = await makeUser(server);
    // Short texts: their trigrams are what takes time.
    await server.db.execute(sql`
      INSERT INTO pedidos (usuario_id, id, marketplace, ml_order_id, produto_nome, fornecedor_nome, quantidade,
        preco_venda, preco_fornecedor, cliente_nome, cliente_endereco)
      SELECT ${user.id}::uuid, gen_random_uuid(), 'mercadolivre', n, 'C', 'F', 1, 100, 50, 'Ana', 'Rua ' || n
      FROM generate_series(1, 3200) n`);
    await addMissingLines(server.db);
    const buyer = { cliente_nome: 'Ana', cliente_endereco: 'Rua dos Ipês, 7' };
    const [id, same] = [await insertOrder(user, buyer), await insertOrder(user, buyer)];
    expect(await idsOf(user, id)).toEqual([same]);
  });

  it('are the ten newest of them, and say that there are more', async () => {
    const user = await makeUser(server);
    const ids = [];
    for (let count = 0; count < 12; count += 1) ids.push(await insertOrder(user));
    const found = await others(user, ids[0] ?? '');
    expect(found.itens.map((o) => o.id)).toEqual(ids.slice(2).reverse());
    expect(found.tem_mais).toBe(true);
    expect((await others(user, ids[11] ?? '')).tem_mais).toBe(true);
  });
});
