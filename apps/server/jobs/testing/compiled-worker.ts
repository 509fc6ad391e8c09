import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type { main } from './worker-process';

/** How long a worker works before what was compiled for it is written down (ms). */
const WORKED_FOR = 200;

const file = join(__dirname, 'worker-process.cjs');
const compiled = join(__dirname, 'worker-process.compiled');

/** Runs the worker with what was compiled for an earlier one: of the hundreds of short lives that is most of the work. */
async function run(migrationsFolder: string): Promise<void> {
  const source = `(function (exports, module, require, __filename) {${readFileSync(file, 'utf8')}\n})`;
  const cachedData = existsSync(compiled) ? readFileSync(compiled) : undefined;
  const script = new Script(source, { filename: file, cachedData });
  const bundled = { exports: {} as { main: typeof main } };
  script.runInThisContext()(bundled.exports, bundled, createRequire(file), file);
  await bundled.exports.main(migrationsFolder);
  if (cachedData === undefined) setTimeout(() => write(script.createCachedData()), WORKED_FOR);
}

/** Killed within it, a worker leaves nothing that another would read. */
function write(data: Buffer): void {
  const draft = `${compiled}.${process.pid}`;
  writeFileSync(draft, data);
  renameSync(draft, compiled);
}

void run(process.argv[2] ?? '');
