import { queryRows } from '@esteira/db/database';
import type { Marketplace } from '@esteira/domain/marketplaces';
import type { ExternalOrder } from '@esteira/marketplaces/port';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listForReal, makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import {
  createMarketWithOrders,
  externalOrder,
  makeParcel,
} from '../../../testing/marketplaces/external-orders';
import { noDeadline } from '../../../testing/no-deadline';
import { createTestServer, type TestServer } from '../../../testing/server';
import { readOrder } from '../intake/read-job';
import { findContradictions } from '../testing/invariants';

const markets = {
  mercadolivre: createMarketWithOrders('mercadolivre'),
  amazon: createMarketWithOrders('amazon'),
};
let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  const { mercadolivre, amazon } = markets;
  server = await createTestServer({
    background: { handlers: {} },
    deps: { marketplaces: { mercadolivre: mercadolivre.adapter, amazon: amazon.adapter } },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
});
afterEach(async () => expect(await findContradictions({ server, user })).toEqual([]));

async function listed(estoque: number, marketplace: Marketplace = 'mercadolivre', sku?: string) {
  const product = await makeProduct(server, user, { estoque, ...(sku && { sku }) });
  return { ...product, listing: await listForReal(server, user, { id: product.id, marketplace }) };
}

/** Lets the marketplace hold this and reads it, as a job does. */
async function read(order: ExternalOrder, parcel = makeParcel()) {
  const { marketplace, ml_order_id } = order;
  markets[marketplace].orders.set(ml_order_id, order);
  markets[marketplace].parcels.set(ml_order_id, parcel);
  await readOrder(server.deps, { conta_id: 1, usuario_id: user.id, marketplace, ml_order_id }, noDeadline);
  return stored();
}

async function stored() {
  const { body } = await server.call('GET', '/api/pedidos', { token: user.token });
  return body[0];
}

const later = (order: ExternalOrder, fields: Partial<ExternalOrder> = {}): ExternalOrder => ({
  ...order,
  atualizado_em: new Date(order.atualizado_em.getTime() + 60_000),
  ...fields,
});

const withUnits = (order: ExternalOrder, ...units: number[]) =>
  later(order, {
    itens: order.itens
      .map((item, at) => ({ ...item, quantidade: units[at] ?? 0 }))
      .filter(({ quantidade }) => quantidade > 0),
  });

async function stockOf({ id }: { id: string }): Promise<number> {
  const { body } = await server.call('GET', '/api/produtos', { token: user.token });
  return body.find((product: { id: string }) => product.id === id).estoque;
}

const step = (id: string, path: string) =>
  server.call('POST', `/api/pedidos/${id}/${path}`, { token: user.token });

/** What the history says of changes, oldest first. */
async function changes(): Promise<string[]> {
  const rows = await queryRows<{ motivo: string }>(
    server.db,
    sql`SELECT motivo FROM eventos_pedido WHERE usuario_id = ${user.id}::uuid AND de = para ORDER BY id`,
  );
  return rows.map(({ motivo }) => motivo.replaceAll('\u00a0', ' '));
}

const ledger = () =>
  queryRows<{ motivo: string; quantidade: number }>(
    server.db,
    sql`SELECT motivo, quantidade FROM movimentos_estoque
        WHERE usuario_id = ${user.id}::uuid AND pedido_id IS NOT NULL ORDER BY id`,
  );

const codes = ({ atencoes }: { atencoes: { codigo: string }[] }) => atencoes.map(({ codigo }) => codigo);

describe.each(['mercadolivre', 'amazon'] as const)(
  'an order of %s that was not sent to the supplier yet',
  (kind) => {
    it('takes over that two of three units were cancelled, however often that is read', async () => {
      const product = await listed(10, kind);
      const order = externalOrder(kind, { listing: product.listing, units: 3 });
      await read(order);
      expect(await stockOf(product)).toBe(7);
      const one = withUnits(order, 1);
      await Promise.all([read(one), read(one)]);
      await read(one);
      expect(await read(later(one))).toMatchObject({
        ...{ quantidade: 1, preco_venda: 50, status: 'pendente', atencoes: [] },
      });
      expect(await stockOf(product)).toBe(9);
      expect(await ledger()).toEqual([
        { motivo: 'venda', quantidade: -3 },
        { motivo: 'alteracao', quantidade: 2 },
      ]);
      expect(await changes()).toEqual([
        'Quantidade alterada pelo marketplace: 3 → 1. Valor alterado pelo marketplace: R$ 150,00 → R$ 50,00',
      ]);
      const { body } = await server.call('GET', '/api/dashboard/stats', { token: user.token });
      expect(body.receita_total).toBe(50);
    });
  },
);

