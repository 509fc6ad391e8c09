import type { ChannelHandlers } from '@esteira/db/database';
import { expect, it } from 'vitest';
import { createChangeHub } from './change-hub';

const database = { listen: async () => undefined };

it('wakes the screens of whom an announcement names, and all of them when announcements may have been missed', async () => {
  let handlers: ChannelHandlers | undefined;
  const listen = async (_: string, given: ChannelHandlers) => {
    handlers = given;
  };
  const hub = await createChangeHub({ listen });
  const woken = { ana: 0, bia: 0 };
  const watching = (['ana', 'bia'] as const).map(async (user) => {
    for await (const _ of hub.wakeUps([user], undefined)) woken[user] += 1;
  });
  await expect.poll(() => woken).toEqual({ ana: 1, bia: 1 });
  handlers?.onMessage('ana');
  await expect.poll(() => woken).toEqual({ ana: 2, bia: 1 });
  handlers?.onGap();
  await expect.poll(() => woken).toEqual({ ana: 3, bia: 2 });
  hub.close();
  await Promise.all(watching);
});

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
