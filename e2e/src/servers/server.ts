import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCardTrace } from '@esteira/payments/testing/card-traces';

const BUNDLE = fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url));
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/;
const START_MS = 60_000;

/** Names the folder of the data that servers begin with. */
export const TEMPLATES_VARIABLE = 'ESTEIRA_E2E_TEMPLATES';

export const ADMIN = { email: 'admin@esteira.test', senha: 'senha-do-admin' };

export interface RunningServer {
  url: string;
  /** Ends the process without a warning; the port and the data stay its own. */
  kill: () => Promise<void>;
  /** Starts it again after `kill`. */
  revive: () => Promise<void>;
  stop: () => Promise<void>;
}

interface ServerOptions {
  /** Fills it as `npm run demo` does. */
  demo?: boolean;
  /** What its environment holds beside the usual. */
  env?: Record<string, string>;
}

/** Starts the built server on a port and an embedded database of its own. Stopping it fails where card data is left. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'esteira-e2e-'));
  const { demo = false } = options;
  await cp(templateFolder(demo), folder, { recursive: true });
  const output: Buffer[] = [];
  function spawnServer(port: string) {
    const started = spawnBundle(folder, port, options);
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (chunk: Buffer | string) => output.push(Buffer.from(chunk)));
    }
    return started;
  }
  let child = spawnServer('0');

  async function end(signal: NodeJS.Signals) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  async function stop() {
    await end('SIGTERM');
    try {
      await refuseCardTraces(folder, Buffer.concat(output));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  try {
    const url = await waitForAddress(child);
    const revive = async () => {
      child = spawnServer(new URL(url).port);
      await waitForAddress(child);
    };
    return { url, kill: () => end('SIGKILL'), revive, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const templateFolder = (demo: boolean) =>
  join(process.env[TEMPLATES_VARIABLE] ?? '', demo ? 'demo' : 'empty');

/** Starts a server on a new folder and ends it once it has made its database, which later ones begin with. */
export async function makeTemplate({ demo }: { demo: boolean }): Promise<void> {
  const folder = templateFolder(demo);
  await mkdir(folder);
  const child = spawnBundle(folder, '0', { demo });
  const exited = once(child, 'exit');
  try {
    await waitForAddress(child);
  } finally {
    child.kill('SIGTERM');
  }
  await exited;
}

/** What payers typed into the pages is neither in the log nor in any file of the database. */
async function refuseCardTraces(folder: string, output: Buffer): Promise<void> {
  const inLog = findCardTrace(output);
  if (inLog !== null) throw new Error(`card data in the server's log: ${inLog}`);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const trace = findCardTrace(await readFile(join(entry.parentPath, entry.name)));
    if (trace !== null) throw new Error(`card data in ${entry.name} of the database: ${trace}`);
  }
}

/** The embedded database's code compiled quickly instead of well: a server does not run for long. */
const FLAGS = ['--liftoff-only'];

function spawnBundle(folder: string, port: string, { demo, env }: ServerOptions) {
  return spawn(process.execPath, [...FLAGS, BUNDLE, ...(demo ? ['--demo'] : [])], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_SENHA: ADMIN.senha,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The address the server prints once it takes requests. */
function waitForAddress(child: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (reason: string) => reject(new Error(`${reason}:\n${output}`));
    const timer = setTimeout(() => fail('The server printed no address in time'), START_MS);

    function read(text: string) {
      output += text;
      const [address] = ADDRESS.exec(output) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    }

    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`The server ended with ${code}`);
    });
  });
}
