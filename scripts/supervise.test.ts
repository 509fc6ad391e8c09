import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const supervisor = pathToFileURL(resolve('scripts/supervise.mjs')).href;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'esteira-supervise-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program that counts its starts, tells its process id, and then does what `acts` says of that start. */
async function writeProgram(acts: readonly string[]): Promise<string> {
  const file = join(folder, 'program.mjs');
  const counter = join(folder, 'starts');
  await writeFile(counter, '');
  await writeFile(
    file,
    `import { appendFileSync, readFileSync } from 'node:fs';
    appendFileSync(${JSON.stringify(counter)}, 'x');
    const start = readFileSync(${JSON.stringify(counter)}, 'utf8').length;
    process.once('disconnect', () => process.exit(1));
    const serve = (code) => {
      process.on('SIGTERM', () => process.send('closing', () => process.exit(code)));
      process.send('serving', () => console.log('pid', process.pid));
    };
    const acts = [${acts.map((act) => `() => { ${act} }`).join(', ')}];
    acts[Math.min(start, acts.length) - 1]();`,
  );
  return file;
}

const countStarts = async () => (await readFile(join(folder, 'starts'), 'utf8')).length;

/** Supervises a program in a process of its own; `onPid` gets the id of each start that serves. */
async function superviseIn(program: string, onPid: (pid: number, count: number, outer: number) => void) {
  const code = `import { supervise } from '${supervisor}';
    process.exit(await supervise([${JSON.stringify(program)}], { firstPauseMs: 20 }));`;
  const outer = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  outer.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  let count = 0;
  createInterface({ input: outer.stdout }).on('line', (line) => {
    count += 1;
    onPid(Number(line.slice(4)), count, outer.pid ?? 0);
  });
  const [exit, signal] = await once(outer, 'close');
  return { exit, signal, said };
}

// There are no such signals on Windows.
describe.skipIf(process.platform === 'win32')('a server under npm start', () => {
  it('is started again when it was killed, and the reason is told', async () => {
    const program = await writeProgram(['serve(0)']);
    const { exit, said } = await superviseIn(program, (pid, count) => {
      process.kill(pid, count < 3 ? 'SIGKILL' : 'SIGTERM');
    });
    expect([exit, await countStarts()]).toEqual([0, 3]);
    expect(said.match(/ended unexpectedly: signal SIGKILL \(it was killed: by its watchdog/g)).toHaveLength(
      2,
    );
    expect(said).toContain('in 0.02 s');
    expect(said).toContain('in 0.04 s');
  });

  it('is started again when it ended with an error, and when it then does not start at once', async () => {
    const program = await writeProgram([
      'serve(0); setTimeout(() => process.exit(7), 50)',
      'process.exit(1)',
      'serve(0)',
    ]);
    const { exit, said } = await superviseIn(program, (pid, count) => {
      if (count === 2) process.kill(pid, 'SIGTERM');
    });
    expect([exit, await countStarts()]).toEqual([0, 3]);
    expect(said).toMatch(/exit code 7.*\n.*exit code 1,/);
  });

  it('is not started again when its first start failed', async () => {
    const { exit, said } = await superviseIn(await writeProgram(['process.exit(3)']), () => undefined);
    expect([exit, said, await countStarts()]).toEqual([3, '', 1]);
  });

  it.each([
    ['npm start', (_pid: number, outer: number) => outer],
    ['the server itself', (pid: number) => pid],
  ])('ends where %s gets a signal, with its own exit code', async (_whom, choose) => {
    const { exit, said } = await superviseIn(await writeProgram(['serve(1)']), (pid, _count, outer) => {
      process.kill(choose(pid, outer), 'SIGTERM');
    });
    expect([exit, said, await countStarts()]).toEqual([1, '', 1]);
  });

  it('does not outlive npm start', async () => {
    const { signal } = await superviseIn(await writeProgram(['serve(0)']), (_pid, _count, outer) => {
      process.kill(outer, 'SIGKILL');
    });
    // The output that both write to was closed, so both have ended.
    expect(signal).toBe('SIGKILL');
  });
});
