import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isSubscriptionActive } from '@esteira/domain/billing/subscription';
import { lastMonths, toMonth } from '@esteira/domain/calendar';
import { findDeadline } from '@esteira/domain/orders/dispatch-deadline';
import { ORDER_ACTIONS, ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import { LOW_STOCK_LIMIT } from '@esteira/domain/products/stock';
import { findPixKey } from '@esteira/domain/purchasing/pix-key';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../schema/accounts/users';
import { payments } from '../schema/billing/payments';
import { labels } from '../schema/orders/labels';
import { orderAttention } from '../schema/orders/order-attention';
import { orderEvents } from '../schema/orders/order-events';
import { orderLines } from '../schema/orders/order-lines';
import { dailySummaries } from '../schema/orders/order-summaries';
import { orders } from '../schema/orders/orders';
import { listings } from '../schema/products/listings';
import { products } from '../schema/products/products';
import { stockMovements } from '../schema/products/stock-movements';
import { suppliers } from '../schema/products/suppliers';
import { openTestDatabase, type TestDatabase } from '../testing';
import { findContradictions } from '../testing/contradictions';
import { DEMO_ACCOUNTS } from './accounts';
import { type DemoOptions, fillDemo } from './fill';

const now = new Date('2026-11-21T12:00:00Z');

const optionsAt = (moment: Date): DemoOptions => ({
  now: moment,
  hash: async (senha) => `hash of ${senha}`,
  listingId: (marketplace, produtoId) => `${marketplace}-${produtoId}`,
  label: (order) => ({ tipo: 'application/pdf', conteudo: Buffer.from(order.ml_order_id) }),
});

/** Everything the demo seller has, read once. */
async function readDemo(database: TestDatabase) {
  const { db } = database;
  const [seller] = await db.select().from(users).where(eq(users.email, DEMO_ACCOUNTS[0].email));
  if (seller === undefined) throw new Error('the demo has no seller');
  const mine = seller.id;
  return {
    seller,
    suppliers: await db.select().from(suppliers).where(eq(suppliers.usuario_id, mine)),
    products: await db.select().from(products).where(eq(products.usuario_id, mine)),
    orders: await db.select().from(orders).where(eq(orders.usuario_id, mine)).orderBy(asc(orders.id)),
    lines: await db.select().from(orderLines).where(eq(orderLines.usuario_id, mine)),
    events: await db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.usuario_id, mine))
      .orderBy(asc(orderEvents.id)),
    movements: await db
      .select()
      .from(stockMovements)
      .orderBy(asc(stockMovements.criado_em), asc(stockMovements.id)),
    listings: await db.select().from(listings),
    labels: await db.select().from(labels),
    attention: await db.select().from(orderAttention),
  };
}

/** Which line of which order a movement is of. */
const toPlace = (of: { pedido_id: string | null; numero_item: number | null }) =>
  `${of.pedido_id} ${of.numero_item}`;

let database: TestDatabase;
let demo: Awaited<ReturnType<typeof readDemo>>;
beforeAll(async () => {
  database = await openTestDatabase();
  expect(await fillDemo(database.db, optionsAt(now))).toBe(true);
  demo = await readDemo(database);
});
afterAll(() => database.close());

