import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

/** Only who reads it can get to the PostgreSQL that it names. */
const VARIABLE = 'TEST_DATABASE_URL';

const TEST_FILE = /\.test\.tsx?$/;
const RACE_FILE = /\.race\.test\.tsx?$/;
const SOURCE_FILE = /\.(ts|tsx|mjs)$/;
const NOT_OURS = new Set(['node_modules', 'dist', '.data']);

/** `from '…'`, `import '…'` and `import('…')`, types included: one import too many only runs a file twice. */
const IMPORTS = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g;

/**
 * The test files of a folder that run the same whether or not TEST_DATABASE_URL names a PostgreSQL, as paths relative to
 * it: no import leads from them to a file that reads that variable. Never a race suite, which runs nowhere else. Rejects
 * an import that leads nowhere, for behind it could be anything.
 */
export function listFilesWithoutServer(folder) {
  const reaching = new Map();
  return listTests(folder)
    .filter((file) => !RACE_FILE.test(file) && !readsVariable(file, reaching))
    .map((file) => relative(folder, file))
    .sort();
}

function listTests(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return listTests(path);
      return TEST_FILE.test(entry.name) ? [path] : [];
    });
}

/** Whether the file, or one that it leads to, reads the variable. */
function readsVariable(start, known) {
  const seen = new Set();
  const waiting = [start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const { reads, imports } = readOnce(file, known);
    if (reads) return true;
    waiting.push(...imports);
  }
  return false;
}

function readOnce(file, known) {
  let found = known.get(file);
  if (found === undefined) {
    const text = readFileSync(file, 'utf8');
    const imports = [...text.matchAll(IMPORTS)].flatMap(([, name]) => locateOurs(file, name));
    found = { reads: text.includes(VARIABLE), imports };
    known.set(file, found);
  }
  return found;
}

/** Where an import of this repository leads; none for other packages, and for what holds no code. */
function locateOurs(file, name) {
  if (name.startsWith('@esteira/')) return [createRequire(file).resolve(name)];
  if (!name.startsWith('.')) return [];
  const path = resolve(dirname(file), name.replace(/\?.*$/, ''));
  const found = [path, `${path}.ts`, `${path}.tsx`, `${path}.d.ts`].find(isFile);
  if (found === undefined) throw new Error(`${file} imports ${name}, which is not there.`);
  return SOURCE_FILE.test(found) ? [found] : [];
}

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
