import { runs } from '@esteira/config/vitest/runs';
import { ORDER_SORTS } from '@esteira/domain/orders/order-list';
import { PRODUCT_SORTS } from '@esteira/domain/products/product-sort';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { REST_ROUTES } from '../rest/routes';
import { type ProcedurePath, procedureAt, procedureTypeAt } from '../router';
import { PROCEDURE_ACCESS, ROUTE_ACCESS } from '../testing/accounts/access-table';
import { type AccessWorld, makeAccessWorld } from '../testing/accounts/access-world';
import { makeProduct, makeSession, makeUser, type TestUser } from '../testing/makers';
import { createTestServer, type TestResponse, type TestServer } from '../testing/server';

let server: TestServer;
let world: AccessWorld;
let admin: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  [world, admin] = await Promise.all([makeAccessWorld(server), makeUser(server, { is_admin: true })]);
  for (const nome of ['Um', 'Dois']) {
    const product = await makeProduct(server, world.owner, { nome });
    const sale = { id: product.id, marketplace: 'amazon' };
    await server.call('POST', '/trpc/publication.publish', { token: world.owner.token, body: sale });
    await server.call('POST', '/trpc/publication.simulateSale', { token: world.owner.token, body: sale });
  }
});
afterAll(() => server.close());

const ID = '0190b0a0-0000-7000-8000-000000000000';
const ENDS = ['9999-12-31', '9999-12', '+010000-01-01', '0000-01-01', '1999-12-31', '2101-01-01', '2100-12'];
const MOMENTS = ENDS.map((day) => `${day}T00:00:00Z`);
const NUMBERS = [-1, 2 ** 31, 2 ** 31 - 1, -(2 ** 31) - 1, 2 ** 63, 2 ** 53, 1e300, 0.1 + 0.2];
const TEXTS = [
  ...[
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a\udfffb',
    '\u200b',
    '%',
    '_',
    '\\',
    "'",
    '"',
    '{',
    '../..',
    '__proto__',
  ],
  ...['x'.repeat(600), '9'.repeat(40), '2147483648', '-1', '1e400', 'NaN', 'Infinity', '٣', '😀', ''],
  ...[ID.toUpperCase(), `{${ID}}`, `${ID}\u0000`, ID.slice(1), `${ID} `, ID.replaceAll('-', '')],
];

const anyDay = fc
  .date({ noInvalidDate: true })
  .map((date) => date.toISOString())
  .chain((text) => fc.constantFrom(text, text.replace(/T.*/, ''), text.replace(/-\d\dT.*/, '')));
const hostileText = fc.oneof(
  fc.constantFrom(...ENDS, ...MOMENTS, ...TEXTS),
  anyDay,
  fc.string({ unit: 'binary' }),
);
const hostile = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  fc.constantFrom<unknown>(...NUMBERS, null, {}, []),
);

/** In English a client's mistake would read so. */
const ENGLISH = /invalid|expected|received|required|must |error|unexpected/i;

/** Never a failure of the server, and in Portuguese where it is refused. */
function expectAnswer(answer: TestResponse, asked: string): void {
  expect(answer.status, `${asked}: ${answer.text}`).toBeLessThan(500);
  if (answer.status < 400) return;
  const detail = answer.body?.detail ?? answer.body?.error?.data?.detail ?? '';
  expect(detail, `${asked}: ${answer.text}`).toMatch(/\p{L}{3}/u);
  expect(detail).not.toMatch(ENGLISH);
}

function callProcedure(path: ProcedurePath, input: unknown, token: string): Promise<TestResponse> {
  if (procedureTypeAt(path) === 'mutation')
    return server.call('POST', `/trpc/${path}`, { token, body: input });
  return server.call('GET', `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`, { token });
}

/** The fields of a procedure's input, and which of them are lists. */
function fieldsOf(path: ProcedurePath): [name: string, isList: boolean][] {
  const [schema] = (procedureAt(path)._def as unknown as { inputs: z.ZodType[] }).inputs;
  if (schema === undefined) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, field]) => [
    name,
    typeof field === 'object' && field.type === 'array',
  ]);
}

const paths = (Object.keys(PROCEDURE_ACCESS) as ProcedurePath[]).filter(
  (path) => procedureTypeAt(path) !== 'subscription' && fieldsOf(path).length > 0,
);

describe.each(paths)('%s', (path) => {
  it('answers or refuses whatever is sent in its fields', async () => {
    const { who, input } = PROCEDURE_ACCESS[path];
    // What changes nothing leaves its world to the next.
    const own = procedureTypeAt(path) === 'mutation' ? await makeAccessWorld(server) : world;
    const { id } = who === 'admins' ? admin : own.owner;
    const token = await makeSession(server, id);
    const base = { ...(input?.(own) as object) };
    const fields = fc.uniqueArray(fc.constantFrom(...fieldsOf(path)), {
      minLength: 1,
      maxLength: 3,
      selector: ([name]) => name,
    });
    await fc.assert(
      fc.asyncProperty(fields, fc.array(hostile, { minLength: 3, maxLength: 3 }), async (names, values) => {
        const changed = names.map(([name, isList], at) => [name, isList ? [values[at]] : values[at]]);
        const asked = { ...base, ...Object.fromEntries(changed) };
        expectAnswer(await callProcedure(path, asked, token), JSON.stringify(asked));
      }),
      { numRuns: runs(25) },
    );
  });
});

