import { newId } from '@esteira/db/schema/columns';
import { orderAttention } from '@esteira/db/schema/orders/order-attention';
import { orderLines } from '@esteira/db/schema/orders/order-lines';
import { orders } from '@esteira/db/schema/orders/orders';
import { insertOrders } from '@esteira/db/testing/insert-orders';
import { ORDER_SORTS } from '@esteira/domain/orders/order-list';
import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { centsOfCell, readCsvTable } from '../../testing/files/csv-table';
import { makeUser, type TestUser } from '../../testing/makers';
import { openResponse } from '../../testing/open-response';
import { createTestServer, type TestServer } from '../../testing/server';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  user = await makeUser(server);
  await insertOrders(
    server.db,
    Array.from({ length: 2_400 }, (_, n) => toOrder(n)),
  );
});
afterAll(() => server.close());

function toOrder(n: number) {
  const criado = new Date(Date.UTC(2026, 9, 1 + (n % 40), n % 24));
  return {
    usuario_id: user.id,
    id: newId(criado),
    status: ORDER_STATUSES[n % ORDER_STATUSES.length],
    marketplace: n % 3 === 0 ? ('amazon' as const) : ('mercadolivre' as const),
    ml_order_id: String(20_000_000 + n),
    produto_nome: n % 2 === 0 ? 'Caneca azul' : '=HYPERLINK("x")',
    produto_sku: '007',
    fornecedor_nome: 'Atacado',
    quantidade: 2,
    preco_venda: n % 50,
    preco_fornecedor: n % 30,
    cliente_nome: n % 5 === 0 ? null : 'Bia',
    criado_em: criado.toISOString(),
  };
}

async function exported(query: Record<string, string>): Promise<string[][]> {
  const address = `/api/exportar/pedidos.csv?${new URLSearchParams(query)}`;
  const answer = await server.call('GET', address, { token: user.token });
  expect(answer.status, answer.text).toBe(200);
  const [, ...lines] = answer.text.trimEnd().split('\r\n');
  return lines.map((line) => line.split(';'));
}

