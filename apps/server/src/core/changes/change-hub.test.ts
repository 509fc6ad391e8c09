import type { Database } from '@esteira/db/database';
import { expect, it } from 'vitest';
import { createChangeHub } from './change-hub';

const database = {
  db: { transaction: async () => undefined } as unknown as Database,
  kind: 'postgres',
  listen: async () => undefined,
  tell: async () => undefined,
} as const;

it('holds so many streams in all and no more, whosever they are; leaving twice makes room for one', async () => {
  const hub = await createChangeHub(database, { ofOneUser: 2, inAll: 3 });
  const [leave] = ['ana', 'ana', 'bia'].map((user) => hub.enter(user));
  expect(() => hub.enter('caio')).toThrow(
    expect.objectContaining({ kind: 'unavailable', status: 503, retryAfter: 30 }),
  );
  leave?.();
  leave?.();
  expect(hub.count()).toBe(2);
  hub.enter('caio');
  expect(() => hub.enter('bia')).toThrow(expect.objectContaining({ kind: 'unavailable' }));
});

it('tells a user of too many screens of their own before it tells of a busy server', async () => {
  const hub = await createChangeHub(database, { ofOneUser: 2, inAll: 2 });
  hub.enter('ana');
  hub.enter('ana');
  expect(() => hub.enter('ana')).toThrow(expect.objectContaining({ kind: 'too_many', retryAfter: 30 }));
});
