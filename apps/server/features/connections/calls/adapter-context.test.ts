import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { adapterContext } from './adapter-context';

/** The time limits that were asked for, by their length in milliseconds. */
const limits = new Map<number, AbortController>();

beforeEach(() => {
  limits.clear();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    limits.set(ms, limit);
    return limit.signal;
  });
});
afterEach(() => vi.restoreAllMocks());

it('a call that hangs is given up after a minute, long before its job has to end', () => {
  const { signal } = adapterContext({ usuarioId: 'ana', contaId: 1 }, new AbortController().signal);
  expect(signal?.aborted).toBe(false);
  limits.get(60_000)?.abort();
  expect(signal?.aborted).toBe(true);
});

it('a call ends with its job', () => {
  const job = new AbortController();
  const { signal } = adapterContext({ usuarioId: 'ana', contaId: 1 }, job.signal);
  job.abort();
  expect(signal?.aborted).toBe(true);
});

it('a call that a person waits for is given up after 15 seconds', () => {
  const { signal } = adapterContext({ usuarioId: 'ana', contaId: 1 });
  limits.get(15_000)?.abort();
  expect(signal?.aborted).toBe(true);
});
