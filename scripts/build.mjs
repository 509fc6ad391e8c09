import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, ROOT, readStamp, sourceFiles, writeStamp } from './fingerprint.mjs';
import { turbo } from './turbo.mjs';

const STAMP = join(ROOT, 'node_modules/.esteira-build.json');
const OUTPUTS = ['apps/server/dist/main.js', 'apps/server/dist/promote.js', 'apps/web/dist/index.html'];

function buildFingerprint() {
  const sources = ['apps', 'packages'].flatMap((folder) => sourceFiles(join(ROOT, folder)));
  const shared = ['package.json', 'pnpm-lock.yaml', 'turbo.json'].map((file) => join(ROOT, file));
  return fingerprint([...sources, ...shared], [process.versions.node.split('.')[0]]);
}

/** Builds server and web app, unless what is built comes from these very sources. */
export async function build(env) {
  const hash = buildFingerprint();
  const built = OUTPUTS.every((file) => existsSync(join(ROOT, file)));
  if (built && readStamp(STAMP).hash === hash) return;
  console.log('Building…');
  const code = await turbo(['build', '--output-logs=errors-only'], env);
  if (code !== 0) throw new Error(`The build failed with exit code ${code}.`);
  writeStamp(STAMP, { hash });
}
