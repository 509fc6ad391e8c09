import { openTestDatabase, type TestDatabase } from '@esteira/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unique } from '../../testing/makers';
import { notePolicyStart } from './policy-start';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const noteAt = (code: string, at: string) =>
  notePolicyStart({ db: database.db, clock: () => new Date(at) }, code);

it('a rule applies since it was first noted, on whichever server that was', async () => {
  const code = unique('regra');
  const days = Array.from(
    { length: 20 },
    (_, day) => `2026-11-${String(day + 1).padStart(2, '0')}T12:00:00Z`,
  );
  const noted = await Promise.all(days.map((day) => noteAt(code, day)));
  expect(new Set(noted.map(Number)).size).toBe(1);
  expect(await noteAt(code, '2027-01-01T00:00:00Z')).toEqual(noted[0]);
  expect(await noteAt(unique('regra'), '2027-01-01T00:00:00Z')).toEqual(new Date('2027-01-01T00:00:00Z'));
});
