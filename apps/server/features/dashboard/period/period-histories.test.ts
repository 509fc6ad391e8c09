import { runs } from '@esteira/config/vitest/runs';
import type { Database } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { newId } from '@esteira/db/schema/columns';
import { orderLines } from '@esteira/db/schema/orders/order-lines';
import { orders } from '@esteira/db/schema/orders/orders';
import { marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import { products } from '@esteira/db/schema/products/products';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import { toDay } from '@esteira/domain/calendar';
import { addDays } from '@esteira/domain/days';
import { DAY_MS } from '@esteira/domain/durations';
import { type AccountCode, toAccountCode } from '@esteira/domain/marketplace-accounts';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { fromCents, toCents } from '@esteira/domain/money';
import type { DashboardPeriod, PeriodSharer } from '@esteira/validators/dashboards/dashboard-period';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser, unique } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { watchStatements } from '../../../testing/watching/statements';
import { insertLines, type NewLine, sumLines } from '../../orders/sale';
import { getDashboardPeriod } from './period';

const HISTORIES = runs(15);
const DAYS = 6;
/** More than are shown. */
const PRODUCTS = 14;
const FIRST_DAY = '2026-02-26';
const NOW = new Date('2026-06-10T12:00:00Z');

let server: TestServer;
/** Each keeps what it has read for itself, as servers do. */
let readers: Database[];
beforeAll(async () => {
  server = await createTestServer();
  readers = [server.db, watchStatements(server.db, () => undefined)];
});
afterAll(() => server.close());

interface Shop {
  usuarioId: string;
  produtos: string[];
  fornecedores: string[];
}

async function makeShop(): Promise<Shop> {
  const { id: usuario_id } = await makeUser(server);
  await server.db
    .insert(marketplaceAccounts)
    .values(MARKETPLACES.map((marketplace) => ({ usuario_id, marketplace, id: 2 })));
  const fornecedores = [newId(), newId(), newId()];
  const produtos = Array.from({ length: PRODUCTS }, () => newId());
  await server.db.insert(suppliers).values(fornecedores.map((id) => ({ usuario_id, id, nome: id })));
  await server.db.insert(products).values(
    produtos.map((id) => ({
      ...{ usuario_id, id, fornecedor_id: fornecedores[0] as string, nome: id },
      ...{ preco_fornecedor: 1, preco_venda_ml: 2, estoque: 0, exemplo: true },
    })),
  );
  return { usuarioId: usuario_id, produtos, fornecedores };
}

const index = fc.nat({ max: 9 });
const day = fc.nat({ max: DAYS - 1 });
const cents = fc.integer({ min: 0, max: 9_999 });
const kind = <K extends string>(name: K) => fc.constant(name);

const line = fc.record({
  produto: fc.nat({ max: PRODUCTS }),
  fornecedor: fc.nat({ max: 3 }),
  cents,
  cost: fc.nat({ max: 900 }),
  units: fc.integer({ min: 1, max: 10 }),
});
const account = fc.record({
  marketplace: fc.constantFrom(...MARKETPLACES),
  contaId: fc.constantFrom(1, 2),
});
const lines = fc.array(line, { minLength: 1, maxLength: 5 });

type Line = typeof line extends fc.Arbitrary<infer Each> ? Each : never;

const change = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kind('sell'), day, account, lines }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('cancel'), index }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('cost'), index, cents: fc.option(cents) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('charge'), index }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('move'), index }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('replace'), index, lines }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('drop'), index }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('remove'), index }) },
);

type Change = typeof change extends fc.Arbitrary<infer Each> ? Each : never;

/** Late in the day, when it is another one in UTC. */
const toMoment = (number: number) => `${addDays(FIRST_DAY, number)}T23:30:00-03:00`;

/** An order keeps its id, which is made by the server's clock: the database's may already show the day after. */
const theDayAfter = (id: string) => {
  const made = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  return new Date(made + DAY_MS / 2).toISOString();
};

