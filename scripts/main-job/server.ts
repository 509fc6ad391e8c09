import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from '../build.mjs';
import { ROOT } from '../fingerprint.mjs';
import { install } from '../install.mjs';

export interface Admin {
  email: string;
  senha: string;
}

export interface Target {
  url: string;
  admin: Admin;
  stop(): Promise<void>;
}

/** A server that runs already; its administrator is the one of ADMIN_EMAIL and ADMIN_SENHA. */
export function runningServer(url: string): Target {
  const { ADMIN_EMAIL: email, ADMIN_SENHA: senha } = process.env;
  if (!email || !senha)
    throw new Error('Set ADMIN_EMAIL and ADMIN_SENHA to the administrator of that server.');
  return { url, admin: { email, senha }, stop: async () => undefined };
}

/** Builds and starts the server on a free port: on DATABASE_URL when it is set, else embedded and empty. */
export async function startServer(): Promise<Target> {
  await build(await install());
  const folder = await mkdtemp(join(tmpdir(), 'esteira-main-job-'));
  // New every time: on a database that was played on before, the password of an existing one is not changed.
  const admin = {
    email: `admin.${Date.now()}@trabalho.exemplo`,
    senha: randomBytes(12).toString('hex'),
  };
  const child = spawn(process.execPath, [join(ROOT, 'apps/server/dist/main.js')], {
    env: {
      DATABASE_URL: process.env.DATABASE_URL,
      JWT_SECRET: randomBytes(32).toString('hex'),
      ADMIN_EMAIL: admin.email,
      ADMIN_SENHA: admin.senha,
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    const [code] = await exited;
    await rm(folder, { recursive: true, force: true });
    if (code !== 0) throw new Error(`The server ended with exit code ${code}.`);
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Esteira: (http\S+)$/.exec(line)?.[1];
    if (url === undefined) {
      console.log(line);
      continue;
    }
    child.stdout.resume();
    return { url, admin, stop };
  }
  await rm(folder, { recursive: true, force: true });
  throw new Error('The server ended before it listened.');
}
