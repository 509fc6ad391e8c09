import { expect, it } from 'vitest';
import { retryingDeadlocks } from './postgres-errors';

const failure = (code: string) => Object.assign(new Error('failed'), { code });

/** Fails with these errors, one after the other, and then succeeds. */
function failing(...errors: Error[]) {
  let calls = 0;
  const write = async () => {
    const error = errors[calls++];
    if (error !== undefined) throw error;
    return 'written';
  };
  return { write, calls: () => calls };
}

it('writes again what PostgreSQL ended to break a deadlock', async () => {
  const { write, calls } = failing(failure('40P01'), new Error('failed query', { cause: failure('40P01') }));
  expect(await retryingDeadlocks(write)).toBe('written');
  expect(calls()).toBe(3);
});

it('gives up after three attempts', async () => {
  const { write, calls } = failing(failure('40P01'), failure('40P01'), failure('40P01'));
  await expect(retryingDeadlocks(write)).rejects.toMatchObject({ code: '40P01' });
  expect(calls()).toBe(3);
});

it('repeats nothing that failed for another reason', async () => {
  const { write, calls } = failing(failure('23505'));
  await expect(retryingDeadlocks(write)).rejects.toMatchObject({ code: '23505' });
  expect(calls()).toBe(1);
});
