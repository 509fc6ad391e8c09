import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fingerprint, ROOT, readStamp, workspaceFolders, writeStamp } from './fingerprint.mjs';
import { run, withPath } from './processes.mjs';

const STAMP = join(ROOT, 'node_modules/.esteira-install.json');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** What an installation depends on: the lock file, every manifest, the platform and the tools. */
function installFingerprint(folders) {
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'].concat(
    folders.map((folder) => join(folder, 'package.json')),
  );
  const node = process.versions.node.split('.')[0];
  return fingerprint(
    files.map((file) => join(ROOT, file)),
    [node, process.platform, process.arch, manifest.packageManager],
  );
}

const hasPnpm = (folder) => ['pnpm', 'pnpm.cmd'].some((name) => existsSync(join(folder, name)));

/** The folder of the pinned pnpm's command, which npx keeps in npm's cache. */
function locatePnpm() {
  // npm hands its own place to the scripts it starts; its npx needs no shell there, on Windows neither.
  const npx = process.env.npm_execpath && join(dirname(process.env.npm_execpath), 'npx-cli.js');
  const [command, first] =
    npx && existsSync(npx)
      ? [process.execPath, [npx]]
      : [process.platform === 'win32' ? 'npx.cmd' : 'npx', []];
  const args = [...first, '--yes', '--package', manifest.packageManager, '-c', 'node -p process.env.PATH'];
  const path = execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: command.endsWith('.cmd'),
  });
  const folder = path.trim().split(delimiter).find(hasPnpm);
  if (folder === undefined) throw new Error(`npx did not provide ${manifest.packageManager}.`);
  return folder;
}

/**
 * Installs the dependencies when they are missing or stale, and answers an environment with the pinned pnpm on
 * PATH. When nothing changed, no other process is started.
 */
export async function install() {
  const folders = workspaceFolders();
  const hash = installFingerprint(folders);
  const stamp = readStamp(STAMP);
  const complete = folders.every((folder) => existsSync(join(ROOT, folder, 'node_modules')));
  const known = stamp.pnpm && hasPnpm(stamp.pnpm) ? stamp.pnpm : undefined;
  if (stamp.hash === hash && complete && known) return withPath([known]);

  const pnpm = known ?? locatePnpm();
  const env = withPath([pnpm]);
  if (stamp.hash !== hash || !complete) {
    console.log('Installing dependencies…');
    const args = ['install', '--frozen-lockfile', '--config.confirmModulesPurge=false'];
    const code = await run('pnpm', args, { cwd: ROOT, env, shell: process.platform === 'win32' });
    if (code !== 0) throw new Error(`pnpm install failed with exit code ${code}.`);
  }
  writeStamp(STAMP, { hash, pnpm });
  return env;
}
