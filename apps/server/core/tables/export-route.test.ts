import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as tick } from 'node:timers/promises';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sendTable } from './export-route';
import type { Table } from './table';

const app = fastify({ forceCloseConnections: true });
const release = vi.fn();
let seen = { pages: 0, isOver: false };

/** A table without an end that tells how much of it was read, and whether it was let go. */
function endless(): Table<number> {
  const mine = { pages: 0, isOver: false };
  seen = mine;
  async function* pages() {
    try {
      for (;;) {
        mine.pages += 1;
        yield Array.from({ length: 1_000 }, Math.random);
      }
    } finally {
      mine.isOver = true;
    }
  }
  const columns = [
    { name: 'Texto', kind: 'text', width: 10, read: (row: number) => `${row}`.repeat(4) },
  ] as const;
  return { name: 'tabela', columns, pages: pages() };
}

app.get<{ Params: { format: 'csv' | 'xlsx' } }>('/:format', (request, reply) =>
  sendTable(reply, { format: request.params.format, table: endless(), release }),
);

beforeAll(() => app.listen());
afterAll(() => app.close());

/** How many pages are read in some ticks of the event loop. */
async function countRead(): Promise<number> {
  const before = seen.pages;
  for (let ticks = 0; ticks < 200; ticks += 1) await tick();
  return seen.pages - before;
}

it.each(['csv', 'xlsx'] as const)(
  'who takes a %s slowly holds its reading back, and ends it by leaving',
  async (format) => {
    release.mockClear();
    const { port } = app.server.address() as AddressInfo;
    const request = get({ port, path: `/${format}` });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    await expect.poll(countRead, { timeout: 20_000 }).toBe(0);
    const { pages } = seen;
    for (let taken = 0; taken < 8 * 1024 ** 2; ) {
      const piece: Buffer | null = answer.read();
      if (piece === null) await once(answer, 'readable');
      else taken += piece.length;
    }
    await expect.poll(() => seen.pages).toBeGreaterThan(pages);
    expect([seen.isOver, release.mock.calls.length]).toEqual([false, 0]);
    request.destroy();
    await expect.poll(() => [seen.isOver, release.mock.calls.length]).toEqual([true, 1]);
  },
);
