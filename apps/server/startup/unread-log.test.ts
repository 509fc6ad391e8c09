import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { locateProgram, PROGRAM_FLAGS } from '../testing/programs/programs';

/** Together more than a pipe holds and the server keeps. */
const REQUESTS = 150;
const LONG_PATH = `/api/${'x'.repeat(16_000)}`;

let dataDir: string;
let child: ChildProcess | undefined;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'esteira-log-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Starts the server; `said` is what was read of its standard output. */
async function start() {
  const started = spawn(process.execPath, [...PROGRAM_FLAGS, await locateProgram('main')], {
    env: { PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  const exited = once(started, 'exit').then(([code]) => code as number | null);
  let text = '';
  started.stdout.on('data', (chunk) => {
    text += String(chunk);
  });
  const findUrl = () => /^Esteira: (http\S+)$/m.exec(text)?.[1];
  await expect.poll(findUrl, { timeout: 60_000 }).toBeDefined();
  const url = findUrl() ?? '';
  return {
    logMuch: async () => {
      for (let asked = 0; asked < REQUESTS; asked += 10) {
        const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(`${url}${LONG_PATH}`)));
        for (const answer of answers) expect([answer.status, await answer.text()]).toMatchObject([404, /./]);
      }
    },
    readHealth: async () => (await fetch(`${url}/api/health`)).status,
    end: () => {
      started.kill('SIGTERM');
      return exited;
    },
    said: () => text,
    pipes: [started.stdout, started.stderr] as readonly Readable[],
  };
}

it('a server whose log is not read serves, ends, and counts what it dropped once the log is read', {
  timeout: 120_000,
}, async () => {
  const server = await start();
  const [stdout] = server.pipes;
  stdout?.pause();
  await server.logMuch();
  expect(await server.readHealth()).toBe(200);
  expect(server.said()).not.toContain('were dropped');

  stdout?.resume();
  const countDropped = () => /"count":(\d+),"msg":"lines of this log were dropped/.exec(server.said())?.[1];
  await expect.poll(countDropped).toBeDefined();
  const read = server.said().match(/"msg":"request"/g)?.length ?? 0;
  expect(read).toBeGreaterThan(0);
  expect(read + Number(countDropped())).toBe(REQUESTS);

  stdout?.pause();
  await server.logMuch();
  expect(await server.end()).toBe(0);
});

it('a server whose log has no reader any more serves, and ends', { timeout: 120_000 }, async () => {
  const server = await start();
  for (const pipe of server.pipes) pipe.destroy();
  await server.logMuch();
  expect(await server.readHealth()).toBe(200);
  expect(await server.end()).toBe(0);
});
