import type { LiveChange } from '@esteira/validators/live';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followChanges, type OpenStream } from './live-follower';

type Events = Parameters<OpenStream>[1];
interface Stream extends Events {
  lastEventId: string | null;
  closed: boolean;
}

let end: () => void = () => undefined;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  end();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function follow(staysOpen = () => false) {
  const streams: Stream[] = [];
  const seen: string[] = [];
  const connection: boolean[] = [];
  const onRefused = vi.fn();
  end = followChanges({
    open: (lastEventId, events) => {
      const stream = { ...events, lastEventId, closed: false };
      streams.push(stream);
      return () => {
        stream.closed = true;
      };
    },
    onChange: (change) => seen.push(change.id),
    onConnection: (connected) => connection.push(connected),
    onRefused,
    staysOpen,
  });
  const latest = () => {
    const stream = streams.at(-1);
    if (!stream) throw new Error('no stream was opened');
    return stream;
  };
  return { streams, seen, connection, onRefused, latest };
}

const stock = (id: string): LiveChange => ({ id, tipo: 'estoque', produto_id: 'p' });

function showTab(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

it('resumes where it was cut off and passes each change on once', async () => {
  const { streams, seen, latest } = follow();
  latest().onOpen();
  latest().onChange(stock('a'));
  latest().onChange(stock('b'));
  latest().onLost(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(latest().lastEventId).toBe('b');
  latest().onOpen();
  for (const id of ['a', 'b', 'c']) latest().onChange(stock(id));
  expect(seen).toEqual(['a', 'b', 'c']);
  expect(streams.map((stream) => stream.closed)).toEqual([true, false]);
});

it('waits longer after each failure, up to half a minute, and at once tries again when the network is back', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const { streams, latest } = follow();
  const waits: number[] = [];
  for (let failure = 0; failure < 7; failure += 1) {
    const opened = streams.length;
    latest().onLost(false);
    const from = Date.now();
    while (streams.length === opened) await vi.advanceTimersByTimeAsync(500);
    waits.push(Date.now() - from);
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  latest().onLost(false);
  const before = streams.length;
  window.dispatchEvent(new Event('online'));
  expect(streams).toHaveLength(before + 1);
});

it('gives up an attempt that never answers', async () => {
  const { streams } = follow();
  await vi.advanceTimersByTimeAsync(22_000);
  expect(streams.length).toBeGreaterThan(1);
  expect(streams[0]?.closed).toBe(true);
});

it('tells of an interruption only after ten seconds of it, and of its end', async () => {
  const { connection, latest } = follow();
  latest().onOpen();
  latest().onLost(false);
  while (latest().closed) await vi.advanceTimersByTimeAsync(500);
  latest().onOpen();
  expect(connection).toEqual([true, true]);
  latest().onLost(false);
  for (let second = 0; second < 11; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    latest().onLost(false);
  }
  expect(connection).toEqual([true, true, false]);
  while (latest().closed) await vi.advanceTimersByTimeAsync(500);
  latest().onOpen();
  expect(connection.at(-1)).toBe(true);
});

it('ends for good when the token is refused', async () => {
  const { streams, onRefused, latest } = follow();
  latest().onLost(true);
  await vi.advanceTimersByTimeAsync(120_000);
  window.dispatchEvent(new Event('online'));
  expect(onRefused).toHaveBeenCalledOnce();
  expect(streams).toHaveLength(1);
});

it('hears nothing more of a stream it has closed', () => {
  const { seen, latest, streams } = follow();
  latest().onOpen();
  end();
  latest().onChange(stock('late'));
  latest().onLost(false);
  expect(seen).toEqual([]);
  expect(streams).toHaveLength(1);
});

it('lets a hidden tab’s connection go and takes it up again where it was', async () => {
  const { streams, latest, connection } = follow();
  latest().onOpen();
  latest().onChange(stock('a'));
  showTab('hidden');
  await vi.advanceTimersByTimeAsync(9000);
  expect(latest().closed).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(latest().closed).toBe(true);
  expect(connection).toEqual([true]);
  showTab('visible');
  expect(streams).toHaveLength(2);
  expect(latest().lastEventId).toBe('a');
});

it('rests while the page is hidden, unless the page must hear on', async () => {
  let isNeeded = true;
  const { latest } = follow(() => isNeeded);
  latest().onOpen();
  showTab('hidden');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(latest().closed).toBe(false);
  isNeeded = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(latest().closed).toBe(true);
});
