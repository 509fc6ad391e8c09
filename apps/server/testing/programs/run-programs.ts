import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { locateProgram, PROGRAM_FLAGS } from './programs';

export type Environment = Record<string, string>;
type Program = Parameters<typeof locateProgram>[0];

/** A server process that was started. */
export interface Running {
  url: string;
  lines: string[];
  exited: Promise<number | null>;
  /** Ends it and answers its exit code, null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Runs the programs of the server, as a user would, on a data directory of the test file's own. */
export function openPrograms(prefix: string) {
  let dataDir = '';
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), prefix));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const children = new Set<ChildProcess>();
  afterEach(() => {
    // What a failed test left would keep the directory from the next one.
    for (const child of children) child.kill('SIGKILL');
    children.clear();
  });

  async function spawnProgram(name: Program, args: string[], env: Environment): Promise<ChildProcess> {
    const child = spawn(process.execPath, [...PROGRAM_FLAGS, await locateProgram(name), ...args], {
      env: { PORT: '0', DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    return child;
  }

  return {
    dataDir: () => dataDir,
    /** Runs a program to its end. */
    async run(name: Program, args: string[] = [], env: Environment = {}) {
      const child = await spawnProgram(name, args, env);
      const [out, err, [code]] = await Promise.all([
        getText(child.stdout),
        getText(child.stderr),
        once(child, 'exit'),
      ]);
      return { out, err, code: code as number | null };
    },
    /** Starts the server and waits for the last line that it prints, its address. */
    async start(args: string[] = [], env: Environment = {}): Promise<Running> {
      const child = await spawnProgram('main', args, env);
      const exited = once(child, 'exit').then(([code]) => code as number | null);
      const lines: string[] = [];
      const url = await new Promise<string>((found, failed) => {
        createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
          lines.push(line);
          const address = /^Esteira: (http\S+)$/.exec(line)?.[1];
          if (address !== undefined) found(address);
        });
        exited.then(async (code) => failed(new Error(`exit ${code}: ${await getText(child.stderr)}`)));
      });
      const end = (signal: NodeJS.Signals) => {
        child.kill(signal);
        return exited;
      };
      return { url, lines, exited, end };
    },
  };
}

async function getText(stream: ChildProcess['stdout']): Promise<string> {
  let text = '';
  for await (const chunk of stream ?? []) text += String(chunk);
  return text;
}

export const post = (url: string, body: object, token = '') =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