describe('the export of orders', () => {
  it('has what the card shows, for a Brazilian Excel', async () => {
    const [line] = await exported({ busca: '20000001' });
    const expected = [
      ...[
        '20000001',
        'Mercado Livre',
        '01/10/2026 22:00',
        'Aprovado',
        `"'=HYPERLINK(""x"")"`,
        '"=""007"""',
        'Atacado',
      ],
      ...['2', '1,00', '1,00', '0,00', 'Bia', 'Não informado pelo marketplace', '', '', ''],
    ];
    expect(line?.slice(0, -1)).toEqual(expected);
  });

  it('has every order once, in each order of the list', async () => {
    for (const ordem of Object.keys(ORDER_SORTS)) {
      const listed = await server.call('GET', `/api/pedidos?ordem=${ordem}`, { token: user.token });
      const numbers = listed.body.map((order: { ml_order_id: string }) => order.ml_order_id);
      expect(numbers).toHaveLength(2_400);
      expect((await exported({ ordem })).map(([number]) => number)).toEqual(numbers);
    }
  });

  it('has numbers of 16 digits, and whatever else a spreadsheet would show otherwise, as texts', async () => {
    const seller = await makeUser(server);
    const long = { ...toOrder(1), usuario_id: seller.id, ml_order_id: '2000008123456789' };
    await insertOrders(server.db, { ...long, produto_nome: '10/12', fornecedor_nome: '1.234' });
    const { text } = await server.call('GET', '/api/exportar/pedidos.csv', { token: seller.token });
    const cells = text.split('\r\n')[1]?.split(';') ?? [];
    expect([0, 4, 5, 6].map((at) => cells[at])).toEqual([
      ...['"=""2000008123456789"""', '"=""10/12"""', '"=""007"""', '"=""1.234"""'],
    ]);
  });

  it('honours every filter of the list', async () => {
    const queries: Record<string, string>[] = [
      { filtro: 'com_fornecedor' },
      { status: 'cancelado', marketplace: 'amazon' },
      { de: '2026-10-05', ate: '2026-10-20' },
      { busca: 'caneca bia', ordem: 'maior_valor' },
      { fornecedor_id: newId() },
    ];
    for (const query of queries) {
      const listed = await server.call('GET', `/api/pedidos?${new URLSearchParams(query)}`, {
        token: user.token,
      });
      const numbers = listed.body.map((order: { ml_order_id: string }) => order.ml_order_id);
      expect((await exported(query)).map(([number]) => number)).toEqual(numbers);
    }
  });

  it('has a row for each line of an order, whose amounts sum to the order’s', async () => {
    const seller = await makeUser(server);
    const sold = { ...toOrder(1), usuario_id: seller.id, produto_nome: 'Caneca', produto_sku: null };
    const amounts = { quantidade: 4, preco_venda: 100, preco_fornecedor: 55.5, outros_itens: 'Luminária' };
    const order = { ...sold, ...amounts };
    const { lucro: _lucro, ...line } = { ...order, lucro: 0, pedido_id: order.id };
    await server.db.insert(orders).values(order);
    await server.db.insert(orderLines).values(
      [
        { ...line, numero: 1, quantidade: 1, preco_venda: 19.99, preco_fornecedor: 5.5 },
        { ...line, numero: 2, produto_nome: 'Luminária', produto_sku: 'L1', fornecedor_nome: 'Outro' },
        { ...line, numero: 3, quantidade: 2, preco_venda: 50.01, preco_fornecedor: 20 },
      ].map((each) =>
        each.numero === 2 ? { ...each, quantidade: 1, preco_venda: 30, preco_fornecedor: 30 } : each,
      ),
    );
    const rows = await readCsvTable(server, '/api/exportar/pedidos.csv', seller.token);
    const read = (name: string) => rows.map((row) => row[name]);
    expect(read('Produto')).toEqual(['Caneca', 'Luminária', 'Caneca']);
    expect([read('SKU'), read('Fornecedor')]).toEqual([
      ['', 'L1', ''],
      ['Atacado', 'Outro', 'Atacado'],
    ]);
    expect(read('Lucro')).toEqual(['14,49', '0,00', '30,01']);
    expect(new Set(rows.map((row) => [row.Pedido, row.Cliente, row.Status].join()))).toHaveLength(1);
    const sum = (name: string) => rows.reduce((all, row) => all + centsOfCell(row[name]), 0) / 100;
    expect([sum('Valor Venda'), sum('Custo Fornecedor'), sum('Lucro')]).toEqual([100, 55.5, 44.5]);
    expect(read('Quantidade')).toEqual(['1', '1', '2']);
  });

  it('tells why an order requires attention', async () => {
    const seller = await makeUser(server);
    const order = { ...toOrder(1), usuario_id: seller.id };
    await insertOrders(server.db, order);
    const reason = { usuario_id: seller.id, pedido_id: order.id, codigo: 'sem_estoque' as const };
    await server.db.insert(orderAttention).values(reason);
    const listed = await server.call('GET', '/api/pedidos', { token: seller.token });
    const answer = await server.call('GET', '/api/exportar/pedidos.csv', { token: seller.token });
    expect(listed.body[0].motivo_atencao).not.toBeNull();
    expect(answer.text).toContain(listed.body[0].motivo_atencao);
  });

  it('is for its seller alone', async () => {
    const other = await makeUser(server);
    const { text } = await server.call('GET', '/api/exportar/pedidos.csv', { token: other.token });
    expect(text.trimEnd().split('\r\n')).toHaveLength(1);
    expect((await server.call('GET', '/api/exportar/pedidos.xlsx')).status).toBe(401);
  });

  it('a fourth of a seller at once is refused, and its turn comes with the end of one', async () => {
    const open = () => openResponse(server, user, '/api/exportar/pedidos.csv');
    const [first, ...others] = [await open(), await open(), await open()];
    expect([first, ...others].map((answer) => answer?.status)).toEqual([200, 200, 200]);
    for (const format of ['csv', 'xlsx']) {
      const refused = await server.call('GET', `/api/exportar/pedidos.${format}`, { token: user.token });
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10']);
    }
    const other = await makeUser(server);
    expect((await server.call('GET', '/api/exportar/pedidos.csv', { token: other.token })).status).toBe(200);
    await first?.finish();
    expect((await exported({ status: 'pendente' })).length).toBeGreaterThan(0);
    for (const answer of others) await answer.finish();
  });
});