describe('the demo', () => {
  it('has the accounts it announces, the second an administrator', async () => {
    for (const { email, senha, nome } of DEMO_ACCOUNTS) {
      const [account] = await database.db.select().from(users).where(eq(users.email, email));
      expect(account).toMatchObject({ nome, senha_hash: `hash of ${senha}`, ativo: true });
      expect(account?.is_admin).toBe(email.startsWith('admin@'));
    }
  });

  it('is filled once: a second time changes nothing', async () => {
    expect(await fillDemo(database.db, optionsAt(now))).toBe(false);
    expect((await readDemo(database)).orders).toHaveLength(demo.orders.length);
  });

  it('shows a seller of believable size with an active plan', () => {
    expect(demo.suppliers).toHaveLength(8);
    expect(demo.products).toHaveLength(60);
    expect(demo.orders.length).toBeGreaterThan(750);
    expect(demo.orders.length).toBeLessThan(1050);
    expect(isSubscriptionActive(demo.seller, now)).toBe(true);
    expect(demo.products.some(({ publicado_ml }) => !publicado_ml)).toBe(true);
    expect(new Set(demo.orders.map(({ marketplace }) => marketplace)).size).toBe(2);
    expect(new Set(demo.orders.map(({ status }) => status))).toEqual(new Set(ORDER_STATUSES));
  });

  it('knows what the orders cost for whose day there are rules, and most leave a gain', () => {
    const ruled = demo.orders.filter(({ criado_em }) => criado_em >= '2026-10-04');
    expect(ruled.filter(({ custos }) => custos === null)).toEqual([]);
    const gains = ruled.filter(({ preco_venda, custos }) => preco_venda > (custos ?? 0));
    expect(gains.length).toBeGreaterThan(ruled.length / 2);
  });

  it('gives a day of work: 30 pending orders of several suppliers, a few late ones, something in every status', () => {
    const pending = demo.orders.filter(({ status }) => status === 'pendente');
    expect(pending.length).toBeGreaterThanOrEqual(30);
    expect(new Set(pending.map(({ fornecedor_id }) => fornecedor_id)).size).toBeGreaterThanOrEqual(5);
    const late = demo.orders.filter((order) => {
      const deadline = findDeadline({ status: order.status, despachar_ate: order.despachar_ate });
      return deadline !== null && deadline < now;
    });
    expect(late.length).toBeGreaterThanOrEqual(3);
    expect(late.length).toBeLessThan(pending.length / 2);
    const printed = demo.orders.filter(({ etiqueta_impressa_em }) => etiqueta_impressa_em !== null);
    expect(printed.length).toBeGreaterThan(0);
    expect(printed.length).toBeLessThan(demo.labels.length);
  });

  it('has orders that need attention, each for a reason that is true of it', () => {
    expect(new Set(demo.attention.map(({ codigo }) => codigo)).size).toBeGreaterThanOrEqual(4);
    const raised = demo.orders.filter(({ requer_atencao }) => requer_atencao).map(({ id }) => id);
    expect(raised.sort()).toEqual(demo.attention.map(({ pedido_id }) => pedido_id).sort());
    const hidden = demo.orders.filter(({ cliente_nome }) => cliente_nome === null).map(({ id }) => id);
    const told = demo.attention.filter(({ codigo }) => codigo === 'dados_ocultos');
    expect(hidden.sort()).toEqual(told.map(({ pedido_id }) => pedido_id).sort());
  });

  it('knows the Pix keys of some suppliers, of different kinds, and of others none', () => {
    const keys = demo.suppliers.map(({ dados_pagamento }) => findPixKey(dados_pagamento ?? ''));
    const types = new Set(keys.flatMap((key) => key?.type ?? []));
    expect(types).toEqual(new Set(['email', 'cnpj', 'celular']));
    expect(keys).toContain(null);
  });

  it('has a small picture of its own for every product, where the web app serves it', async () => {
    const folder = fileURLToPath(new URL('../../../../apps/web/public', import.meta.url));
    const addresses = demo.products.map(({ imagem_url }) => imagem_url ?? '');
    expect(new Set(addresses).size).toBe(60);
    const pictures = await Promise.all(addresses.map((address) => readFile(`${folder}${address}`)));
    for (const picture of pictures) {
      expect(picture.subarray(8, 12).toString()).toBe('WEBP');
      expect(picture.length).toBeLessThan(20_000);
    }
    expect(pictures.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(900_000);
  });

  it('warns of a few products with low stock, one sold out', () => {
    const low = demo.products.filter(({ estoque }) => estoque < LOW_STOCK_LIMIT);
    expect(low.map(({ estoque }) => estoque).sort()).toEqual([0, 1, 2, 3, 3, 4]);
  });

  it('sells in each of the last twelve months, more in the last full ones than in the first', () => {
    const months = lastMonths(now, 12);
    const sales = months.map((mes) => demo.orders.filter((order) => toMonth(order.criado_em) === mes).length);
    expect(Math.min(...sales)).toBeGreaterThan(20);
    const [first = 0, second = 0] = sales;
    expect(sales[9] ?? 0).toBeGreaterThan(first);
    expect(sales[10] ?? 0).toBeGreaterThan(second);
  });

  it('keeps every stock equal to the sum of its movements, and never below zero on the way', () => {
    const stock = new Map<string, number>();
    for (const { produto_id, quantidade } of demo.movements) {
      const units = (stock.get(produto_id) ?? 0) + quantidade;
      expect(units).toBeGreaterThanOrEqual(0);
      stock.set(produto_id, units);
    }
    for (const { id, estoque } of demo.products) expect(stock.get(id)).toBe(estoque);
  });

  it('took stock once for every order but those beyond it, and gave it back for every cancelled one', () => {
    const sold = demo.movements.filter(({ motivo }) => motivo === 'venda');
    const oversold = demo.attention.filter(({ codigo }) => codigo === 'sem_estoque');
    expect(oversold).toHaveLength(1);
    const short = new Set(oversold.map(({ pedido_id }) => pedido_id));
    const lines = demo.lines.map((line) => ({ ...line, numero_item: line.numero }));
    expect(sold.map(toPlace).sort()).toEqual(
      lines
        .filter(({ pedido_id }) => !short.has(pedido_id))
        .map(toPlace)
        .sort(),
    );
    const returned = demo.movements.filter(({ motivo }) => motivo === 'cancelamento');
    const cancelled = demo.orders.filter(({ status }) => status === 'cancelado').map(({ id }) => id);
    expect(cancelled.length).toBeGreaterThan(10);
    expect(returned.map(toPlace).sort()).toEqual(
      lines
        .filter(({ pedido_id }) => cancelled.includes(pedido_id))
        .map(toPlace)
        .sort(),
    );
  });

  it('has orders of several items in every status, and a pending one of three items of two suppliers', async () => {
    const linesOf = (id: string) => demo.lines.filter(({ pedido_id }) => pedido_id === id);
    const several = demo.orders.filter(({ id }) => linesOf(id).length > 1);
    expect(new Set(several.map(({ status }) => status))).toEqual(new Set(ORDER_STATUSES));
    const average = demo.lines.length / demo.orders.length;
    expect(average).toBeGreaterThan(1.1);
    expect(average).toBeLessThan(1.4);
    const ofThree = several.filter(({ id, status }) => status === 'pendente' && linesOf(id).length === 3);
    expect(ofThree.length).toBeGreaterThan(0);
    for (const { id, outros_itens } of ofThree) {
      const lines = linesOf(id);
      expect(new Set(lines.map(({ fornecedor_id }) => fornecedor_id)).size).toBeGreaterThan(1);
      expect(new Set(lines.map(({ produto_id }) => produto_id)).size).toBe(3);
      expect(outros_itens).toContain(lines[1]?.produto_nome);
    }
    // Labels of delivered orders are not kept.
    const wrong = await findContradictions(database.db, demo.seller.id);
    expect(wrong.filter((rule) => !rule.startsWith('a label without'))).toEqual([]);
  });

  it('tells of every order a history that the order machine allows and that ends where the order stands', () => {
    const steps = Object.values(ORDER_ACTIONS).map(({ from, to }) => `${from} ${to}`);
    for (const order of demo.orders) {
      const history = demo.events.filter(({ pedido_id }) => pedido_id === order.id);
      expect(history[0]).toMatchObject({ de: null, para: 'pendente', criado_em: order.criado_em });
      expect(history.at(-1)).toMatchObject({ para: order.status, criado_em: order.atualizado_em });
      for (const [index, event] of history.slice(1).entries()) {
        expect(event.de).toBe(history[index]?.para);
        if (event.para !== 'cancelado') expect(steps).toContain(`${event.de} ${event.para}`);
        expect(event.criado_em >= (history[index]?.criado_em ?? '')).toBe(true);
      }
    }
  });

  it('lists orders newest first by their ids, none in the future', () => {
    const times = demo.orders.map(({ criado_em }) => criado_em);
    expect(times).toEqual([...times].sort());
    const latest =
      demo.orders
        .map(({ atualizado_em }) => atualizado_em)
        .sort()
        .at(-1) ?? '';
    expect(latest <= now.toISOString()).toBe(true);
  });

  it('sold each product only where it is published, at its prices, and bears the listing', () => {
    for (const line of demo.lines) {
      const order = demo.orders.find(({ id }) => id === line.pedido_id);
      const product = demo.products.find(({ id }) => id === line.produto_id);
      expect(order?.marketplace === 'amazon' ? product?.publicado_amazon : product?.publicado_ml).toBe(true);
      const price = order?.marketplace === 'amazon' ? product?.preco_venda_amazon : product?.preco_venda_ml;
      expect(line.preco_venda).toBeCloseTo((price ?? 0) * line.quantidade, 6);
      expect(line.id_externo).toBe(`${order?.marketplace}-${line.produto_id}`);
      expect(order?.lucro).toBeGreaterThan(0);
    }
    const published = demo.products.flatMap(({ id, publicado_ml, publicado_amazon }) => [
      ...(publicado_ml ? [`mercadolivre-${id}`] : []),
      ...(publicado_amazon ? [`amazon-${id}`] : []),
    ]);
    expect(demo.listings.map(({ id_externo }) => id_externo).sort()).toEqual(published.sort());
  });

  it('keeps a label for the orders on their way, and says so on the order', () => {
    const withLabel = demo.orders.filter(({ tem_etiqueta }) => tem_etiqueta).map(({ id }) => id);
    expect(withLabel.length).toBeGreaterThan(5);
    expect(demo.labels.map(({ pedido_id }) => pedido_id).sort()).toEqual(withLabel.sort());
  });

  it('leaves the dashboard summaries equal to the orders', async () => {
    const rows = await database.db
      .select()
      .from(dailySummaries)
      .where(eq(dailySummaries.usuario_id, demo.seller.id));
    expect(rows.reduce((sum, { pedidos }) => sum + pedidos, 0)).toBe(demo.orders.length);
  });

  it('gives the administrator other sellers, payments and refusals to look at', async () => {
    const everybody = await database.db.select().from(users);
    expect(everybody.length).toBeGreaterThan(8);
    expect(everybody.some(({ ativo }) => !ativo)).toBe(true);
    const plans = everybody.filter((user) => isSubscriptionActive(user, now)).map(({ plano }) => plano);
    expect(new Set(plans)).toEqual(new Set(['basico', 'intermediario', 'top']));
    const all = await database.db.select().from(payments);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['aprovado', 'recusado', 'estornado']));
    const own = and(eq(payments.usuario_id, demo.seller.id), eq(payments.status, 'aprovado'));
    const expiries = (await database.db.select().from(payments).where(own)).map(
      ({ valido_ate }) => valido_ate,
    );
    expect(expiries).toContain(demo.seller.data_expiracao);
  });
});

describe.each(['2026-03-01T02:59:59Z', '2027-01-01T03:00:00Z', '2028-02-29T23:30:00Z'])(
  'the demo at %s',
  (moment) => {
    it('is as consistent as on any other day', async () => {
      const other = await openTestDatabase();
      try {
        expect(await fillDemo(other.db, optionsAt(new Date(moment)))).toBe(true);
        const there = await readDemo(other);
        expect(new Set(there.orders.map(({ status }) => status))).toEqual(new Set(ORDER_STATUSES));
        const sums = new Map<string, number>();
        for (const { produto_id, quantidade } of there.movements) {
          sums.set(produto_id, (sums.get(produto_id) ?? 0) + quantidade);
          expect(sums.get(produto_id)).toBeGreaterThanOrEqual(0);
        }
        for (const { id, estoque } of there.products) expect(sums.get(id)).toBe(estoque);
      } finally {
        await other.close();
      }
    });
  },
);