const lists = paths.filter((path) => fieldsOf(path).some(([name]) => name === 'cursor'));

const CURSOR_PARTS = [/\d+/, /[0-9a-f]{8}-[0-9a-f-]{27}/, /[:_]/, /^[^:_]*/, /^.*$/];
const CURSOR_VALUES = [
  ...['2147483648', '-2147483649', '9223372036854775808', '9'.repeat(15), '9'.repeat(18), '9'.repeat(30)],
  ...['-1', '0', '1e9', '0x10', '', ' ', ':', '_', ID, ID.toUpperCase()],
];
/** What a cursor is made of, and what stands in its place. */
const mutations = CURSOR_PARTS.flatMap((part) =>
  CURSOR_VALUES.map((value): [RegExp, string] => [part, value]),
);
const mutation = fc.tuple(fc.constantFrom(...CURSOR_PARTS), hostileText);

const SORTS: Partial<Record<ProcedurePath, readonly string[]>> = {
  'orders.list': Object.keys(ORDER_SORTS),
  'products.list': PRODUCT_SORTS,
};

describe.each(lists)('the cursor of %s', (path) => {
  it('is taken or refused with 422, however it was changed', async () => {
    const { who, input } = PROCEDURE_ACCESS[path];
    const { token } = who === 'admins' ? admin : world.owner;
    for (const ordem of [undefined, ...(SORTS[path] ?? [])]) {
      const base = { ...(input?.(world) as object), limite: 1, ...(ordem && { ordem }) };
      const first = await callProcedure(path, base, token);
      expect(first.status, first.text).toBe(200);
      const cursor = String(first.body.result?.data?.proximo_cursor ?? `${ordem}:1:${ID}`);
      const send = async ([part, value]: [RegExp, string]) => {
        const asked = { ...base, cursor: cursor.replace(part, () => value) };
        const answer = await callProcedure(path, asked, token);
        expectAnswer(answer, JSON.stringify(asked));
        expect([200, 422], JSON.stringify(asked)).toContain(answer.status);
      };
      for (const each of mutations) await send(each);
      await fc.assert(fc.asyncProperty(mutation, send), { numRuns: runs(20) });
    }
  });
});

const DATED = [
  '/api/dashboard/periodo?de={dia}&ate={dia}',
  '/api/dashboard/periodo/pedidos?de={dia}&ate={dia}',
  '/api/pedidos?de={dia}',
  '/api/pedidos?ate={dia}',
  '/api/exportar/pedidos.csv?de={dia}',
  '/api/exportar/pedidos.xlsx?ate={dia}',
  '/api/exportar/periodo.csv?de={dia}&ate={dia}',
  '/api/exportar/periodo.xlsx?de={dia}&ate={dia}',
  '/api/exportar/atividade.csv?de={dia}&ate={dia}',
  '/api/exportar/fechamento.csv?mes={mes}',
  '/api/exportar/fechamento.xlsx?mes={mes}',
  '/api/dashboard/fechamento?mes={mes}',
  '/api/dashboard/fechamento.pdf?mes={mes}',
];

describe.each(DATED)('%s', (address) => {
  it('takes the days from 2000 to 2100, and says so of any other', async () => {
    const { token } = world.owner;
    const ask = (day: string) =>
      server.call('GET', address.replaceAll('{dia}', day).replace('{mes}', day.slice(0, 7)), { token });
    for (const day of ['2000-01-01', '2100-12-31']) expect((await ask(day)).status).toBe(200);
    for (const day of ['9999-12-31', '2101-01-01', '1999-12-31', '0001-01-01']) {
      const answer = await ask(day);
      expect([answer.status, answer.body.detail]).toEqual([
        422,
        expect.stringContaining('use uma data de 2000 a 2100'),
      ]);
    }
  });
});

const addresses = [
  ...REST_ROUTES.map(({ method, path }) => `${method} /api${path}`),
  ...Object.keys(ROUTE_ACCESS).filter((name) => !/docs|openapi|dados\.zip|health|ready/.test(name)),
];
const QUERY = [
  'de',
  'ate',
  'mes',
  'momento',
  'cursor',
  'limite',
  'busca',
  'ids',
  'id',
  'exp',
  'state',
  'code',
];
const encodedTexts = ['%00', 'a%00b', '%ED%A0%80', '%E0%A4%A', '%', '%2e%2e%2f', '..%5c', '+', '%C0%80'];

describe.each(addresses)('%s', (address) => {
  it('answers or refuses whatever stands in its address', async () => {
    const [method = '', route = ''] = address.split(' ');
    const { token } = await makeUser(server, { is_admin: true });
    const written = fc.oneof(
      hostileText.map((text) => encodeURIComponent(Buffer.from(text).toString())),
      fc.constantFrom(...encodedTexts),
    );
    const names = fc.array(fc.constantFrom(...QUERY), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(written, { minLength: 3, maxLength: 3 }), names, async (texts, asked) => {
        const filled = route.replace(/:\w+/g, () => texts[0] || 'x');
        const url = `${filled}?${asked.map((name, at) => `${name}=${texts[at]}`).join('&')}`;
        const answer = await server.call(method, url, { token, ...(method !== 'GET' && { body: {} }) });
        expect(answer.status, `${url}: ${answer.text}`).toBeLessThan(500);
      }),
      { numRuns: runs(15) },
    );
  });
});
