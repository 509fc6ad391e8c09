import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queryRows } from './database';
import { openTestDatabase, type TestDatabase } from './testing';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const SELLER = '01910000-0000-7000-8000-000000000001';
const OTHER = '01910000-0000-7000-8000-000000000002';

/** All threes, the beginnings of words, and fives of one word with a digit at either end. */
function listGrams(text: string): Set<string> {
  const letters = [...text];
  const grams = letters.flatMap((first, at) => {
    const five = letters.slice(at, at + 5);
    const hasDigit = /^\d/.test(first) || /^\d/.test(five[4] ?? '');
    return [
      ...(at + 3 <= letters.length ? [five.slice(0, 3)] : []),
      ...(first === ' ' && at + 2 <= letters.length ? [five.slice(0, 2)] : []),
      ...(five.length === 5 && hasDigit && !five.includes(' ') ? [five] : []),
    ];
  });
  return new Set(grams.map((gram) => gram.join('')));
}

async function gramsOf(seller: string, text: string): Promise<number[]> {
  const rows = await queryRows<{ gram: number }>(
    database.db,
    sql`SELECT DISTINCT g AS gram FROM unnest(esteira_gramas(${seller}::uuid, ${text}::text)) g ORDER BY 1`,
  );
  return rows.map((row) => row.gram);
}

it.each([
  ' 2000000000001905 sku-0091119 cliente 1905 da silva jaqueta premium verde modelo 91119 fornecedor 10 ltda',
  ' 702-1234567 kit  2x coracao 🧡 água 12345 ',
  ' a1234 12345 1a',
  ' ab',
  'a b',
  '  ',
])('indexes %j by its threes, its beginnings and its numbers', async (text) => {
  const grams = `{${[...listGrams(text)].map((gram) => JSON.stringify(gram)).join(',')}}`;
  const expected = await queryRows<{ gram: number }>(
    database.db,
    sql`SELECT DISTINCT hashtext(${SELLER}::text || g) AS gram FROM unnest(${grams}::text[]) g ORDER BY 1`,
  );
  const found = await gramsOf(SELLER, text);
  expect(found).toEqual(expected.map((row) => row.gram));
  expect(found.length).toBeGreaterThan(0);
});

it('indexes nothing of a text too short to be looked for', async () => {
  expect(await gramsOf(SELLER, '')).toEqual([]);
  expect(await gramsOf(SELLER, 'a')).toEqual([]);
});

it('gives no other seller the same numbers', async () => {
  const [own, others] = [await gramsOf(SELLER, ' camiseta azul'), await gramsOf(OTHER, ' camiseta azul')];
  expect(own.filter((gram) => others.includes(gram))).toEqual([]);
});
