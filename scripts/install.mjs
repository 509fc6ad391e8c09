// `node scripts/install.mjs` or `install()`: dependencies as pnpm-lock.yaml says. Only Node's own modules, for a fresh clone.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, run } from './processes.mjs';

const read = (path) => readFileSync(join(ROOT, path), 'utf8');

/** pnpm copies the lock file into node_modules once everything in it is installed; pnpm itself is a dependency too. */
const isInstalled = () =>
  existsSync(join(ROOT, 'node_modules/.pnpm/lock.yaml')) &&
  read('node_modules/.pnpm/lock.yaml') === read('pnpm-lock.yaml');

export async function install() {
  if (isInstalled()) return;
  console.log('Installing dependencies…');
  const pnpm = ['--yes', JSON.parse(read('package.json')).packageManager];
  const args = ['install', '--frozen-lockfile', '--config.confirmModulesPurge=false'];
  const code = await run('npx', [...pnpm, ...args], { shell: process.platform === 'win32' });
  if (code !== 0) throw new Error(`pnpm install failed with exit code ${code}.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await install();
