import { runs } from '@esteira/config/vitest/runs';
import type { Database } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { orders } from '@esteira/db/schema/orders/orders';
import { products } from '@esteira/db/schema/products/products';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import { insertOrders } from '@esteira/db/testing/insert-orders';
import { toDay } from '@esteira/domain/calendar';
import { addDays } from '@esteira/domain/days';
import { toCents } from '@esteira/domain/money';
import type { DashboardPeriod, PeriodSharer } from '@esteira/validators/dashboards/dashboard-period';
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser, unique } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { watchStatements } from '../../../testing/watching/statements';
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
const produto = fc.nat({ max: PRODUCTS });
const fornecedor = fc.nat({ max: 3 });
const day = fc.nat({ max: DAYS - 1 });
const cents = fc.integer({ min: 0, max: 9_999 });
const kind = <K extends string>(name: K) => fc.constant(name);

const change = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: kind('sell'), day, produto, fornecedor, cents, units: index }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('cancel'), index }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('cost'), index, cents: fc.option(cents) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('charge'), index }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('move'), index, day }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('give'), index, produto, fornecedor }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('swap'), index, other: index }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('remove'), index }) },
);

type Change = typeof change extends fc.Arbitrary<infer Each> ? Each : never;

/** Late in the day, when it is another one in UTC. */
const toMoment = (number: number) => `${addDays(FIRST_DAY, number)}T23:30:00-03:00`;

async function play(shop: Shop, ids: string[], one: Change): Promise<unknown> {
  const { usuarioId } = shop;
  if (one.kind === 'sell') return sell(shop, ids, one);
  const id = ids[one.index];
  if (id === undefined) return undefined;
  const own = and(eq(orders.usuario_id, usuarioId), eq(orders.id, id));
  const set = (fields: Partial<Record<keyof typeof orders.$inferInsert, unknown>>) =>
    server.db
      .update(orders)
      .set(fields as object)
      .where(own);
  switch (one.kind) {
    case 'cancel':
      return set({ status: 'cancelado' });
    case 'cost':
      return set({ custos: one.cents === null ? null : one.cents / 100 });
    case 'charge':
      return set({ custos_cobrados: true });
    case 'move':
      return set({ criado_em: toMoment(one.day) });
    case 'give':
      return set({
        produto_id: shop.produtos[one.produto] ?? null,
        fornecedor_id: shop.fornecedores[one.fornecedor] ?? null,
      });
    case 'swap':
      return swapProducts(shop, [id, ids[one.other] ?? id]);
    case 'remove':
      return remove(shop, id);
  }
}

async function sell(
  { usuarioId, produtos, fornecedores }: Shop,
  ids: string[],
  one: Extract<Change, { kind: 'sell' }>,
): Promise<void> {
  const criado_em = toMoment(one.day);
  const id = newId(new Date(criado_em));
  ids.push(id);
  await insertOrders(server.db, {
    ...{ usuario_id: usuarioId, id, criado_em, ml_order_id: unique('2000') },
    ...{ marketplace: one.units % 2 === 0 ? 'amazon' : 'mercadolivre' },
    ...{ produto_id: produtos[one.produto] ?? null, fornecedor_id: fornecedores[one.fornecedor] ?? null },
    ...{ produto_nome: 'Produto', fornecedor_nome: 'Desconhecido', quantidade: one.units + 1 },
    ...{ preco_venda: one.cents / 100, preco_fornecedor: one.units },
  });
}

/** As orders of examples go. */
async function remove({ usuarioId }: Shop, id: string): Promise<void> {
  const own = and(eq(orders.usuario_id, usuarioId), eq(orders.id, id), isNotNull(orders.produto_id));
  await server.db.transaction(async (tx) => {
    const [there] = await tx.select({ id: orders.id }).from(orders).where(own).for('update');
    if (there === undefined) return;
    await tx.execute(sql`SELECT apagar_dependentes('pedidos', ${usuarioId}::uuid, ARRAY[${id}::uuid])`);
    await tx.delete(orders).where(own);
  });
}

/** The sums of all their days stay as they are. */
async function swapProducts({ usuarioId, produtos: [one, other] }: Shop, ids: string[]): Promise<void> {
  const swapped: SQL = sql`CASE ${orders.produto_id} WHEN ${one}::uuid THEN ${other}::uuid
    WHEN ${other}::uuid THEN ${one}::uuid ELSE ${orders.produto_id} END`;
  await server.db.transaction(async (tx) => {
    const theirs = and(eq(orders.usuario_id, usuarioId), inArray(orders.id, ids));
    await tx.select({ id: orders.id }).from(orders).where(theirs).orderBy(orders.id).for('update');
    await tx.update(orders).set({ produto_id: swapped }).where(theirs);
  });
}

interface Span {
  de: string;
  ate: string;
}

const span: fc.Arbitrary<Span> = fc.tuple(day, day).map(([one, other]) => ({
  de: addDays(FIRST_DAY, Math.min(one, other)),
  ate: addDays(FIRST_DAY, Math.max(one, other)),
}));

const read = (db: Database, { usuarioId }: Shop, asked: Span): Promise<DashboardPeriod> =>
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

function addUp(rows: readonly Order[]): Sums {
  const sum = (of: (row: Order) => number) => rows.reduce((all, row) => all + of(row), 0);
  const isKnown = ({ custos }: Order) => custos !== null;
  return {
    vendas: rows.length,
    receita: sum((row) => toCents(row.preco_venda)),
    lucro: sum((row) => toCents(row.preco_venda) - toCents(row.preco_fornecedor)),
    calculados: rows.filter(isKnown).length,
    receita_calculada: sum((row) => (isKnown(row) ? toCents(row.preco_venda) : 0)),
    custos: sum((row) => toCents(row.custos ?? 0)),
  };
}

const toSums = (figures: Record<keyof Sums, number>): Sums => ({
  ...{ vendas: figures.vendas, receita: toCents(figures.receita), lucro: toCents(figures.lucro) },
  ...{ calculados: figures.calculados, receita_calculada: toCents(figures.receita_calculada) },
  custos: toCents(figures.custos),
});

/** What the ten with the most revenue had, from the orders themselves. */
function listTen(rows: readonly Order[], idOf: (row: Order) => string | null) {
  return [...new Set(rows.map(idOf))]
    .map((id) => {
      const own = rows.filter((row) => idOf(row) === id);
      return { id, ...addUp(own), unidades: own.reduce((all, { quantidade }) => all + quantidade, 0) };
    })
    .sort((a, b) => b.receita - a.receita || ((a.id ?? '') < (b.id ?? '') ? -1 : 1))
    .slice(0, 10);
}

const toTen = (sharers: readonly PeriodSharer[]) =>
  sharers.map(({ id, unidades, ...figures }) => ({ id, ...toSums(figures), unidades }));

async function expectExact(db: Database, shop: Shop, asked: Span): Promise<void> {
  const sold = await server.db.select().from(orders).where(eq(orders.usuario_id, shop.usuarioId));
  const rows = sold.filter(({ status, criado_em }) => {
    const at = toDay(new Date(criado_em));
    return status !== 'cancelado' && asked.de <= at && at <= asked.ate;
  });
  const { total, produtos, fornecedores } = await read(db, shop, asked);
  expect(toSums(total)).toEqual(addUp(rows));
  expect(toTen(produtos)).toEqual(listTen(rows, ({ produto_id }) => produto_id));
  expect(toTen(fornecedores)).toEqual(listTen(rows, ({ fornecedor_id }) => fornecedor_id));
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
