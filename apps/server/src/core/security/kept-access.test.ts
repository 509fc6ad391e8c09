import { ACCESS_CHANNEL, type ChannelHandlers } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeptAccess, type KeptAccess } from './kept-access';

beforeEach(() => {
  vi.useFakeTimers();
  // A clock that stands at nought is one that was never asked, to the cache.
  vi.advanceTimersByTime(1);
});
afterEach(() => {
  vi.useRealTimers();
});

const ANA = newId();
const BIA = newId();

/** A channel that hands on what it is told only when the test lets it. */
async function open(kind: 'postgres' | 'embedded' = 'postgres') {
  const told: string[] = [];
  let handlers: ChannelHandlers = { onMessage: () => undefined, onGap: () => undefined };
  const wake = vi.fn(async (_: readonly string[]) => undefined);
  const database = {
    kind,
    listen: async (channel: string, given: ChannelHandlers) => {
      expect(channel).toBe(ACCESS_CHANNEL);
      handlers = given;
    },
    tell: async (_: string, message: string) => void told.push(message),
  };
  const access = await createKeptAccess(database, { wake, listWatched: () => [ANA, BIA] });
  const deliver = () => {
    for (const message of told.splice(0)) handlers.onMessage(message);
  };
  return {
    access,
    told,
    wake,
    deliver,
    hear: (message: string) => handlers.onMessage(message),
    lose: () => handlers.onGap(),
    write: (message: string) => handlers.onOwnWrite?.(message),
  };
}

/** Of a token that belongs to Ana, or of somebody of Bia's team. */
function ask(access: KeptAccess, read: () => unknown = () => 1, { key = 'a', users = [ANA] } = {}) {
  return access.find({ key, read: async () => ({ value: read() }), usersOf: () => users });
}

/** Whether the question is answered without a read. */
async function isKept(access: KeptAccess, question = {}): Promise<boolean> {
  const before = access.count().read;
  await ask(access, () => 1, question);
  return access.count().read === before;
}

describe('what is kept', () => {
  it('is used once this server has heard itself on the channel, and not before', async () => {
    const { access, deliver } = await open();
    expect(await isKept(access)).toBe(false);
    expect(await isKept(access)).toBe(false);
    deliver();
    expect(await isKept(access)).toBe(true);
    expect(access.count()).toEqual({ kept: 1, read: 2 });
  });

  it('is what was read, frozen, each key its own; what is not found is not kept', async () => {
    const { access, deliver } = await open();
    deliver();
    const found = { person: { nome: 'Ana' } };
    const read = vi.fn(async () => found);
    const usersOf = () => [ANA];
    for (const key of ['a', 'a', 'b']) expect(await access.find({ key, read, usersOf })).toBe(found);
    expect(read).toHaveBeenCalledTimes(2);
    expect(Object.isFrozen(found.person)).toBe(true);
    const nothing = vi.fn(async () => undefined);
    for (const key of ['c', 'c']) await access.find({ key, read: nothing, usersOf });
    expect(nothing).toHaveBeenCalledTimes(2);
  });

  it('is forgotten before the screens of its user are woken, who ask again', async () => {
    const { access, deliver, hear, lose, wake } = await open();
    deliver();
    await ask(access);
    expect(await isKept(access)).toBe(true);
    const asked: Promise<boolean>[] = [];
    wake.mockImplementation(async () => void asked.push(isKept(access)));
    hear(ANA);
    expect(wake).toHaveBeenLastCalledWith([ANA]);
    lose();
    expect(wake).toHaveBeenLastCalledWith([ANA, BIA]);
    expect(await Promise.all(asked)).toEqual([false, false]);
  });

  it('wakes nobody by what servers tell of themselves', async () => {
    const { deliver, told, wake } = await open();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).not.toEqual([]);
    deliver();
    expect(wake).not.toHaveBeenCalled();
  });

  it('ends with a change of any user of whom it tells, and with that of no other', async () => {
    const { access, deliver, hear } = await open();
    deliver();
    const member = { key: 'm', users: [newId(), BIA] };
    await ask(access);
    await ask(access, () => 1, member);
    hear(newId());
    expect([await isKept(access), await isKept(access, member)]).toEqual([true, true]);
    hear(BIA);
    expect([await isKept(access), await isKept(access, member)]).toEqual([true, false]);
    hear(ANA);
    expect([await isKept(access), await isKept(access, member)]).toEqual([false, true]);
  });

  it('is not what was being read while a change was told', async () => {
    const { access, deliver, hear } = await open();
    deliver();
    expect(await ask(access, () => hear(ANA))).toBeDefined();
    expect(await isKept(access)).toBe(false);
  });

  it('ends altogether when the connection was lost, and when nobody in particular is named', async () => {
    const { access, deliver, hear, lose } = await open();
    deliver();
    for (const end of [lose, () => hear('')]) {
      await ask(access);
      expect(await isKept(access)).toBe(true);
      end();
      expect(await isKept(access)).toBe(false);
    }
  });

  it('ends after a minute', async () => {
    const { access } = await open('embedded');
    await ask(access);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(await isKept(access)).toBe(true);
    await vi.advanceTimersByTimeAsync(1_001);
    expect(await isKept(access)).toBe(false);
  });

  it('is nothing of a user whom this server has been changing within the last minute', async () => {
    const { access, told, write, hear } = await open();
    const deliver = () => told.splice(0).forEach(hear);
    deliver();
    await ask(access);
    write(ANA);
    for (let second = 0; second < 60; second += 1) {
      expect(await isKept(access)).toBe(false);
      await vi.advanceTimersByTimeAsync(1_000);
      deliver();
    }
    await vi.advanceTimersByTimeAsync(1);
    await ask(access);
    expect(await isKept(access)).toBe(true);
  });
});

describe('a channel', () => {
  it('is believed for three seconds after what was heard was told, however late it came', async () => {
    const { access, told, hear } = await open();
    await ask(access);
    const [first = ''] = told.splice(0);
    await vi.advanceTimersByTimeAsync(2_500);
    hear(first);
    expect(await isKept(access)).toBe(true);
    await vi.advanceTimersByTimeAsync(499);
    expect(await isKept(access)).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isKept(access)).toBe(false);
    const last = told.at(-1) ?? '';
    hear(last);
    expect(await isKept(access)).toBe(true);
    hear(first);
    expect(await isKept(access)).toBe(true);
  });

  it('is not proved by what another server tells, which ends nothing either', async () => {
    const [{ access, deliver, told, hear }, other] = [await open(), await open()];
    await ask(access);
    for (const message of other.told) hear(message);
    expect(await isKept(access)).toBe(false);
    deliver();
    for (const message of other.told) hear(message);
    expect(await isKept(access)).toBe(true);
    expect(told).toEqual([]);
  });

  it('is told every second until it is closed, and goes on when it could not be', async () => {
    let tells = 0;
    const database = {
      kind: 'postgres' as const,
      listen: async () => undefined,
      tell: async () => {
        tells += 1;
        throw new Error('the connection is lost');
      },
    };
    const access = await createKeptAccess(database, { wake: async () => undefined, listWatched: () => [] });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(tells).toBe(4);
    access.close();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(tells).toBe(4);
  });

  it('of the embedded database needs no proof', async () => {
    const { access, told } = await open('embedded');
    await ask(access);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await isKept(access)).toBe(true);
    expect(told).toEqual([]);
  });
});