it('follows one change after the other, also after the approval, and a cancellation gives back the rest once', async () => {
  const product = await listed(10);
  const order = externalOrder('mercadolivre', { listing: product.listing, units: 3 });
  const { id } = await read(order);
  expect((await step(id, 'aprovar')).status).toBe(200);
  const two = withUnits(order, 2);
  await read(two);
  const five = withUnits(two, 5);
  expect(await read(five)).toMatchObject({ quantidade: 5, preco_venda: 250, status: 'aprovado' });
  expect(await stockOf(product)).toBe(5);
  const cancelled = later(five, { situacao: 'cancelado' });
  await Promise.all([read(cancelled), read(cancelled)]);
  expect(await stockOf(product)).toBe(10);
  expect(await changes()).toHaveLength(2);
});

it('supplier’s cost and profit follow the units at the cost of the sale', async () => {
  const product = await listed(10);
  const order = externalOrder('mercadolivre', { listing: product.listing, units: 3 });
  const before = await read(order);
  await queryRows(server.db, sql`UPDATE produtos SET preco_fornecedor = 9999 WHERE id = ${product.id}::uuid`);
  const after = await read(withUnits(order, 1));
  expect(after.preco_fornecedor * 3).toBeCloseTo(before.preco_fornecedor, 5);
  expect(after.lucro).toBeCloseTo(after.preco_venda - after.preco_fornecedor, 5);
});

it('a price that changed alone is taken over too', async () => {
  const product = await listed(10);
  const order = externalOrder('mercadolivre', { listing: product.listing, units: 2 });
  await read(order);
  const cheaper = later(order, {
    itens: order.itens.map((item) => ({ ...item, preco_unitario_centavos: 4_000 })),
  });
  expect(await read(cheaper)).toMatchObject({ quantidade: 2, preco_venda: 80 });
  expect(await stockOf(product)).toBe(8);
});

it('more units than there are keep those that it has, and ask for attention until they are cancelled', async () => {
  const product = await listed(4);
  const order = externalOrder('mercadolivre', { listing: product.listing, units: 3 });
  await read(order);
  const six = withUnits(order, 6);
  expect(codes(await read(six))).toEqual(['sem_estoque']);
  expect(await stockOf(product)).toBe(1);
  const four = withUnits(six, 4);
  expect(await read(four)).toMatchObject({ quantidade: 4, atencoes: [] });
  expect(await stockOf(product)).toBe(0);
});

it('an order beyond the stock takes what it needs once there is enough for what is left of it', async () => {
  const product = await listed(2);
  const order = externalOrder('mercadolivre', { listing: product.listing, units: 5 });
  expect(codes(await read(order))).toEqual(['sem_estoque']);
  expect(await read(withUnits(order, 2))).toMatchObject({ quantidade: 2, atencoes: [] });
  expect(await stockOf(product)).toBe(0);
});

it('an order of an unknown listing follows too', async () => {
  const order = externalOrder('mercadolivre', { listing: 'MLB404', units: 3 });
  await read(order);
  expect(await read(withUnits(order, 1))).toMatchObject({ quantidade: 1, preco_venda: 50 });
  expect(codes(await stored())).toEqual(['sem_anuncio']);
});

it('a reading from before the change undoes nothing', async () => {
  const product = await listed(10);
  const order = externalOrder('mercadolivre', { listing: product.listing, units: 3 });
  const one = withUnits(order, 1);
  await read(order);
  await read(one);
  expect(await read(order)).toMatchObject({ quantidade: 1 });
  // The parcel moved since, and the order was read before its own change.
  const late = {
    ...order,
    itens_mudaram_em: order.atualizado_em,
    atualizado_em: later(later(order)).atualizado_em,
  };
  expect(await read(late)).toMatchObject({ quantidade: 1 });
  expect(await stockOf(product)).toBe(9);
});

