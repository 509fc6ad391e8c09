import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bannedImports, importsOf } from '../imports/check-imports.mjs';

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

const use = (specifier: string) => `import { a } from '${specifier}';\nexport const b = a;`;

describe('import bans by package name (biome.json)', () => {
  it.each([
    ['packages/domain/src/money.ts', 'zod', 'Pass what it needs as an argument'],
    ['packages/domain/src/money.ts', 'node:fs', 'The domain is pure TypeScript'],
    ['packages/domain/src/money.ts', '@esteira/validators/wire/text', 'The domain is pure TypeScript'],
    [
      'packages/validators/src/wire/text.ts',
      '@esteira/db/database',
      'Move the shared rule into packages/domain',
    ],
    ['packages/validators/src/wire/text.ts', '@esteira/payments/port', 'they know only @esteira/domain'],
    ['packages/validators/src/wire/text.ts', '@esteira/server/router', 'they know only @esteira/domain'],
    ['packages/validators/src/wire/text.ts', 'node:crypto', 'Validators also run in the browser'],
    ['packages/validators/src/wire/text.ts', 'drizzle-orm', 'Validators also run in the browser'],
    ['packages/db/src/database.ts', '@esteira/marketplaces/port', 'write this in a service of apps/server'],
    ['packages/db/src/database.ts', '@esteira/server/router', 'write this in a service of apps/server'],
    ['packages/db/src/database.ts', 'fastify', 'write this in a service of apps/server'],
    ['packages/marketplaces/src/port.ts', '@esteira/db/database', "Let the server's service read and write"],
    ['packages/marketplaces/src/port.ts', 'drizzle-orm/pg-core', "Let the server's service read and write"],
    ['packages/payments/src/port.ts', '@fastify/static', 'Adapters know no transport'],
    ['packages/payments/src/port.ts', '@esteira/marketplaces/port', 'One port never calls the other'],
    ['apps/web/src/lib/data/trpc.ts', '@esteira/db/database', 'The browser never sees the database'],
    ['apps/web/src/lib/data/trpc.ts', 'drizzle-orm', 'The browser never sees the database'],
    ['apps/web/src/lib/data/trpc.ts', '@esteira/server/app', "may know only the router's type"],
    ['apps/web/src/lib/data/trpc.ts', '@esteira/payments/port', 'Adapters hold credentials'],
    ['apps/web/src/lib/data/trpc.ts', 'node:fs', 'This code runs in a browser'],
    ['apps/server/src/app.ts', '@esteira/web/main', 'The server serves the built web app as files'],
  ])('%s must not import %s', (path, specifier, reason) => {
    expect(lint(path, use(specifier))).toContain(reason);
  });

  it.each([
    ['packages/domain/src/profit.ts', './money'],
    ['packages/domain/src/nested/profit.ts', '../money'],
    ['packages/validators/src/wire/text.ts', '@esteira/domain/money'],
    ['packages/db/src/database.ts', '@esteira/validators/wire/text'],
    ['packages/marketplaces/src/port.ts', '@esteira/domain/marketplaces'],
    ['apps/web/src/lib/data/trpc.ts', '@esteira/validators/wire/text'],
    ['apps/web/src/lib/data/trpc.ts', '@esteira/server/router'],
    ['apps/server/src/app.ts', '@esteira/db/database'],
  ])('%s may import %s', (path, specifier) => {
    expect(lint(path, use(specifier))).not.toContain('noRestrictedImports');
  });
});

describe('other house rules (biome.json)', () => {
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

describe('import bans by resolved path (check-imports.mjs)', () => {
  it.each([
    ['packages/validators/src/wire/text.ts', use('../../../domain/src/money'), 'leaves its workspace'],
    ['apps/web/src/features/products/page.tsx', use('../orders/order-card'), 'never imports another one'],
    [
      'apps/web/src/features/products/csv/dialog.tsx',
      use('../../orders/use-orders'),
      'never imports another one',
    ],
    [
      'apps/web/src/features/products/page.tsx',
      "const a = import('../orders/page');",
      'never imports another one',
    ],
    ['apps/server/src/features/orders/service.ts', use('../products/router'), 'Call its service.ts'],
    ['apps/web/src/ui/button.tsx', use('../features/products/card'), 'Pass what it shows as a prop'],
    ['apps/web/src/lib/data/trpc.ts', use('@esteira/server/router'), 'import type { AppRouter }'],
    [
      'apps/web/src/lib/data/trpc.ts',
      "import { type AppRouter } from '@esteira/server/router';",
      'import type',
    ],
    [
      'apps/web/src/lib/data/trpc.ts',
      "import {\n  a,\n  b,\n} from '@esteira/server/router';",
      'import type',
    ],
    [
      'apps/server/src/main.ts',
      use('@esteira/marketplaces/testing/amazon/server'),
      'let the test start the fake',
    ],
    [
      'packages/marketplaces/src/amazon/client.ts',
      use('../../testing/amazon/server'),
      'let the test start the fake',
    ],
  ])('%s: %j is refused', (path, code, reason) => {
    expect(bannedImports(path, code)).toEqual([expect.stringContaining(reason)]);
  });

  it.each([
    ['apps/web/src/features/products/csv/dialog.tsx', use('../product-form')],
    ['apps/web/src/features/products/page.tsx', use('../../ui/button')],
    ['apps/server/src/features/orders/service.ts', use('../products/service')],
    ['apps/server/src/router.ts', use('./features/orders/router')],
    ['apps/web/src/lib/data/trpc.ts', "import type { AppRouter } from '@esteira/server/router';"],
    ['apps/server/src/jobs/intake.test.ts', use('@esteira/marketplaces/testing/amazon/server')],
    ['apps/server/src/features/orders/testing/shop.ts', use('@esteira/marketplaces/testing/amazon/server')],
    ['packages/marketplaces/testing/amazon/dispatch.ts', use('./world')],
  ])('%s: %j is allowed', (path, code) => {
    expect(bannedImports(path, code)).toEqual([]);
  });

  it('names file, line and specifier', () => {
    const [line] = bannedImports('apps/web/src/ui/a.ts', `\n\n${use('../shell/sidebar')}`);
    expect(line).toMatch(/^apps\/web\/src\/ui\/a\.ts:3: \.\.\/shell\/sidebar: /);
  });

  it('sees static, multi-line, side-effect, re-export and dynamic imports', () => {
    const source = `import './a';\nimport {\n  b,\n} from './b';\nexport * from './c';\nconst d = await import('./d');\nimport type { E } from './e';`;
    expect(importsOf('scripts/x.ts', source).map((found) => found.specifier)).toEqual([
      './a',
      './b',
      './c',
      './d',
      './e',
    ]);
  });
});
