import { openTestDatabase, type TestDatabase } from '@esteira/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique } from '../../testing/makers';
import { forgetOldLeases, LeaseLostError, takeLease, withLease } from './lease';

let database: TestDatabase;
let now = Date.now();
const clock = () => new Date(now);
const deps = () => ({ db: database.db, clock });

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const take = (key: string) => takeLease(deps(), { key, durationMs: 1_000 });

async function held(key: string) {
  const lease = await take(key);
  if (lease === null) throw new Error('somebody else has it');
  return lease;
}

const write = (lease: Awaited<ReturnType<typeof held>>) =>
  database.db.transaction(async (tx) => {
    await lease.assertHeld(tx);
    return 'written';
  });

describe('a lease', () => {
  it('has one holder among parallel takers', async () => {
    const key = unique('chave');
    const taken = await Promise.all(Array.from({ length: 20 }, () => take(key)));
    expect(taken.filter((lease) => lease !== null)).toHaveLength(1);
  });

  it('lets its holder write while it lasts, and the next one in when it is released', async () => {
    const key = unique('chave');
    const lease = await held(key);
    expect(await write(lease)).toBe('written');
    expect(await take(key)).toBeNull();
    await lease.release();
    expect(await take(key)).not.toBeNull();
  });

  it('that ran out refuses what its holder writes, whether or not somebody took it over', async () => {
    const [alone, overtaken] = [unique('chave'), unique('chave')];
    const leases = [await held(alone), await held(overtaken)];
    now += 1_000;
    await held(overtaken);
    for (const lease of leases) await expect(write(lease)).rejects.toThrow(LeaseLostError);
  });

  it('that was taken over is not released by the one who lost it', async () => {
    const key = unique('chave');
    const lost = await held(key);
    now += 1_000;
    const current = await held(key);
    await lost.release();
    expect(await take(key)).toBeNull();
    expect(await write(current)).toBe('written');
  });

  it('is released when the work under it fails, and keeps others out until then', async () => {
    const key = unique('chave');
    const request = { key, durationMs: 1_000, busy: () => new Error('busy') };
    const failing = withLease(deps(), request, async () => {
      await expect(withLease(deps(), request, async () => 'second')).rejects.toThrow('busy');
      throw new Error('failed');
    });
    await expect(failing).rejects.toThrow('failed');
    expect(await withLease(deps(), request, async () => 'next')).toBe('next');
  });

  it('of a killed holder is forgotten after a day', async () => {
    const key = unique('chave');
    const lease = await held(key);
    now += 25 * 60 * 60_000;
    await forgetOldLeases(deps());
    await expect(write(lease)).rejects.toThrow(LeaseLostError);
    expect(await take(key)).not.toBeNull();
  });
});
