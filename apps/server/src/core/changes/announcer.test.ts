import { afterEach, expect, it } from 'vitest';
import { deferred } from '../../testing/deferred';
import { type Announcer, createAnnouncer } from './announcer';

const opened: AbortController[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.abort();
});

/** Servers on one channel; what each heard of others, and what was told without the marks. */
function openServers(count: number, pauses = { told: 1, failed: 1 }) {
  const servers: Announcer[] = [];
  const heard: string[][] = [];
  const told: string[][] = [];
  const line = {
    tell: async (message: string) => {
      told.push(message.split(' ').slice(1));
      for (const server of servers) server.hear(message);
    },
  };
  for (let number = 0; number < count; number += 1) {
    const mine: string[] = [];
    const closing = new AbortController();
    opened.push(closing);
    heard.push(mine);
    servers.push(
      createAnnouncer({
        tell: (message) => line.tell(message),
        onUsers: (usuarioIds) => mine.push(...usuarioIds),
        onAnybody: () => mine.push('anybody'),
        closing: closing.signal,
        pauses,
      }),
    );
  }
  return { servers, heard, told, line };
}

it('tells the others at once and not itself', async () => {
  const { servers, heard } = openServers(3);
  servers[0]?.announce(['ana', 'bia']);
  await expect.poll(() => heard).toEqual([[], ['ana', 'bia'], ['ana', 'bia']]);
});

it('tells together what came while it was telling, each user once', async () => {
  const { servers, told, line } = openServers(1);
  const [begun, gate] = [deferred(), deferred()];
  const { tell } = line;
  line.tell = async (message) => {
    begun.resolve();
    await gate.promise;
    return tell(message);
  };
  const [server] = servers;
  server?.announce(['ana']);
  await begun.promise;
  for (const usuarioId of ['bia', 'ana', 'bia', 'caio']) server?.announce([usuarioId]);
  gate.resolve();
  await expect.poll(() => told).toEqual([['ana'], ['bia', 'ana', 'caio']]);
});

it('keeps until it is told what may not have been, with what came meanwhile', async () => {
  const { servers, heard, line } = openServers(2);
  const { tell } = line;
  let failures = 0;
  line.tell = async () => {
    failures += 1;
    throw new Error('the connection is lost');
  };
  servers[0]?.announce(['ana']);
  await expect.poll(() => failures).toBeGreaterThan(2);
  servers[0]?.announce(['bia']);
  line.tell = tell;
  await expect.poll(() => heard[1]).toEqual(['ana', 'bia']);
});

it('tells so many users in messages that fit', async () => {
  const { servers, told } = openServers(2);
  const users = Array.from({ length: 450 }, (_, number) => `user-${number}`);
  servers[0]?.announce(users);
  await expect.poll(() => told.flat()).toEqual(users);
  for (const message of told) expect(message.length).toBeLessThanOrEqual(200);
});

it('tells without a pause what is left when the server stops', async () => {
  const { servers, told } = openServers(1, { told: 3_600_000, failed: 3_600_000 });
  servers[0]?.announce(['ana']);
  await expect.poll(() => told).toEqual([['ana']]);
  servers[0]?.announce(['bia']);
  opened[0]?.abort();
  await expect.poll(() => told).toEqual([['ana'], ['bia']]);
});

it('tells apart that anybody may have changed, and what a trigger says', async () => {
  const { servers, heard } = openServers(2);
  servers[0]?.announceAnybody();
  await expect.poll(() => heard).toEqual([[], ['anybody']]);
  for (const server of servers) server.hear('regras_tarifa');
  expect(heard).toEqual([['regras_tarifa'], ['anybody', 'regras_tarifa']]);
});
