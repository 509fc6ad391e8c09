import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findForbiddenImports } from '../imports/check-imports.mjs';
import { RULES } from '../imports/rules.mjs';

const USED = 'export const a = 1;\nexport type A = number;\n';

const CIRCLES = [
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
] as const;
const IMPORTS = [
  ['dynamic', "export const page = () => import('../orders/page');"],
  ['re-exporting', "export { a } from '../orders/page';"],
  ['of types only', "import type { A } from '../orders/page';\nexport type B = A;"],
  ['of several lines', "import {\n  a,\n} from '../orders/page';\nexport const b = a;"],
] as const;

const circle = (kind: string) => `packages/db/src/${kind}`;
const page = (kind: string) => `apps/web/features/products/${kind}.tsx`;
const OWN = page('own');

const FILES: Record<string, string> = {
  'packages/db/package.json': JSON.stringify({ name: '@esteira/db', exports: { './*': './src/*.ts' } }),
  'packages/db/src/database.ts': USED,
  'packages/validators/src/text.ts':
    "import { a } from '@esteira/db/database';\nexport const value = 'x' + a;",
  'apps/web/features/orders/page.tsx': USED,
  'apps/web/features/products/card.tsx': USED,
  [OWN]: "import { a } from './card';\nexport const page = a;",
  ...Object.fromEntries(
    CIRCLES.flatMap(([kind, a, b]) => [
      [`${circle(kind)}/a.ts`, a],
      [`${circle(kind)}/b.ts`, b],
    ]),
  ),
  ...Object.fromEntries(IMPORTS.map(([kind, code]) => [page(kind), code])),
};

let root = '';
let forbidden: Awaited<ReturnType<typeof findForbiddenImports>>['forbidden'] = [];
/** One check of a repository of nothing but these files: to start it takes most of its time. */
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'esteira-imports-'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  mkdirSync(join(root, 'node_modules/@esteira'), { recursive: true });
  symlinkSync(join(root, 'packages/db'), join(root, 'node_modules/@esteira/db'));
  forbidden = (await findForbiddenImports(root, ['apps', 'packages'])).forbidden;
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What the check finds in the files whose path begins like this. */
const foundIn = (path: string) => forbidden.filter(({ from }) => from.startsWith(path));

describe('the check of imports', () => {
  it('names the rule, both files and the reason, also where a workspace is imported by its name', () => {
    const rule = 'packages-validators-neighbours';
    const reason = RULES.find(({ name }) => name === rule)?.comment;
    const [from, to] = ['packages/validators/src/text.ts', 'packages/db/src/database.ts'];
    expect(foundIn('packages/validators')).toEqual([{ rule, from, to, reason }]);
  });

  it.each(CIRCLES)('sees a circle of %s', (kind) => {
    expect(foundIn(circle(kind)).map(({ rule }) => rule)).toEqual(['no-circle']);
  });

  it.each(IMPORTS)('sees an import that is %s', (kind) => {
    expect(foundIn(page(kind)).map(({ rule }) => rule)).toEqual(['features-stand-alone']);
  });

  it('lets a feature import its own files', () => {
    expect(foundIn(OWN)).toEqual([]);
  });
});
