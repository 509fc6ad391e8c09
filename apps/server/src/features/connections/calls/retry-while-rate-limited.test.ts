import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { expect, it } from 'vitest';
import { whenCallsAreEarned } from './retry-while-rate-limited';

const NOW = new Date('2026-03-01T12:00:00Z');

/** Fails so often with this, then answers. */
function failing(times: number, error: () => Error) {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= times) throw error();
    return calls;
  };
}

const limited = (ms: number) => () =>
  new AdapterError('rate_limited', 'Limite', { retryAt: new Date(NOW.getTime() + ms) });

it('a call that is earned in a moment is made then', async () => {
  expect(await whenCallsAreEarned(() => NOW, failing(3, limited(2)))).toBe(4);
});

it('a call that is not earned soon is left to the queue', async () => {
  await expect(whenCallsAreEarned(() => NOW, failing(1, limited(60_000)))).rejects.toThrow('Limite');
});

it('a limit without a moment, and any other failure, is not waited for', async () => {
  const unknown = () => new AdapterError('rate_limited', 'Limite');
  await expect(whenCallsAreEarned(() => NOW, failing(1, unknown))).rejects.toThrow('Limite');
  const down = () => new AdapterError('upstream_unavailable', 'Fora do ar', { retryAt: NOW });
  await expect(whenCallsAreEarned(() => NOW, failing(1, down))).rejects.toThrow('Fora do ar');
});

it('a marketplace that never takes the call is not asked for ever', async () => {
  const call = failing(Number.POSITIVE_INFINITY, limited(0));
  await expect(whenCallsAreEarned(() => NOW, call)).rejects.toThrow('Limite');
});