it('of several items one may be cancelled', async () => {
  const [first, second] = [await listed(10, 'amazon'), await listed(10, 'amazon')];
  const order = externalOrder('amazon', { listing: first.listing, units: 2 });
  const [item] = order.itens;
  if (item === undefined) throw new Error('an order has items');
  order.itens = [item, { ...item, id_externo: second.listing, quantidade: 3 }];
  await read(order);
  expect([await stockOf(first), await stockOf(second)]).toEqual([8, 7]);
  const rest = withUnits(order, 0, 3);
  expect(await read(rest)).toMatchObject({
    ...{ quantidade: 3, produto_id: second.id, produto_nome: second.nome },
    itens: [{ numero: 1, produto_id: second.id, quantidade: 3 }],
  });
  expect([await stockOf(first), await stockOf(second)]).toEqual([10, 7]);
  expect(codes(await stored())).toEqual([]);
  expect(await changes()).toMatchObject([expect.stringMatching(/Quantidade.*5 → 3.*Itens alterados/)]);
});

describe('the buyer', () => {
  const moved = { cliente_nome: 'Rita Lima', cliente_endereco: 'Rua Nova, 9, CEP 01310-100' };

  it('and the address that changed are taken over, and the history names neither', async () => {
    const { listing } = await listed(5);
    const order = externalOrder('mercadolivre', { listing });
    await read(order);
    expect(await read(later(order, moved))).toMatchObject(moved);
    expect(await changes()).toEqual([
      'Comprador alterado pelo marketplace. Endereço alterado pelo marketplace',
    ]);
  });

  it('whose name is told for the first time together with another address is taken over with both', async () => {
    const { listing } = await listed(5);
    const order = externalOrder('mercadolivre', { listing, cliente_nome: null });
    await read(order);
    expect(await read(later(order, moved))).toMatchObject(moved);
    expect(await changes()).toEqual(['Endereço alterado pelo marketplace']);
  });

  it('that is hidden from now on stays as known', async () => {
    const { listing } = await listed(5, 'amazon');
    const order = externalOrder('amazon', { listing });
    await read(order);
    const hidden = later(order, { cliente_nome: null, cliente_endereco: null });
    expect(await read(hidden)).toMatchObject({ cliente_nome: 'Comprador', cliente_endereco: 'Rua A, 1' });
    const nameOnly = later(hidden, { cliente_nome: 'CONTA123' });
    expect(await read(nameOnly)).toMatchObject({ cliente_nome: 'Comprador' });
    expect(await changes()).toEqual([]);
  });

  it('that is only written in another way has not changed', async () => {
    const { listing } = await listed(5);
    const order = externalOrder('mercadolivre', {
      listing,
      cliente_endereco: 'Av. São João, 1, CEP 01310-100',
    });
    await read(order);
    await read(later(order, { cliente_endereco: 'AV. SAO JOAO,  1, CEP 01310-100' }));
    expect(await changes()).toEqual([]);
  });

  it('that was erased does not come back', async () => {
    const { listing } = await listed(5);
    const order = externalOrder('mercadolivre', { listing });
    await read(order);
    await queryRows(
      server.db,
      sql`UPDATE pedidos SET cliente_nome = NULL, cliente_endereco = NULL, comprador_apagado_em = now()
          WHERE usuario_id = ${user.id}::uuid`,
    );
    expect(await read(later(order, moved))).toMatchObject({ cliente_nome: 'Dados apagados' });
  });
});

it('another pack is taken over until the order was sent, and the history says so', async () => {
  const { listing } = await listed(10);
  const order = externalOrder('mercadolivre', { listing, pacote_id: '2000000000000001' });
  await read(order);
  const altered = await read(later(order, { pacote_id: '2000000000000002' }));
  expect(altered.envio.pacote_id).toBe('2000000000000002');
  expect(await changes()).toEqual(['Pacote alterado pelo marketplace']);
});

