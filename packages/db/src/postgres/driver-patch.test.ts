import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { requireMendedDriver } from '../postgres';

const patchFile = fileURLToPath(new URL('../../../../patches/postgres@3.4.9.patch', import.meta.url));
const required = createRequire(import.meta.url);
const packageFolder = join(dirname(required.resolve('postgres')), '../..');

/** Per file what every hunk of the patch leaves there: its kept and its added lines. */
function readHunks(): { file: string; text: string }[] {
  const files = readFileSync(patchFile, 'utf8')
    .split(/^diff --git .*\n/m)
    .slice(1);
  return files.flatMap((part) => {
    const file = /^\+\+\+ b\/(.+)$/m.exec(part)?.[1] ?? '';
    return part
      .split(/^@@ .*\n/m)
      .slice(1)
      .map((hunk) => ({ file, text: hunk.replace(/^-.*\n/gm, '').replace(/^[ +]/gm, '') }));
  });
}

describe('the patch of the PostgreSQL driver', () => {
  it('is installed, in the module that is imported and in the one that is required', () => {
    const hunks = readHunks();
    expect(new Set(hunks.map(({ file }) => file))).toEqual(
      new Set(['src/connection.js', 'src/index.js', 'cjs/src/connection.js', 'cjs/src/index.js']),
    );
    for (const { file, text } of hunks)
      expect(readFileSync(join(packageFolder, file), 'utf8')).toContain(text);
    expect(() => requireMendedDriver(postgres)).not.toThrow();
    expect(() => requireMendedDriver(required('postgres'))).not.toThrow();
  });

  it('mends the files that this Node loads, for an import and for a require', () => {
    expect(fileURLToPath(import.meta.resolve('postgres'))).toBe(join(packageFolder, 'src/index.js'));
    expect(required.resolve('postgres')).toBe(join(packageFolder, 'cjs/src/index.js'));
  });

  it('is missed at once: without it no database is opened', () => {
    expect(() => requireMendedDriver(() => undefined)).toThrow('Install the dependencies with pnpm');
  });
});
