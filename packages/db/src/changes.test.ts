import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { hearChanges, noteChange } from './changes';
import { openTestDatabase, type TestDatabase } from './testing';

let opened: TestDatabase;
let heard: string[][] = [];
beforeAll(async () => {
  opened = await openTestDatabase();
  noteChange(opened.db, 'nobody hears yet');
  hearChanges(opened.db, (usuarioIds) => heard.push([...usuarioIds]));
});
afterAll(() => opened.close());
beforeEach(() => {
  heard = [];
});

it('outside of a transaction tells at once', () => {
  noteChange(opened.db, 'ana');
  expect(heard).toEqual([['ana']]);
});

it('of a transaction tells once, each user once, and not before it is committed', async () => {
  const answer = await opened.db.transaction(async (tx) => {
    noteChange(tx, 'ana');
    noteChange(tx, 'bia');
    await tx.execute(sql`SELECT 1`);
    noteChange(tx, 'ana');
    expect(heard).toEqual([]);
    return 'done';
  });
  expect(answer).toBe('done');
  expect(heard).toEqual([['ana', 'bia']]);
});

it('of a transaction within a transaction tells with the outer one', async () => {
  await opened.db.transaction(async (tx) => {
    await tx.transaction(async (inner) => noteChange(inner, 'ana'));
    expect(heard).toEqual([]);
  });
  expect(heard).toEqual([['ana']]);
});

it('tells of a transaction that failed, since it may have been committed all the same', async () => {
  const failure = new Error('the connection was lost');
  const failing = opened.db.transaction(async (tx) => {
    noteChange(tx, 'ana');
    throw failure;
  });
  await expect(failing).rejects.toBe(failure);
  expect(heard).toEqual([['ana']]);
});

it('tells nothing of a transaction that changed nothing', async () => {
  await opened.db.transaction((tx) => tx.execute(sql`SELECT 1`));
  expect(heard).toEqual([]);
});

it('tells everybody who hears, each once', async () => {
  const other: string[] = [];
  hearChanges(opened.db, (usuarioIds) => other.push(...usuarioIds));
  await opened.db.transaction(async (tx) => noteChange(tx, 'ana'));
  expect([heard, other]).toEqual([[['ana']], ['ana']]);
});
