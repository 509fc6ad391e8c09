import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { makeDeclarations } from './declarations.mjs';

// Usage: node pack.mjs [folder]. Builds the client into dist/ and packs it into the folder (dist/ unless told) as
// esteira-client-<version>.tgz: one file of code, one of types, no dependencies.

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = join(here, 'dist');
const { name, version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));

const manifest = {
  name,
  version,
  description: 'Typed client of Esteira',
  license: 'MIT',
  type: 'module',
  engines: { node: '>=20.19.0' },
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  files: ['index.js', 'index.d.ts'],
};

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
await build({
  absWorkingDir: here,
  entryPoints: { index: 'src/client.ts' },
  outdir: dist,
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2023',
  logLevel: 'warning',
});
writeFileSync(join(dist, 'index.d.ts'), makeDeclarations());
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
const folder = resolve(process.argv[2] ?? dist);
execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: dist, stdio: 'inherit' });
