import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDatabase, type Database, preparedOnce } from './database';
import { users } from './schema/accounts/users';
import { newId } from './schema/columns';
import { openTestDatabase, type TestDatabase } from './testing';
import { type StatementEnd, watchStatements } from './watched-statements';

let database: TestDatabase;
let watched: Database;
const told: StatementEnd[] = [];
const id = newId();
beforeAll(async () => {
  database = await openTestDatabase();
  watched = createDatabase(watchStatements(database.db.runner, (statement) => void told.push(statement)));
});
afterAll(() => database.close());
beforeEach(() => void told.splice(0));

const texts = () => told.map(({ text }) => text.split(' ').slice(0, 3).join(' '));

it('tells of statements once, also of those that are prepared, in transactions and in their savepoints', async () => {
  const db = watched;
  await db.transaction(async (tx) => {
    await tx.insert(users).values({ id, nome: 'Segredo', email: 'segredo@exemplo.com.br', senha_hash: 'x' });
    await tx.transaction((inner) =>
      inner.update(users).set({ nome: 'Outro segredo' }).where(eq(users.id, id)),
    );
  });
  const query = preparedOnce(db, 'one_user', (on, name) =>
    on
      .select({ nome: users.nome })
      .from(users)
      .where(eq(users.id, sql.placeholder('id')))
      .prepare(name),
  );
  expect(await query.execute({ id })).toEqual([{ nome: 'Outro segredo' }]);
  expect(await query.execute({ id })).toEqual([{ nome: 'Outro segredo' }]);
  expect(texts()).toEqual([
    'insert into "usuarios"',
    'update "usuarios" set',
    'select "nome" from',
    'select "nome" from',
  ]);
  expect(told.every(({ milliseconds, isFailure }) => milliseconds > 0 && !isFailure)).toBe(true);
});

it('tells of one that fails that it did, and passes its failure on; no value is told', async () => {
  const secret = 'nao e um id';
  await expect(watched.execute(sql`SELECT ${secret}::uuid`)).rejects.toThrow();
  expect(told).toMatchObject([{ text: 'SELECT $1::uuid', isFailure: true }]);
  await watched.select().from(users).where(eq(users.nome, secret));
  expect(JSON.stringify(told)).not.toMatch(/segredo|nao e um id/i);
});
