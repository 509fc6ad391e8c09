import { runs } from '@esteira/config/vitest/runs';
import { isLate } from '@esteira/domain/orders/dispatch-deadline';
import { ORDER_SORTS, type OrderSort } from '@esteira/domain/orders/order-list';
import {
  isUnshipped,
  ORDER_FILTERS,
  ORDER_STATUSES,
  type OrderFilter,
} from '@esteira/domain/orders/order-machine';
import type { OrderCounts, OrderListInput } from '@esteira/validators/orders/order-list';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { makeHalfYear, type OrderRow, PRODUCT_NAMES } from '../testing/half-year';

let server: TestServer;
let user: TestUser;
let all: OrderRow[];
beforeAll(async () => {
  server = await createTestServer();
  user = await makeUser(server);
  all = await makeHalfYear(server, user);
}, 120_000);
afterAll(() => server.close());

type Filter = Omit<Partial<OrderListInput>, 'limite' | 'cursor'>;

const supplierOf = (name: string) => all.find((order) => order.fornecedor_nome === name)?.fornecedor_id ?? '';

const WORDS = [
  ...['caneca', 'antiga', 'camiseta', 'BÁSICA', 'bone', 'são', 'paulo', 'garrafa', 'conceicao', 'iente'],
  ...[
    'atacado',
    'pouco',
    'zebra',
    'SKU-00',
    'sku-0035',
    '0035',
    '2000000000001230',
    '0010',
    '230',
    '500',
    'ml',
  ],
  ...['c', 'da', '42', '#200000', 'zq', '\u0301', '%', "'"],
  ...PRODUCT_NAMES,
];

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 });
const flag = fc.option(fc.constant(true), { nil: undefined, freq: 4 });
const day = fc
  .integer({ min: 0, max: 210 })
  .map((days) => new Date(Date.parse('2026-02-27') + days * 86_400_000).toISOString().slice(0, 10));

const filter: fc.Arbitrary<Filter> = fc.record({
  busca: maybe(
    fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
  ),
  marketplace: maybe(fc.constantFrom('amazon', 'mercadolivre')),
  fornecedor_id: maybe(fc.constantFrom('Atacado Brás', 'Importadora Sul', 'Pouco')),
  de: fc.option(day, { nil: undefined, freq: 2 }),
  ate: fc.option(day, { nil: undefined, freq: 2 }),
  atencao: flag,
  atrasados: flag,
  etiqueta_nao_impressa: flag,
  filtro: maybe(fc.constantFrom(...(Object.keys(ORDER_FILTERS) as OrderFilter[]))),
  status: fc.option(fc.constantFrom(...ORDER_STATUSES), { nil: undefined, freq: 3 }),
  ordem: maybe(fc.constantFrom(...(Object.keys(ORDER_SORTS) as OrderSort[]))),
});

const normalise = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();

