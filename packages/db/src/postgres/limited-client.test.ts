import type postgres from 'postgres';
import { expect, it } from 'vitest';
import { limitClient } from './limited-client';
import { createPoolGate } from './pool-gate';

it('hands rows over in an array that the driver knows nothing of, and leaves its own one empty', async () => {
  const filled = [['a'], ['b']];
  const client = { options: {}, unsafe: () => ({ values: async () => filled }) };
  const gate = createPoolGate({ places: 1, maxWaitMs: 1_000, isEverybodys: () => false });
  const limited = limitClient(client as unknown as postgres.Sql, gate);
  expect(await limited.unsafe('SELECT').values()).toEqual([['a'], ['b']]);
  expect(filled).toEqual([]);
});
