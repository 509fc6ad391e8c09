import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { trackedFetch, useConnection } from './connection-store';

/** A server that takes every call and answers none. */
function hang(_input: unknown, init?: RequestInit): Promise<Response> {
  return new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });
}

let limit: AbortController;
let limitMs: number | undefined;
beforeEach(() => {
  limit = new AbortController();
  limitMs = undefined;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limitMs = ms;
    return limit.signal;
  });
  vi.stubGlobal('fetch', hang);
  useConnection.setState({ reachable: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('a call that gets no answer is given up after a minute, and the server counts as away', async () => {
  const call = trackedFetch('/trpc/auth.me');
  expect(limitMs).toBe(60_000);
  limit.abort(new DOMException('too long', 'TimeoutError'));
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(useConnection.getState().reachable).toBe(false);
});

it('a call that the screen calls off says nothing of the server', async () => {
  const left = new AbortController();
  const call = trackedFetch('/trpc/auth.me', { signal: left.signal });
  left.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  expect(useConnection.getState().reachable).toBe(true);
});
