import { newId } from '@esteira/db/schema/columns';
import { orderAttention } from '@esteira/db/schema/orders/order-attention';
import { orders } from '@esteira/db/schema/orders/orders';
import { listLineWords } from '@esteira/domain/orders/line-words';
import { ORDER_SORTS, type OrderSort } from '@esteira/domain/orders/order-list';
import { ORDER_FILTERS, ORDER_STATUSES, type OrderFilter } from '@esteira/domain/orders/order-machine';
import type { Order } from '@esteira/validators/orders/order';
import type { OrderCounts } from '@esteira/validators/orders/order-list';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { insertOrder as insertOrderRow, type NewOrder } from '../testing/insert-order';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const insertOrder = (user: TestUser, fields: NewOrder = {}) => insertOrderRow(server, user, fields);

async function list(user: TestUser, query: Record<string, string>): Promise<Order[]> {
  const answer = await server.call('GET', `/api/pedidos?${new URLSearchParams(query)}`, {
    token: user.token,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const idsOf = async (user: TestUser, query: Record<string, string>) =>
  (await list(user, query)).map(({ id }) => id);

async function counts(user: TestUser, input: Record<string, unknown>): Promise<OrderCounts> {
  const query = encodeURIComponent(JSON.stringify(input));
  const answer = await server.call('GET', `/trpc/orders.counts?input=${query}`, { token: user.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.result.data;
}

describe('the search', () => {
  it.each([
    ['the last digits of the number', '4321'],
    ['the number as the card shows it', '#2000 0087654321'.replace(' ', '')],
    ['the buyer without accents', 'jose conceicao'],
    ['the buyer in capitals', 'JOSÉ'],
    ['the product', 'termica'],
    ['the SKU', 'tec-09'],
    ['the supplier', 'brás'],
    ['words of several fields in any order', 'garrafa josé'],
    ['the beginning of a word, when short', 'ga'],
    ['a single letter that a word begins with', 'b'],
    ['a word with punctuation around it', '(José)%'],
    ['a piece of the number between other words', 'jose 4321 garrafa'],
  ])('finds an order by %s', async (_, busca) => {
    const user = await makeUser(server);
    const wanted = await insertOrder(user, {
      ml_order_id: '20000087654321',
      cliente_nome: 'José da Conceição',
      produto_nome: 'Garrafa Térmica',
      produto_sku: 'TEC-09',
      fornecedor_nome: 'Atacado Brás',
    });
    await insertOrder(user, {
      ml_order_id: '20000011111111',
      cliente_nome: 'Maria',
      fornecedor_nome: 'Outro',
    });
    expect(await idsOf(user, { busca })).toEqual([wanted]);
    expect((await counts(user, { busca })).todos).toBe(1);
  });

  it.each(['%', '_', '\\', "'", '%%%', 'ane_a', 'osé', 'zq', '987654321', '\u0301', '((', 'a'.repeat(200)])(
    'takes %s for text and finds nothing',
    async (busca) => {
      const user = await makeUser(server);
      await insertOrder(user, { cliente_nome: 'José', ml_order_id: '20000011111111' });
      expect(await idsOf(user, { busca })).toEqual([]);
      expect((await counts(user, { busca })).todos).toBe(0);
    },
  );

  it('follows a buyer who becomes known later, and finds orders whose marketplace tells no buyer', async () => {
    const user = await makeUser(server);
    const id = await insertOrder(user, { cliente_nome: null });
    expect(await idsOf(user, { busca: 'caneca' })).toEqual([id]);
    await server.db.update(orders).set({ cliente_nome: 'Beatriz' });
    expect(await idsOf(user, { busca: 'beatriz' })).toEqual([id]);
    expect(await idsOf(user, { busca: 'caneca' })).toEqual([id]);
  });

  it('finds a sale by the SKU that its product had then', async () => {
    const user = await makeUser(server);
    const product = await makeProduct(server, user, { sku: 'XPTO-77' });
    await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
    await server.call('POST', `/api/mercadolivre/simular-venda/${product.id}`, { token: user.token });
    expect(await list(user, { busca: 'xpto-77' })).toMatchObject([{ produto_id: product.id }]);
  });

  it('finds an order of ten lines with long names by the last one', async () => {
    const user = await makeUser(server);
    const lines = Array.from({ length: 9 }, (_, n) => ({
      produto_nome: `${'Conjunto '.repeat(20)}modelo${n}`,
      produto_sku: `SKU-${n}`.padEnd(50, 'X'),
      fornecedor_nome: `${'Distribuidora '.repeat(8)}fonte${n}`,
    }));
    const id = await insertOrder(user, { outros_itens: listLineWords(lines) });
    for (const busca of ['modelo8', 'sku-8', 'fonte8']) expect(await idsOf(user, { busca })).toEqual([id]);
  });

  it('takes texts of any length that a marketplace may tell', async () => {
    const user = await makeUser(server);
    const id = await insertOrder(user, {
      cliente_nome: '宝'.repeat(5000),
      produto_nome: '😀'.repeat(200),
      fornecedor_nome: 'é'.repeat(5000),
    });
    expect(await idsOf(user, { busca: '😀😀😀' })).toEqual([id]);
  });
});

describe('each filter', () => {
  it('by status knows all seven', async () => {
    const user = await makeUser(server);
    for (const status of ORDER_STATUSES) await insertOrder(user, { status });
    for (const status of ORDER_STATUSES) {
      expect((await list(user, { status })).map((order) => order.status)).toEqual([status]);
    }
    expect(await list(user, { status: 'pago', filtro: 'com_fornecedor' })).toHaveLength(1);
    expect(await list(user, { status: 'pago', filtro: 'pendentes' })).toEqual([]);
  });

  it('by days means days of São Paulo, the first and the last included', async () => {
    const user = await makeUser(server);
    const [before, first, last, after] = [
      await insertOrder(user, { criado_em: '2026-11-10T02:59:59.999Z' }),
      await insertOrder(user, { criado_em: '2026-11-10T03:00:00.000Z' }),
      await insertOrder(user, { criado_em: '2026-11-12T02:59:59.999Z' }),
      await insertOrder(user, { criado_em: '2026-11-12T03:00:00.000Z' }),
    ];
    expect(await idsOf(user, { de: '2026-11-10', ate: '2026-11-11' })).toEqual([last, first]);
    expect(await idsOf(user, { de: '2026-11-12' })).toEqual([after]);
    expect(await idsOf(user, { ate: '2026-11-09' })).toEqual([before]);
    expect(await idsOf(user, { de: '2026-11-11', ate: '2026-11-10' })).toEqual([]);
    expect((await counts(user, { de: '2026-11-10', ate: '2026-11-11' })).todos).toBe(2);
  });

  it('by attention takes the orders with an open reason', async () => {
    const user = await makeUser(server);
    await insertOrder(user);
    const id = await insertOrder(user);
    const reason = { usuario_id: user.id, pedido_id: id, codigo: 'sem_estoque' as const };
    await server.db.insert(orderAttention).values(reason);
    expect(await idsOf(user, { atencao: 'true' })).toEqual([id]);
    expect(await list(user, { atencao: 'false' })).toHaveLength(2);
    expect((await counts(user, { atencao: true })).pendentes).toBe(1);
  });

  it('by marketplace and by supplier', async () => {
    const user = await makeUser(server);
    const { id: produto_id, fornecedor_id } = await makeProduct(server, user);
    const amazon = await insertOrder(user, { marketplace: 'amazon' });
    const supplied = await insertOrder(user, { produto_id, fornecedor_id });
    expect(await idsOf(user, { marketplace: 'amazon' })).toEqual([amazon]);
    expect(await idsOf(user, { fornecedor_id })).toEqual([supplied]);
    expect(await idsOf(user, { fornecedor_id: newId() })).toEqual([]);
    expect(await idsOf(user, { fornecedor_id: "1' OR true --" })).toEqual([]);
    expect((await counts(user, { marketplace: 'amazon' })).todos).toBe(1);
    expect((await counts(user, { fornecedor_id })).todos).toBe(1);
  });

  it('never shows or counts another seller’s orders', async () => {
    const [user, other] = [await makeUser(server), await makeUser(server)];
    const { id: produto_id, fornecedor_id } = await makeProduct(server, other);
    await insertOrder(other, { ml_order_id: '20000012340000', produto_id, fornecedor_id });
    const queries: Record<string, string>[] = [
      { busca: '1234' },
      { busca: 'caneca' },
      { fornecedor_id },
      { status: 'pendente' },
    ];
    for (const query of [...queries, { de: '2026-11-21' }, { ordem: 'maior_valor' }]) {
      expect(await list(user, query)).toEqual([]);
      expect((await counts(user, query)).todos).toBe(0);
    }
  });
});

describe('the counts', () => {
  it('tell what each status and filter holds under the other filters, whatever status is shown', async () => {
    const user = await makeUser(server);
    for (const [index, status] of ORDER_STATUSES.entries()) {
      for (let copy = 0; copy <= index; copy += 1) await insertOrder(user, { status, cliente_nome: 'Ana' });
      await insertOrder(user, { status, cliente_nome: 'Bia' });
    }
    const expected = {
      todos: 28,
      pendentes: 1,
      aprovados: 2,
      com_fornecedor: 7,
      por_status: {
        pendente: 1,
        aprovado: 2,
        enviado_fornecedor: 3,
        pago: 4,
        enviado_cliente: 5,
        entregue: 6,
        cancelado: 7,
      },
      parciais: [],
    };
    expect(await counts(user, { busca: 'ana' })).toEqual({ ...expected, somas: expect.anything() });
    for (const [filtro, { statuses }] of Object.entries(ORDER_FILTERS)) {
      const shown = await list(user, { busca: 'ana', filtro });
      expect(shown).toHaveLength(expected[filtro as OrderFilter]);
      expect(shown.every(({ status }) => (statuses as readonly string[]).includes(status))).toBe(true);
    }
    expect(await counts(user, {})).toMatchObject({ todos: 35, por_status: { cancelado: 8 } });
  });
});

describe('sorting and pages', () => {
  /** The one by deadline has a test of its own. */
  type SortByKey = Exclude<OrderSort, 'prazo'>;
  const SORTS = (Object.keys(ORDER_SORTS) as OrderSort[]).filter((sort) => sort !== 'prazo');

  /** Twelve orders, some of the same amount, of two buyers. */
  async function makeOrders(user: TestUser) {
    for (let index = 0; index < 12; index += 1) {
      await insertOrder(user, {
        criado_em: new Date(Date.UTC(2026, 10, 1 + index, 12)).toISOString(),
        preco_venda: 10 + (index % 4) * 10,
        preco_fornecedor: (index % 3) * 20,
        cliente_nome: index % 2 === 0 ? 'Ana' : 'Bia',
        status: index % 5 === 0 ? 'aprovado' : 'pendente',
      });
    }
  }

  async function walk(user: TestUser, query: Record<string, string>, between?: () => Promise<unknown>) {
    const found: Order[] = [];
    let address: string | null = `/api/pedidos?${new URLSearchParams({ ...query, limite: '3' })}`;
    while (address !== null) {
      const answer = await server.call('GET', address, { token: user.token });
      expect(answer.status, answer.text).toBe(200);
      found.push(...answer.body);
      address = /<(.*)>/.exec(String(answer.headers['link'] ?? ''))?.[1] ?? null;
      await between?.();
    }
    return found;
  }

  const KEYS: Record<SortByKey, (order: Order) => readonly [number, string]> = {
    mais_novos: ({ id }) => [0, id],
    mais_antigos: ({ id }) => [0, id],
    maior_valor: ({ id, preco_venda }) => [preco_venda, id],
    maior_lucro: ({ id, lucro }) => [lucro, id],
  };

  function sorted(found: Order[], ordem: SortByKey): Order[] {
    const key = KEYS[ordem];
    const descending = found.toSorted((a, b) => {
      const [x, y] = [key(a), key(b)];
      return y[0] - x[0] || (x[1] < y[1] ? 1 : -1);
    });
    return ordem === 'mais_antigos' ? descending.toReversed() : descending;
  }

  it.each(SORTS)('%s runs through every order once, under any filter', async (ordem) => {
    const user = await makeUser(server);
    await makeOrders(user);
    const all = await list(user, {});
    const queries: [Record<string, string>, (order: Order) => boolean][] = [
      [{}, () => true],
      [{ busca: 'ana' }, ({ cliente_nome }) => cliente_nome === 'Ana'],
      [{ status: 'pendente' }, ({ status }) => status === 'pendente'],
      [
        { de: '2026-11-03', ate: '2026-11-10' },
        ({ criado_em }) => criado_em > '2026-11-03' && criado_em < '2026-11-11',
      ],
      [
        { busca: 'bia', status: 'pendente', de: '2026-11-04' },
        ({ cliente_nome, status, criado_em }) =>
          cliente_nome === 'Bia' && status === 'pendente' && criado_em > '2026-11-04',
      ],
    ];
    for (const [query, matches] of queries) {
      const expected = sorted(all.filter(matches), ordem);
      expect(expected.length).toBeGreaterThan(3);
      expect((await walk(user, { ...query, ordem })).map(({ id }) => id)).toEqual(
        expected.map(({ id }) => id),
      );
    }
  });

  it.each(SORTS)('%s has no gap and no double while orders arrive', async (ordem) => {
    const user = await makeUser(server);
    await makeOrders(user);
    const before = (await list(user, { ordem })).map(({ id }) => id);
    let arrivals = 0;
    const found = await walk(user, { ordem }, async () => {
      arrivals += 1;
      if (arrivals < 6)
        await insertOrder(user, { preco_venda: 10 * arrivals, criado_em: new Date().toISOString() });
    });
    const ids = found.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => before.includes(id))).toEqual(before);
  });

  it('a cursor of one sorting is refused by another', async () => {
    const user = await makeUser(server);
    const { id: cursor } = { id: await insertOrder(user) };
    const refused = [
      { ordem: 'maior_valor', cursor },
      { ordem: 'mais_novos', cursor: `5990_${cursor}` },
      { ordem: 'maior_lucro', cursor: `9${'9'.repeat(30)}_${cursor}` },
      { ordem: 'maior_lucro', cursor: '5990_' },
    ];
    for (const query of refused) {
      const answer = await server.call('GET', `/api/pedidos?${new URLSearchParams(query)}`, {
        token: user.token,
      });
      expect([answer.status, answer.body.detail]).toEqual([422, 'Cursor: valor inválido']);
    }
  });
});

describe('hostile input', () => {
  it.each([
    ['status', 'perdido', 'Status: opção inválida'],
    ['marketplace', 'shopee', 'Marketplace: opção inválida'],
    ['de', '2026-02-30', 'Data inicial: data inválida'],
    ['ate', '-4712-01-01', 'Data final: data inválida'],
    ['ate', '99999-01-01', 'Data final: data inválida'],
    ['atencao', 'talvez', 'Requer atenção: deve ser verdadeiro ou falso'],
    ['atrasados', 'talvez', 'Atrasados: deve ser verdadeiro ou falso'],
    ['etiqueta_nao_impressa', '2', 'Etiqueta não impressa: deve ser verdadeiro ou falso'],
    ['ordem', '__proto__', 'Ordem: opção inválida'],
    ['busca', '\u0000', 'Busca: contém caracteres inválidos'],
    ['busca', 'a'.repeat(201), 'Busca: deve ter no máximo 200 caracteres'],
  ])('%s=%j is refused with its name', async (name, value, detail) => {
    const user = await makeUser(server);
    const answer = await server.call('GET', `/api/pedidos?${new URLSearchParams({ [name]: value })}`, {
      token: user.token,
    });
    expect([answer.status, answer.body.detail]).toEqual([422, detail]);
  });

  it('at the ends of the calendar and of the alphabet is an answer, never a failure', async () => {
    const user = await makeUser(server);
    await insertOrder(user);
    const days = { de: '2000-01-01', ate: '2100-12-31' };
    const words = Array.from({ length: 50 }, (_, index) => `p${index}`).join(' ');
    for (const query of [days, { busca: words }, { busca: '😀' }, { busca: '#' }, { busca: '\u200b' }]) {
      for (const ordem of Object.keys(ORDER_SORTS)) await list(user, { ...query, ordem });
      await counts(user, query);
    }
    expect(await list(user, days)).toHaveLength(1);
  });
});