/** As every writer of orders does: two that change the sums of the same products may wait for each other. */
const writes = (write: (tx: Database) => Promise<void>) =>
  retryingDeadlocks(() => server.db.transaction(write));

async function play(shop: Shop, ids: string[], one: Change): Promise<unknown> {
  const { usuarioId } = shop;
  if (one.kind === 'sell') return sell(shop, ids, one);
  const id = ids[one.index];
  if (id === undefined) return undefined;
  const own = and(eq(orders.usuario_id, usuarioId), eq(orders.id, id));
  const set = (fields: Partial<Record<keyof typeof orders.$inferInsert, unknown>>) =>
    writes(async (tx) => {
      await tx
        .update(orders)
        .set(fields as object)
        .where(own);
    });
  switch (one.kind) {
    case 'cancel':
      return set({ status: 'cancelado' });
    case 'cost':
      return set({ custos: one.cents === null ? null : one.cents / 100 });
    case 'charge':
      return set({ custos_cobrados: true });
    case 'move':
      return set({ criado_em: theDayAfter(id) });
    case 'replace':
      return changeLines(shop, id, () => one.lines.map((each) => toNewLine(shop, each)));
    case 'drop':
      return changeLines(shop, id, (before) => (before.length > 1 ? before.slice(1) : before));
    case 'remove':
      return remove(shop, id);
  }
}

const toNewLine = ({ produtos, fornecedores }: Shop, each: Line): NewLine => ({
  ...{
    id_externo: null,
    variacao_externa: null,
    produto_nome: 'Produto',
    produto_sku: null,
    fornecedor_nome: 'Desconhecido',
  },
  ...{ produto_id: produtos[each.produto] ?? null, fornecedor_id: fornecedores[each.fornecedor] ?? null },
  ...{ quantidade: each.units, preco_venda: each.cents / 100, preco_fornecedor: each.cost / 100 },
});

async function sell(shop: Shop, ids: string[], one: Extract<Change, { kind: 'sell' }>): Promise<void> {
  const criado_em = toMoment(one.day);
  const id = newId(new Date(criado_em));
  ids.push(id);
  const sold = one.lines.map((each) => toNewLine(shop, each));
  await writes(async (tx) => {
    await tx.insert(orders).values({
      ...{ usuario_id: shop.usuarioId, id, criado_em, ml_order_id: unique('2000'), ...sumLines(sold) },
      ...{ marketplace: one.account.marketplace, conta_id: one.account.contaId },
    });
    await insertLines(tx, { usuarioId: shop.usuarioId, pedidoId: id }, sold);
  });
}

/** As an order's lines change when the marketplace changes it. */
async function changeLines(
  { usuarioId }: Shop,
  id: string,
  toLines: (before: NewLine[]) => NewLine[],
): Promise<void> {
  const own = and(eq(orders.usuario_id, usuarioId), eq(orders.id, id));
  const ofOrder = and(eq(orderLines.usuario_id, usuarioId), eq(orderLines.pedido_id, id));
  await writes(async (tx) => {
    const [there] = await tx.select({ id: orders.id }).from(orders).where(own).for('update');
    if (there === undefined) return;
    const before = await tx.select().from(orderLines).where(ofOrder).orderBy(orderLines.numero);
    const after = toLines(before.map(({ usuario_id: _u, pedido_id: _p, numero: _n, ...each }) => each));
    await tx.update(orders).set(sumLines(after)).where(own);
    await tx.delete(orderLines).where(ofOrder);
    await insertLines(tx, { usuarioId, pedidoId: id }, after);
  });
}