describe('an order that was sent to the supplier', () => {
  async function sent(units = 3, fields: Partial<ExternalOrder> = {}) {
    const product = await listed(10);
    const order = externalOrder('mercadolivre', { listing: product.listing, units, ...fields });
    const { id } = await read(order);
    await step(id, 'aprovar');
    await queryRows(
      server.db,
      sql`INSERT INTO etiquetas (usuario_id, pedido_id, tipo, conteudo)
      VALUES (${user.id}::uuid, ${id}::uuid, 'application/pdf', '\\x25')`,
    );
    await queryRows(
      server.db,
      sql`UPDATE pedidos SET status = 'enviado_fornecedor', tem_etiqueta = true WHERE id = ${id}::uuid`,
    );
    await queryRows(
      server.db,
      sql`INSERT INTO eventos_pedido (usuario_id, pedido_id, id, de, para)
      VALUES (${user.id}::uuid, ${id}::uuid, gen_random_uuid(), 'aprovado', 'enviado_fornecedor')`,
    );
    return { product, order };
  }

  it('keeps its units and asks for attention, which names what changed, until it is as before', async () => {
    const { product, order } = await sent();
    const one = withUnits(order, 1);
    const flagged = await read(one);
    expect(flagged).toMatchObject({ quantidade: 3, preco_venda: 150, requer_atencao: true });
    expect(codes(flagged)).toEqual(['pedido_alterado']);
    expect(flagged.motivo_atencao.replaceAll('\u00a0', ' ')).toBe(
      'O marketplace alterou este pedido depois do envio ao fornecedor: quantidade: 3 → 1, valor: R$ 150,00 → R$ 50,00.',
    );
    expect(codes(await read(later(one)))).toEqual(['pedido_alterado']);
    expect(await stockOf(product)).toBe(7);
    expect(await changes()).toEqual([]);
    const back = withUnits(one, 3);
    expect(await read(back)).toMatchObject({ quantidade: 3, requer_atencao: false });
  });

  it('asks no more for a change that the seller has seen to, until another one comes', async () => {
    const { order } = await sent();
    const one = withUnits(order, 1);
    const { id } = await read(one);
    const body = { id, codigo: 'pedido_alterado' };
    await server.call('POST', '/trpc/orders.liftAttention', { token: user.token, body });
    expect(codes(await read(one))).toEqual([]);
    // The marketplace dates an order again for much that does not change what was sold to whom.
    const dated = later(one);
    expect(codes(await read(dated))).toEqual([]);
    expect(codes(await read(dated))).toEqual([]);
    expect(codes(await read(withUnits(dated, 2)))).toEqual(['pedido_alterado']);
  });

  it('asks again for one address after another, and for a change that comes back after it was undone', async () => {
    const { order } = await sent();
    const moved = (from: ExternalOrder, cliente_endereco: string) => later(from, { cliente_endereco });
    const lift = (id: string) =>
      server.call('POST', '/trpc/orders.liftAttention', {
        token: user.token,
        body: { id, codigo: 'pedido_alterado' },
      });
    const first = moved(order, 'Rua Nova, 9, CEP 01310-100');
    const { id } = await read(first);
    await lift(id);
    const second = moved(first, 'Rua Outra, 5, CEP 01310-200');
    expect(codes(await read(second))).toEqual(['pedido_alterado']);
    await lift(id);
    const back = moved(second, 'Rua A, 1');
    expect(codes(await read(back))).toEqual([]);
    expect(codes(await read(moved(back, 'Rua Outra, 5, CEP 01310-200')))).toEqual(['pedido_alterado']);
  });

  it('keeps its pack and asks for attention as long as it is of another one or of none', async () => {
    const pacote_id = '2000000000000001';
    const { order } = await sent(3, { pacote_id });
    const split = later(order, { pacote_id: null });
    for (const reading of [split, later(split)]) {
      const altered = await read(reading);
      expect([altered.envio.pacote_id, codes(altered)]).toEqual([pacote_id, ['pedido_alterado']]);
      expect(altered.motivo_atencao).toMatch(/: pacote\.$/);
    }
    expect(await read(later(later(split), { pacote_id }))).toMatchObject({ requer_atencao: false });
  });

  it('asks for attention where the address changed, and does not say which it is', async () => {
    const { order } = await sent();
    const flagged = await read(later(order, { cliente_endereco: 'Rua Nova, 9, CEP 01310-100' }));
    expect(flagged).toMatchObject({ cliente_endereco: 'Rua A, 1' });
    expect(flagged.motivo_atencao).toBe(
      'O marketplace alterou este pedido depois do envio ao fornecedor: endereço.',
    );
  });
});

