import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BUNDLE = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/;
const START_MS = 60_000;

export const ADMIN = { email: 'admin@esteira.test', senha: 'senha-do-admin' };

export interface RunningServer {
  url: string;
  stop: () => Promise<void>;
}

/** Starts the built server on a port and an embedded database of its own. */
export async function startServer(): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'esteira-e2e-'));
  const child = spawn(process.execPath, [BUNDLE], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_SENHA: ADMIN.senha,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

  async function stop() {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  }

  try {
    return { url: await addressOf(child), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address the server prints once it takes requests. */
function addressOf(child: ReturnType<typeof spawn>): Promise<string> {
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
