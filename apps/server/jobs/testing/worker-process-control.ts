import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrationsFolder } from '@esteira/db/testing/migrations-folder';
import { build, type Plugin } from 'esbuild';

const serverFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Only labels of the simulation are drawn, and only on request. */
const withoutLabels: Plugin = {
  name: 'without-labels',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^pdfkit$/ }, () => ({ path: 'pdfkit', namespace: 'absent' }));
    onLoad({ filter: /./, namespace: 'absent' }, () => ({ contents: 'export default null;' }));
  },
};

/** What is read beside its own code is found from here. */
const URL_OF_FILE = "const __url = require('node:url').pathToFileURL(__filename).href;";

/** A worker that has opened everything and waits for its word. */
export interface StandingBy {
  begin(): void;
  /** SIGKILL: nothing is finished, nothing is told. */
  kill(): Promise<void>;
}

/** Bundles the worker once, because it is to be started hundreds of times; answers how to start one. */
export async function buildWorker(env: Record<string, string>): Promise<() => Promise<StandingBy>> {
  const folder = join(serverFolder, 'node_modules/.cache/kill-test');
  // Of another worker's code it would be wrong.
  await rm(folder, { recursive: true, force: true });
  await build({
    absWorkingDir: serverFolder,
    entryPoints: ['jobs/testing/worker-process.ts', 'jobs/testing/compiled-worker.ts'],
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    define: { 'import.meta.url': '__url' },
    platform: 'node',
    target: 'node20',
    // Halves the time to start, of which there is a lot.
    minify: true,
    plugins: [withoutLabels],
    external: ['argon2', '@electric-sql/pglite'],
    banner: { js: URL_OF_FILE },
    logLevel: 'warning',
  });
  return async () => {
    const child = spawn(process.execPath, [join(folder, 'compiled-worker.cjs'), migrationsFolder], {
      cwd: serverFolder,
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await ready(child);
    return {
      begin: () => child.stdin.write('go\n'),
      kill: async () => {
        if (child.signalCode !== null) return;
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
      },
    };
  };
}

async function ready(child: ChildProcess): Promise<void> {
  if (child.stdout === null) throw new Error('no output to read');
  const [said] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the worker ended with ${code} before it was ready`);
    }),
  ]);
  if (!String(said).startsWith('ready')) throw new Error(`the worker said ${said}`);
}
