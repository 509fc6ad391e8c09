import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../../../../scripts/killable-postgres.mjs', import.meta.url));

/** A PostgreSQL in processes of its own. */
export interface KillablePostgres {
  url: string;
  /** As a machine that loses its power. */
  kill(): Promise<void>;
  /** Resolves when it has recovered from the kill and takes connections. */
  restart(): Promise<void>;
  /** Ends and removes it. */
  close(): Promise<void>;
}

/** `settings` are those of postgresql.conf. */
export async function startKillablePostgres(settings: Record<string, string>): Promise<KillablePostgres> {
  const args = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const child = spawn(process.execPath, [SCRIPT, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('PostgreSQL ended by itself.');
    return String(value);
  };
  const order = async (line: string) => {
    child.stdin.write(`${line}\n`);
    await read();
  };
  return {
    url: await read(),
    kill: () => order('kill'),
    restart: () => order('restart'),
    close: () => end(child),
  };
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.once('exit', () => done());
    child.stdin?.end();
  });
}
