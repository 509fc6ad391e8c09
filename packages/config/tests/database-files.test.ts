import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listFilesWithoutServer } from '../vitest/database-files.mjs';

let folder = '';
const write = (name: string, code: string) => writeFileSync(join(folder, name), code);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'esteira-files-'));
  write('opening.ts', `export const url = () => process.env['TEST_DATABASE_URL'];`);
  write('maker.ts', `export * from './opening';`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('lists the files that no import leads from to a database, and no race', () => {
  write('pure.test.ts', '');
  write('static.test.ts', `import './maker';`);
  write('dynamic.test.ts', `const made = await import('./maker');\nvoid made;`);
  write('pure.race.test.ts', '');
  expect(listFilesWithoutServer(folder)).toEqual(['pure.test.ts']);
});

it('refuses an import that leads nowhere', () => {
  write('lost.test.ts', `import './elsewhere';`);
  expect(() => listFilesWithoutServer(folder)).toThrow('which is not there');
});
