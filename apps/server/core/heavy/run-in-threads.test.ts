import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { createRunInThreads } from './run-in-threads';
import { broken, dying, endless, refused, short } from './testing/acts';

const threads = createRunInThreads({
  filename: fileURLToPath(new URL('testing/worker.ts', import.meta.url)),
  execArgv: ['--import', 'tsx'],
});
afterAll(() => threads.close());

/** Parts made, and acts ended. */
const newCounters = () => new Int32Array(new SharedArrayBuffer(8));

it('an act’s head comes before its bytes, texts in UTF-8', async () => {
  const { head, body } = await threads.run(short, 'ação');
  expect([head, await text(body)]).toEqual([7, 'é ação fim']);
});

it('who takes slowly holds an act back, and ends it by leaving, while others are served', async () => {
  const counters = newCounters();
  const { body } = await threads.run(endless, counters);
  await once(body, 'readable');
  // A thread that is held back answers others, and in that time would have made any number of parts.
  for (let asked = 0; asked < 5; asked += 1) await text((await threads.run(short, 'outro')).body);
  const made = Atomics.load(counters, 0);
  for (let asked = 0; asked < 5; asked += 1) await text((await threads.run(short, 'outro')).body);
  expect(Atomics.load(counters, 0)).toBe(made);
  expect(Atomics.load(counters, 1)).toBe(0);

  body.destroy();
  await expect.poll(() => Atomics.load(counters, 1), { timeout: 10_000 }).toBe(1);
});

it('what the client sent is refused by the sentence of the act, what the code did is an error', async () => {
  await expect(threads.run(refused, null)).rejects.toMatchObject({
    ...{ name: 'AppError', kind: 'too_many', message: 'Aguarde.', retryAfter: 3 },
  });
  await expect(threads.run(broken, null)).rejects.toMatchObject({ name: 'TypeError' });
});

it('a thread that dies fails what it had, and is replaced', async () => {
  const { body } = await threads.run(dying, null);
  await expect(text(body)).rejects.toThrow();
  expect(await text((await threads.run(short, 'depois')).body)).toBe('é depois fim');
});
