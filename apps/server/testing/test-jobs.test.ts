import { newId } from '@esteira/db/schema/columns';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from './server';
import { TestJobs } from './test-jobs';

const jobs = new TestJobs();
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ deps: { jobs } });
});
afterAll(() => server.close());
beforeEach(() => {
  jobs.waiting.length = 0;
});

const account = () => ({ conta_id: 1, usuario_id: newId(), marketplace: 'amazon' }) as const;

const changeMind = () => Promise.reject(new Error('changed my mind'));

describe('a job of the tests', () => {
  it('waits once its transaction committed, and not before', async () => {
    await server.db.transaction(async (tx) => {
      await jobs.send(tx, 'reconcile', account());
      expect(jobs.waiting).toEqual([]);
    });
    expect(jobs.kinds()).toEqual(['reconcile']);
  });

  it('is gone when its transaction was rolled back', async () => {
    const attempt = server.db.transaction(async (tx) => {
      await jobs.send(tx, 'reconcile', account());
      await changeMind();
    });
    await expect(attempt).rejects.toThrow('changed my mind');
    expect(jobs.waiting).toEqual([]);
  });

  it('that was sent beside a transaction outlives its rollback', async () => {
    const attempt = server.db.transaction(async () => {
      await jobs.send(server.db, 'reconcile', account());
      await changeMind();
    });
    await expect(attempt).rejects.toThrow('changed my mind');
    expect(jobs.kinds()).toEqual(['reconcile']);
  });

  it('of a savepoint that was rolled back is gone while the rest of the transaction stays', async () => {
    await server.db.transaction(async (tx) => {
      await jobs.send(tx, 'orders-poll', account());
      const inner = tx.transaction(async (savepoint) => {
        await jobs.send(savepoint, 'reconcile', account());
        await changeMind();
      });
      await expect(inner).rejects.toThrow('changed my mind');
      await tx.transaction((savepoint) => jobs.send(savepoint, 'orders-missed', account()));
    });
    expect(jobs.kinds()).toEqual(['orders-poll', 'orders-missed']);
  });

  it('joins one that waits under its key, at the earlier of both moments, unless it is rolled back', async () => {
    const data = account();
    const [soon, later, latest] = [1, 2, 3].map((hours) => new Date(hours * 3_600_000));
    const sendAt = (runAt: Date | undefined) =>
      server.db.transaction((tx) => jobs.send(tx, 'reconcile', data, { ...(runAt && { runAt }) }));
    const moments = () => jobs.waiting.map(({ runAt }) => runAt);
    await sendAt(later);
    await sendAt(latest);
    expect(moments()).toEqual([later]);
    const attempt = server.db.transaction(async (tx) => {
      await jobs.send(tx, 'reconcile', data);
      await changeMind();
    });
    await expect(attempt).rejects.toThrow('changed my mind');
    expect(moments()).toEqual([later]);
    await sendAt(soon);
    expect(moments()).toEqual([soon]);
    await sendAt(undefined);
    expect(moments()).toEqual([undefined]);
  });
});
