import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = resolve('../..');
const folder = mkdtempSync(join(tmpdir(), 'esteira-lint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Report {
  diagnostics: { category: string; message: string; advices: unknown }[];
}

/** What biome says about this code when it stands at this path of a repository with our biome.json. */
function lint(path: string, code: string): string {
  const repository = mkdtempSync(join(folder, 'case-'));
  mkdirSync(join(repository, dirname(path)), { recursive: true });
  copyFileSync(join(root, 'biome.json'), join(repository, 'biome.json'));
  writeFileSync(join(repository, path), `${code}\n`);
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'lint', '--vcs-enabled=false', '--reporter=json', '.'];
  const run = spawnSync(process.execPath, args, { cwd: repository, encoding: 'utf8' });
  const report: Report = JSON.parse(run.stdout);
  return JSON.stringify(report.diagnostics);
}

describe('the house rules of biome.json', () => {
  const body = (lines: number) => `export function long() {\n${'  work();\n'.repeat(lines)}}`;
  it.each([
    [
      'process.env outside env.ts',
      'apps/server/src/app.ts',
      'export const p = process.env.PORT;',
      'noProcessEnv',
    ],
    ['console in the server', 'apps/server/src/app.ts', "console.log('x');", 'noConsole'],
    ['any', 'packages/db/src/a.ts', 'export const a = (b: any) => b;', 'noExplicitAny'],
    [
      'a non-null assertion',
      'packages/db/src/a.ts',
      'export const a = (b?: string) => b!;',
      'noNonNullAssertion',
    ],
    ['a default export', 'packages/db/src/a.ts', 'export default 1;', 'noDefaultExport'],
    ['a barrel', 'packages/db/src/a.ts', "export * from './b';", 'noBarrelFile'],
    [
      'four parameters',
      'packages/db/src/a.ts',
      'export const a = (b, c, d, e) => [b, c, d, e];',
      'useMaxParams',
    ],
    ['a function of 41 lines', 'packages/db/src/a.ts', body(41), 'noExcessiveLinesPerFunction'],
    ['a file of 401 lines', 'packages/db/src/a.ts', 'work();\n'.repeat(401), 'noExcessiveLinesPerFile'],
    ['a file name that is not kebab-case', 'packages/db/src/myFile.ts', 'work();', 'useFilenamingConvention'],
    [
      'a value import used as a type',
      'packages/db/src/a.ts',
      "import { A } from './b';\nexport const a = (b: A) => b;",
      'useImportType',
    ],
    [
      'an inline type, which leaves an import of the module behind',
      'apps/web/src/a.ts',
      "import { type A } from '@esteira/server/router';\nexport type B = A;",
      'useImportType',
    ],
    [
      'a promise nobody waits for',
      'packages/db/src/a.ts',
      'async function work(): Promise<void> {}\nexport const a = () => {\n  work();\n};',
      'noFloatingPromises',
    ],
    ['a skipped test', 'packages/db/src/a.test.ts', "it.skip('works', () => {});", 'noSkippedTests'],
  ])('refuse %s', (_, path, code, rule) => {
    expect(lint(path, code)).toContain(rule);
  });

  it('let env.ts read the environment and main.ts write to the console', () => {
    expect(lint('apps/server/src/env.ts', 'export const p = process.env.PORT;')).not.toContain(
      'noProcessEnv',
    );
    expect(lint('apps/server/src/main.ts', "console.log('x');")).not.toContain('noConsole');
  });
});