it('a change after the approval does not take the seller’s undo away', async () => {
  const { listing } = await listed(5);
  const order = externalOrder('mercadolivre', { listing, units: 2 });
  const { id } = await read(order);
  await step(id, 'aprovar');
  await read(withUnits(order, 1));
  const undone = await server.call('POST', '/trpc/orders.undo', {
    token: user.token,
    body: { id, status: 'aprovado' },
  });
  expect(undone.status, undone.text).toBe(200);
});

it('an order that was taken in before variations were told apart stays of its product', async () => {
  const product = await listed(10);
  const order = externalOrder('mercadolivre', { listing: product.listing, units: 2 });
  await read(order);
  const [item] = order.itens;
  if (item === undefined) throw new Error('an order has items');
  order.itens = [{ ...item, variacao_externa: '181', sku: 'OUTRO' }];
  expect(await read(later(order))).toMatchObject({ quantidade: 2, produto_id: product.id });
  expect(await changes()).toEqual([]);
  expect(await read(withUnits(later(order), 1))).toMatchObject({ quantidade: 1, produto_id: product.id });
  expect(await stockOf(product)).toBe(9);
});

it('another variation of the same listing is another item', async () => {
  const [product, other] = [await listed(10, 'mercadolivre', 'FONE-1'), await listed(10, 'amazon', 'FONE-2')];
  const order = externalOrder('mercadolivre', { listing: product.listing, units: 2 });
  const [item] = order.itens;
  if (item === undefined) throw new Error('an order has items');
  order.itens = [{ ...item, variacao_externa: '181', sku: 'FONE-1' }];
  await read(order);
  const swapped = [{ ...item, variacao_externa: '182', sku: 'FONE-2' }];
  expect(await read(later(order, { itens: swapped }))).toMatchObject({ quantidade: 2, produto_id: other.id });
  expect([await stockOf(product), await stockOf(other)]).toEqual([10, 8]);
  expect(await changes()).toEqual([expect.stringContaining('Itens alterados')]);
});

/** As an order is that was taken in before its lines were stored, and never compared. */
async function forgetListings(): Promise<void> {
  const own = sql`usuario_id = ${user.id}::uuid`;
  await queryRows(server.db, sql`UPDATE itens_pedido SET id_externo = NULL WHERE ${own}`);
  await queryRows(server.db, sql`UPDATE envios_pedido SET pedido_mudou_em = NULL WHERE ${own}`);
}

it('an order that was taken in before its lines were stored is compared by its sums', async () => {
  const product = await listed(10);
  const order = externalOrder('mercadolivre', { listing: product.listing, units: 3 });
  await read(order);
  await forgetListings();
  expect(await read(later(order))).toMatchObject({ quantidade: 3 });
  expect(await changes()).toEqual([]);
  await forgetListings();
  expect(await read(withUnits(later(order), 1))).toMatchObject({ quantidade: 1 });
  expect(await stockOf(product)).toBe(9);
});

it('an order of which one supplier has its part stays as it is, and asks for attention', async () => {
  const [first, second] = [await listed(5), await listed(5)];
  const [item] = externalOrder('mercadolivre').itens;
  if (item === undefined) throw new Error('an order has an item');
  const itens = [first, second].map(({ listing }) => ({ ...item, id_externo: listing }));
  const pacote_id = '2000000000000001';
  const sale = externalOrder('mercadolivre', { itens, pacote_id });
  const { id, itens: lines } = await read(sale);
  const call = (path: string, body?: object) =>
    server.call('POST', `/api/pedidos/${path}`, { token: user.token, ...(body && { body }) });
  await call(`${id}/aprovar`);
  const body = { acao: 'enviar-fornecedor', ids: [id], fornecedor_id: lines[0].fornecedor_id };
  expect((await call('lote', body)).body.resultados).toEqual([{ id, ok: true, status: 'aprovado' }]);
  const altered = await read(later(sale, { itens: itens.slice(0, 1) }));
  expect(altered.itens).toHaveLength(2);
  expect(altered.atencoes).toMatchObject([{ codigo: 'pedido_alterado' }]);
  const split = later(later(sale), { pacote_id: '2000000000000002' });
  for (const reading of [split, later(split)]) {
    const shown = await read(reading);
    expect([shown.envio.pacote_id, codes(shown)]).toEqual([pacote_id, ['pedido_alterado']]);
  }
});
