// `npm run test:start`: what the README promises, tried as a person would. Starts the product with `npm start`, plays
// the whole main job through its public address, ends it with a signal; embedded, then on a real PostgreSQL.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { THROWAWAY, withPostgres } from './postgres.mjs';
import { ROOT, run, signalGroup, toExitCode } from './processes.mjs';
import { freePort } from './server-programs.mjs';

const READY_WITHIN_MS = 180_000;
const CLOSED_WITHIN_MS = 20_000;
const ADMIN = { ADMIN_EMAIL: 'admin@esteira.test', ADMIN_SENHA: 'senha-do-admin' };

/** `npm start` in a process group of its own; answers once `/api/ready` says 200. */
async function startProduct(env) {
  const port = await freePort();
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, ...ADMIN, LOG_LEVEL: 'warn', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  while (!(await answers(`${url}/api/ready`))) {
    const ended = child.exitCode !== null || child.signalCode !== null;
    if (ended || performance.now() - started > READY_WITHIN_MS) {
      signalGroup(child, 'SIGKILL');
      throw new Error(`npm start was not ready:\n${output.slice(-4000)}`);
    }
    await wait(50);
  }
  return { child, closed, url, output: () => output, readyMs: Math.round(performance.now() - started) };
}

async function answers(url) {
  try {
    return (await fetch(url)).status === 200;
  } catch {
    return false;
  }
}

/** Sends SIGTERM to npm alone, as a supervisor would, and waits until everything that it started is gone. */
async function stopProduct({ child, closed }) {
  child.kill('SIGTERM');
  const timeout = new AbortController();
  const late = wait(CLOSED_WITHIN_MS, 'late', { signal: timeout.signal }).catch(() => 'in time');
  // `close` comes when the last process that holds the output has ended, after npm itself.
  if ((await Promise.race([closed, late])) === 'late') {
    signalGroup(child, 'SIGKILL');
    throw new Error('The server went on after SIGTERM.');
  }
  timeout.abort();
  return toExitCode(child.exitCode, child.signalCode);
}

async function playMainJob(product) {
  const code = await run(process.execPath, ['--import', 'tsx', 'e2e/src/main-job/main.ts', product.url], {
    cwd: ROOT,
    env: { ...process.env, ...ADMIN },
  });
  if (code !== 0) throw new Error(`The main job failed with exit code ${code}.`);
}

/** Kills the server, which holds the data folder, and waits for the next one. */
async function restart({ url }, { DATA_DIR }) {
  const { pid } = JSON.parse(readFileSync(join(DATA_DIR, 'server.owner'), 'utf8'));
  process.kill(pid, 'SIGKILL');
  const started = performance.now();
  while (await answers(`${url}/api/ready`)) await wait(10);
  while (!(await answers(`${url}/api/ready`))) {
    if (performance.now() - started > READY_WITHIN_MS) throw new Error('It was not started again.');
    await wait(50);
  }
  return `${Math.round(performance.now() - started)} ms`;
}

/** Start, main job, stop, and a second start on the same data. */
async function tryProduct(label, env, check) {
  let product;
  await check(`${label}: npm start becomes ready`, async () => {
    product = await startProduct(env);
    if (!product.output().includes(product.url)) throw new Error('npm start did not print its address.');
    return `${product.readyMs} ms`;
  });
  if (product === undefined) return;
  await check(`${label}: the whole main job through REST`, () => playMainJob(product));
  if (env.DATABASE_URL === '')
    await check(`${label}: a killed server is started again`, () => restart(product, env));
  await check(`${label}: SIGTERM ends it`, async () => `exit code ${await stopProduct(product)}`);
  await check(`${label}: a second start on the same data`, async () => {
    const again = await startProduct(env);
    await stopProduct(again);
    return `${again.readyMs} ms`;
  });
}

function writeReport(results, startTime) {
  const folder = process.env.ESTEIRA_TEST_REPORTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const failed = results.filter((passed) => !passed).length;
  const report = {
    numPassedTests: results.length - failed,
    numFailedTests: failed,
    numPendingTests: 0,
    numTodoTests: 0,
    startTime,
    testResults: [{ endTime: Date.now(), assertionResults: [] }],
  };
  writeFileSync(join(folder, 'esteira-start.json'), JSON.stringify(report));
}

/** Runs all checks and answers the exit code. */
export async function checkStart() {
  const results = [];
  const startTime = Date.now();
  const check = async (name, work) => {
    try {
      const seen = await work();
      results.push(true);
      console.log(`✓ ${name}${seen ? ` (${seen})` : ''}`);
    } catch (error) {
      results.push(false);
      console.error(`✗ ${name}: ${error.message}`);
    }
  };
  const folder = mkdtempSync(join(tmpdir(), 'esteira-start-'));
  try {
    await tryProduct('embedded', { DATA_DIR: join(folder, 'embedded'), DATABASE_URL: '' }, check);
    await withPostgres({ settings: THROWAWAY }, (url) => {
      const secret = 'only-for-this-check-only-for-this-check';
      return tryProduct(
        'PostgreSQL',
        { DATA_DIR: join(folder, 'postgres'), DATABASE_URL: url, JWT_SECRET: secret },
        check,
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    writeReport(results, startTime);
  }
  return results.every(Boolean) ? 0 : 1;
}
