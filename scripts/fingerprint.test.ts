import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint, readStamp, sourceFiles, workspaceFolders, writeStamp } from './fingerprint.mjs';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esteira-fingerprint-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string) {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const current = () => fingerprint(sourceFiles(folder));

describe('the fingerprint that decides about installing and building again', () => {
  it('changes with a content, a name and a fact, and with nothing else', () => {
    write('src/a.ts', '1');
    const before = current();
    expect(current()).toBe(before);
    write('src/a.ts', '1');
    expect(current()).toBe(before);
    write('src/a.ts', '2');
    const edited = current();
    write('src/b.ts', '');
    const files = sourceFiles(folder);
    expect(new Set([before, edited, current(), fingerprint(files, ['22'])]).size).toBe(4);
  });

  it('ignores tests and what was generated', () => {
    write('src/a.ts', '1');
    const before = current();
    for (const path of ['src/a.test.ts', 'src/b.race.test.tsx', 'dist/main.js', 'node_modules/x/index.js']) {
      write(path, 'new');
    }
    expect(current()).toBe(before);
  });

  it('counts a missing file as empty instead of failing', () => {
    expect(fingerprint([join(folder, 'missing')])).toHaveLength(64);
  });

  it('finds every workspace by its manifest', () => {
    for (const name of ['apps/web', 'packages/db', 'e2e']) write(`${name}/package.json`, '{}');
    write('packages/notes.txt', '');
    expect(workspaceFolders(folder)).toEqual([join('apps', 'web'), join('packages', 'db'), 'e2e']);
  });
});

describe('a stamp', () => {
  it('remembers what was written and leaves no other file', () => {
    const stamp = join(folder, 'node_modules/.stamp.json');
    writeStamp(stamp, { hash: 'one' });
    writeStamp(stamp, { hash: 'two' });
    expect(readStamp(stamp)).toEqual({ hash: 'two' });
    expect(readdirSync(join(folder, 'node_modules'))).toEqual(['.stamp.json']);
  });

  it('counts as absent when it is missing or damaged', () => {
    const damaged = write('stamp.json', '{"hash":');
    expect(readStamp(damaged)).toEqual({});
    expect(readStamp(join(folder, relative(folder, 'missing.json')))).toEqual({});
  });
});