const toWords = (text: string) =>
  normalise(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

function isFound(order: OrderRow, { busca = '' }: Filter): boolean {
  const { ml_order_id, produto_sku, cliente_nome, produto_nome, fornecedor_nome } = order;
  const parts = [ml_order_id, produto_sku ?? '', cliente_nome ?? '', produto_nome, fornecedor_nome];
  const held = toWords(parts.join(' '));
  const words = toWords(busca);
  if (words.length === 0) return busca === '';
  const isDigits = (word: string) => /^\d+$/.test(word);
  return words.every((word) =>
    held.some((each) => each.startsWith(word) || (isDigits(word) && each.endsWith(word))),
  );
}

/** Statuses aside, as the counts are. */
function isCovered(order: OrderRow, input: Filter, now: Date): boolean {
  const bought = new Date(Date.parse(order.criado_em) - 3 * 3_600_000).toISOString().slice(0, 10);
  return (
    isFound(order, input) &&
    (input.marketplace === undefined || order.marketplace === input.marketplace) &&
    (input.fornecedor_id === undefined || order.fornecedor_id === input.fornecedor_id) &&
    (input.de === undefined || bought >= input.de) &&
    (input.ate === undefined || bought <= input.ate) &&
    (input.atencao !== true || order.requer_atencao) &&
    (input.atrasados !== true || isLate(order, now)) &&
    (input.etiqueta_nao_impressa !== true ||
      (isUnshipped(order.status) && order.tem_etiqueta && order.etiqueta_impressa_em === null))
  );
}

const byId = (a: OrderRow, b: OrderRow) => (a.id < b.id ? -1 : 1);
const deadlineOf = ({ status, despachar_ate }: OrderRow) => {
  if (!isUnshipped(status)) return Number.POSITIVE_INFINITY;
  return despachar_ate === null ? Number.MAX_SAFE_INTEGER : Date.parse(despachar_ate);
};
const COMPARE: Record<OrderSort, (a: OrderRow, b: OrderRow) => number> = {
  mais_novos: (a, b) => byId(b, a),
  mais_antigos: byId,
  maior_valor: (a, b) => b.preco_venda - a.preco_venda || byId(b, a),
  maior_lucro: (a, b) => b.lucro - a.lucro || byId(b, a),
  prazo: (a, b) => {
    const [first, second] = [deadlineOf(a), deadlineOf(b)];
    if (first === second) return first === Number.POSITIVE_INFINITY ? byId(b, a) : byId(a, b);
    return first - second;
  },
};

function listPlainly(
  { filtro = 'todos', status, ordem = 'mais_novos', ...input }: Filter,
  now: Date,
): string[] {
  const statuses: readonly string[] = ORDER_FILTERS[filtro].statuses;
  return all
    .filter((order) => statuses.includes(order.status) && (status === undefined || order.status === status))
    .filter((order) => isCovered(order, input, now))
    .sort(COMPARE[ordem])
    .map(({ id }) => id);
}

function countPlainly(input: Filter, now: Date) {
  const covered = all.filter((order) => isCovered(order, input, now));
  return Object.fromEntries(
    ORDER_STATUSES.map((status) => [status, covered.filter((order) => order.status === status).length]),
  );
}

function sumPlainly(input: Filter, now: Date) {
  const covered = all.filter((order) => isCovered(order, input, now));
  return Object.fromEntries(
    ORDER_STATUSES.map((status) => {
      const ofStatus = covered.filter((order) => order.status === status);
      const sum = (field: 'preco_venda' | 'lucro') =>
        ofStatus.reduce((cents, order) => cents + Math.round(order[field] * 100), 0) / 100;
      return [status, { valor: sum('preco_venda'), lucro: sum('lucro') }];
    }),
  );
}

/** The list and its counts in one request, as the screen asks for them. */
async function ask(input: Filter, page: { limite: number; cursor?: string }) {
  const { filtro: _filtro, status: _status, ordem: _ordem, ...narrowing } = input;
  const inputs = encodeURIComponent(JSON.stringify({ 0: { ...input, ...page }, 1: narrowing }));
  const answer = await server.call('GET', `/trpc/orders.list,orders.counts?batch=1&input=${inputs}`, {
    token: user.token,
  });
  expect(answer.status, answer.text).toBe(200);
  const [list, counts] = answer.body.map((each: { result: { data: unknown } }) => each.result.data);
  return { list, counts } as {
    list: { itens: { id: string }[]; proximo_cursor: string | null };
    counts: OrderCounts;
  };
}

it('any filter lists, counts and sums what looking at every order finds, page by page', async () => {
  const seed = process.env['TEST_SEED'];
  await fc.assert(
    fc.asyncProperty(filter, fc.constantFrom(7, 50), async (drawn, limite) => {
      const { fornecedor_id, ...rest } = drawn;
      const input =
        fornecedor_id === undefined ? rest : { ...rest, fornecedor_id: supplierOf(fornecedor_id) };
      const now = new Date();
      const expected = listPlainly(input, now);
      const found: string[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < 3; page += 1) {
        const { list, counts } = await ask(input, { limite, ...(cursor && { cursor }) });
        found.push(...list.itens.map(({ id }) => id));
        expect(counts).toMatchObject({ por_status: countPlainly(input, now), parciais: [] });
        expect(counts.somas).toEqual(sumPlainly(input, now));
        if (list.proximo_cursor === null) break;
        cursor = list.proximo_cursor;
      }
      expect(found).toEqual(expected.slice(0, limite * 3));
    }),
    { numRuns: runs(150), ...(seed === undefined ? {} : { seed: Number(seed) }) },
  );
}, 240_000);
