import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/server';
import { AppError } from '../errors';
import { limitFailures } from './limit-failures';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const failing = (key: string, error: AppError) => () =>
  limitFailures(server.deps, { key, max: 3, windowMs: 60_000 }, () => Promise.reject(error)).catch(
    ({ kind }: AppError) => kind,
  );

async function repeat(times: number, run: () => Promise<unknown>): Promise<unknown[]> {
  const ends: unknown[] = [];
  for (let time = 0; time < times; time += 1) ends.push(await run());
  return ends;
}

it('counts what was wrong, and nothing that a busy server could not look at', async () => {
  const wrong = failing('wrong', new AppError('unauthenticated', 'Senha incorreta'));
  expect(await repeat(5, wrong)).toEqual([...Array(3).fill('unauthenticated'), 'too_many', 'too_many']);
  const busy = failing('busy', new AppError('unavailable', 'Ocupado'));
  expect(await repeat(5, busy)).toEqual(Array(5).fill('unavailable'));
});