/** As orders of examples go. */
async function remove({ usuarioId }: Shop, id: string): Promise<void> {
  const own = and(eq(orders.usuario_id, usuarioId), eq(orders.id, id), isNotNull(orders.produto_id));
  await writes(async (tx) => {
    const [there] = await tx.select({ id: orders.id }).from(orders).where(own).for('update');
    if (there === undefined) return;
    await tx.execute(sql`SELECT apagar_dependentes('pedidos', ${usuarioId}::uuid, ARRAY[${id}::uuid])`);
    await tx.delete(orders).where(own);
  });
}

interface Asked {
  de: string;
  ate: string;
  /** Undefined: of all accounts. */
  conta_id: AccountCode | undefined;
}

const span: fc.Arbitrary<Asked> = fc
  .tuple(day, day, fc.option(account, { nil: undefined }))
  .map(([one, other, of]) => ({
    de: addDays(FIRST_DAY, Math.min(one, other)),
    ate: addDays(FIRST_DAY, Math.max(one, other)),
    conta_id: of && toAccountCode(of),
  }));

const read = (db: Database, { usuarioId }: Shop, asked: Asked): Promise<DashboardPeriod> =>
  getDashboardPeriod({ db, clock: () => NOW }, usuarioId, asked);

/** In cents. */
interface Sums {
  vendas: number;
  receita: number;
  lucro: number;
  calculados: number;
  receita_calculada: number;
  custos: number;
}

type Order = typeof orders.$inferSelect;

const codeOf = ({ marketplace, conta_id: contaId }: Order) => toAccountCode({ marketplace, contaId });

/** What a product or supplier had of an order, or an order itself; amounts in reais. */
interface Part extends Pick<Order, 'quantidade' | 'preco_venda' | 'preco_fornecedor' | 'custos'> {
  produto_id: string | null;
  fornecedor_id: string | null;
}

function addUp(parts: readonly Part[]): Sums {
  const sum = (of: (part: Part) => number) => parts.reduce((all, part) => all + of(part), 0);
  const isKnown = ({ custos }: Part) => custos !== null;
  return {
    vendas: parts.length,
    receita: sum((part) => toCents(part.preco_venda)),
    lucro: sum((part) => toCents(part.preco_venda) - toCents(part.preco_fornecedor)),
    calculados: parts.filter(isKnown).length,
    receita_calculada: sum((part) => (isKnown(part) ? toCents(part.preco_venda) : 0)),
    custos: sum((part) => toCents(part.custos ?? 0)),
  };
}

type OrderLine = typeof orderLines.$inferSelect;

/** An order as those that `keyOf` tells apart share it: the costs beside the supplier's go by price, to the cent. */
function divide(order: Order, own: readonly OrderLine[], keyOf: (line: OrderLine) => unknown): Part[] {
  const [price, supplier] = [toCents(order.preco_venda), toCents(order.preco_fornecedor)];
  const rest = toCents(order.custos ?? 0) - supplier;
  const parts = new Map<unknown, Part>();
  let upTo = 0;
  for (const line of own) {
    const from = upTo;
    upTo += toCents(line.preco_venda);
    const share =
      price === 0
        ? line.numero === 1
          ? rest
          : 0
        : Math.trunc((rest * upTo) / price) - Math.trunc((rest * from) / price);
    const custos = order.custos === null ? null : fromCents(toCents(line.preco_fornecedor) + share);
    const key = keyOf(line);
    const { quantidade, preco_venda, preco_fornecedor } = parts.get(key) ?? NOTHING;
    parts.set(key, {
      ...{ produto_id: line.produto_id, fornecedor_id: line.fornecedor_id },
      quantidade: quantidade + line.quantidade,
      preco_venda: addMoney(preco_venda, line.preco_venda),
      preco_fornecedor: addMoney(preco_fornecedor, line.preco_fornecedor),
      custos: custos === null ? null : addMoney(parts.get(key)?.custos ?? 0, custos),
    });
  }
  return [...parts.values()];
}

const NOTHING = { quantidade: 0, preco_venda: 0, preco_fornecedor: 0 };
const addMoney = (one: number, other: number) => fromCents(toCents(one) + toCents(other));

