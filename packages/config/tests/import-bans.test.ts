import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findForbiddenImports } from '../imports/check-imports.mjs';
import { RULES } from '../imports/rules.mjs';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'esteira-imports-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const USED = 'export const a = 1;\nexport type A = number;\n';
const PAGE = 'apps/web/features/products/page.tsx';

/** What the check finds in a repository of nothing but these files. */
async function check(files: Record<string, string>) {
  const root = mkdtempSync(join(folder, 'case-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  mkdirSync(join(root, 'node_modules/@esteira'), { recursive: true });
  symlinkSync(join(root, 'packages/db'), join(root, 'node_modules/@esteira/db'));
  const folders = [...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''))];
  return (await findForbiddenImports(root, folders)).forbidden;
}

describe('the check of imports', () => {
  it('names the rule, both files and the reason, also where a workspace is imported by its name', async () => {
    const found = await check({
      'packages/db/package.json': JSON.stringify({ name: '@esteira/db', exports: { './*': './src/*.ts' } }),
      'packages/db/src/database.ts': USED,
      'packages/validators/src/text.ts':
        "import { a } from '@esteira/db/database';\nexport const value = 'x' + a;",
    });
    const rule = 'packages-validators-neighbours';
    const reason = RULES.find(({ name }) => name === rule)?.comment;
    const [from, to] = ['packages/validators/src/text.ts', 'packages/db/src/database.ts'];
    expect(found).toEqual([{ rule, from, to, reason }]);
  });

  it.each([
    [
      'values',
      "import { b } from './b';\nexport const a = b;",
      "import { a } from './a';\nexport const b = a;",
    ],
    [
      'types',
      "import type { B } from './b';\nexport type A = B;",
      "import type { A } from './a';\nexport type B = A;",
    ],
  ])('sees a circle of %s', async (_, a, b) => {
    const found = await check({ 'packages/db/src/a.ts': a, 'packages/db/src/b.ts': b });
    expect(found.map(({ rule }) => rule)).toEqual(['no-circle']);
  });

  it.each([
    ['dynamic', "export const page = () => import('../orders/page');"],
    ['re-exporting', "export { a } from '../orders/page';"],
    ['of types only', "import type { A } from '../orders/page';\nexport type B = A;"],
    ['of several lines', "import {\n  a,\n} from '../orders/page';\nexport const b = a;"],
  ])('sees an import that is %s', async (_, code) => {
    const found = await check({ [PAGE]: code, 'apps/web/features/orders/page.tsx': USED });
    expect(found.map(({ rule }) => rule)).toEqual(['features-stand-alone']);
  });

  it('lets a feature import its own files', async () => {
    const code = "import { a } from './card';\nexport const page = a;";
    expect(await check({ [PAGE]: code, 'apps/web/features/products/card.tsx': USED })).toEqual([]);
  });
});
