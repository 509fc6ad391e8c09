import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');

const GENERATED = new Set(['node_modules', 'dist', '.turbo', '.data', 'coverage']);

/** The workspaces' folders, as pnpm-workspace.yaml lists them, relative to `root`. */
export function workspaceFolders(root = ROOT) {
  const below = ['apps', 'packages'].flatMap((parent) =>
    existsSync(join(root, parent)) ? readdirSync(join(root, parent)).map((name) => join(parent, name)) : [],
  );
  return [...below, 'e2e', 'bench'].filter((folder) => existsSync(join(root, folder, 'package.json')));
}

/** All files of a folder but the generated ones and tests, sorted, so that a hash over them is stable. */
export function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !GENERATED.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sourceFiles(path);
      return /\.test\.tsx?$/.test(entry.name) ? [] : [path];
    });
}

/** A hash over the names and contents of `files` and over `facts`; a missing file counts as empty. */
export function fingerprint(files, facts = []) {
  const hash = createHash('sha256').update(JSON.stringify(facts));
  for (const file of files) {
    hash.update(`\0${file}\0`);
    if (existsSync(file)) hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** What a stamp remembers, or an empty object when it is missing or damaged. */
export function readStamp(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

/** Written aside and renamed: an interrupted run never leaves half a stamp. */
export function writeStamp(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  const aside = `${path}.${process.pid}`;
  writeFileSync(aside, JSON.stringify(value));
  renameSync(aside, path);
}