const toSums = (figures: Record<keyof Sums, number>): Sums => ({
  ...{ vendas: figures.vendas, receita: toCents(figures.receita), lucro: toCents(figures.lucro) },
  ...{ calculados: figures.calculados, receita_calculada: toCents(figures.receita_calculada) },
  custos: toCents(figures.custos),
});

/** What the ten with the most revenue had, from the lines themselves. */
function listTen(parts: readonly Part[], idOf: (part: Part) => string | null) {
  return [...new Set(parts.map(idOf))]
    .map((id) => {
      const own = parts.filter((part) => idOf(part) === id);
      return { id, ...addUp(own), unidades: own.reduce((all, { quantidade }) => all + quantidade, 0) };
    })
    .sort((a, b) => b.receita - a.receita || ((a.id ?? '') < (b.id ?? '') ? -1 : 1))
    .slice(0, 10);
}

const toTen = (sharers: readonly PeriodSharer[]) =>
  sharers.map(({ id, unidades, ...figures }) => ({ id, ...toSums(figures), unidades }));

async function expectExact(db: Database, shop: Shop, asked: Asked): Promise<void> {
  const sold = await server.db.select().from(orders).where(eq(orders.usuario_id, shop.usuarioId));
  const isAsked = (order: Order) =>
    order.status !== 'cancelado' && (asked.conta_id === undefined || asked.conta_id === codeOf(order));
  const counted = sold.filter(isAsked).map((order) => ({ ...order, day: toDay(new Date(order.criado_em)) }));
  const rows = counted.filter((order) => asked.de <= order.day && order.day <= asked.ate);
  const ofSeller = eq(orderLines.usuario_id, shop.usuarioId);
  const all = await server.db.select().from(orderLines).where(ofSeller).orderBy(orderLines.numero);
  const divideBy = (keyOf: (line: OrderLine) => unknown) =>
    rows.flatMap((order) => {
      const own = all.filter(({ pedido_id }) => pedido_id === order.id);
      return divide(order, own, keyOf);
    });
  const ofProducts = divideBy(({ produto_id, fornecedor_id }) => `${produto_id} ${fornecedor_id}`);
  const ofSuppliers = divideBy(({ fornecedor_id }) => fornecedor_id);
  const { total, anterior, partes, horas, marketplaces, produtos, fornecedores } = await read(
    db,
    shop,
    asked,
  );
  expect(toSums(total)).toEqual(addUp(rows));
  const before = counted.filter((order) => anterior.de <= order.day && order.day <= anterior.ate);
  expect(toSums(anterior.total)).toEqual(addUp(before));
  for (const shares of [partes, horas, marketplaces]) {
    const revenue = shares.reduce((sum, share) => sum + toCents(share.total.receita), 0);
    if (shares.length > 0) expect(revenue).toBe(toCents(total.receita));
  }
  expect(toTen(produtos)).toEqual(listTen(ofProducts, ({ produto_id }) => produto_id));
  expect(toTen(fornecedores)).toEqual(listTen(ofSuppliers, ({ fornecedor_id }) => fornecedor_id));
}

const step = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 6 }),
  /** Read while things change, so that what is kept is of some moment in between. */
  meanwhile: fc.array(span, { maxLength: 2 }),
  asked: fc.array(span, { minLength: 1, maxLength: 3 }),
});

it('on every server, after every change that orders can have, a period shows what its orders sum up to', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const shop = await makeShop();
      const ids: string[] = [];
      for (const { changes, meanwhile, asked } of steps) {
        await Promise.all([
          ...changes.map((one) => play(shop, ids, one)),
          ...meanwhile.flatMap((each) => readers.map((db) => read(db, shop, each))),
        ]);
        for (const each of asked) for (const db of readers) await expectExact(db, shop, each);
      }
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  );
}, 240_000);
