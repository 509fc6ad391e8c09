import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ForbiddenImport, findForbiddenImports } from '../imports/check-imports.mjs';
import { RULES } from '../imports/rules.mjs';

const WORKSPACES = {
  domain: 'packages/domain',
  validators: 'packages/validators',
  db: 'packages/db',
  marketplaces: 'packages/marketplaces',
  payments: 'packages/payments',
  server: 'apps/server',
  web: 'apps/web',
};
const INSTALLED = [
  'zod',
  'drizzle-orm',
  'postgres',
  '@electric-sql/pglite',
  'fastify',
  '@fastify/cors',
  'react',
];

/** `from` imports `specifier`: refused by the rule of that name. */
const REFUSED: [rule: string, from: string, specifier: string][] = [
  ['own-workspace', 'packages/validators/src/wire/text.ts', '../../../domain/src/money'],
  ['own-workspace', 'e2e/src/sale.ts', '../../apps/web/src/paths'],
  ['nothing-for-tests-ships', 'apps/server/src/main.ts', './testing/makers'],
  ['nothing-for-tests-ships', 'apps/server/src/features/orders/sale.ts', './testing/history'],
  [
    'nothing-for-tests-ships',
    'apps/server/src/startup/marketplaces.ts',
    '@esteira/marketplaces/testing/amazon/server',
  ],
  ['nothing-for-tests-ships', 'packages/marketplaces/src/amazon/client.ts', '../../testing/amazon/server'],
  ['nothing-for-tests-ships', 'apps/server/src/startup/open-database.ts', '@esteira/db/testing'],
  ['only-the-router-type-leaves-the-server', 'apps/web/src/lib/data/trpc.ts', '@esteira/server/app'],
  ['the-router-leaves-as-a-type', 'apps/web/src/lib/data/trpc.ts', '@esteira/server/router'],
  ['domain-is-pure', 'packages/domain/src/money.ts', 'zod'],
  ['domain-is-pure', 'packages/domain/src/money.ts', 'node:fs'],
  ['domain-is-pure', 'packages/domain/src/money.ts', '@esteira/validators/wire/text'],
  ['packages-validators-neighbours', 'packages/validators/src/wire/text.ts', '@esteira/db/database'],
  ['packages-validators-neighbours', 'packages/validators/src/wire/text.ts', '@esteira/payments/port'],
  ['validators-run-in-the-browser', 'packages/validators/src/wire/text.ts', 'drizzle-orm'],
  ['validators-without-node', 'packages/validators/src/wire/text.ts', 'node:crypto'],
  ['packages-db-neighbours', 'packages/db/src/database.ts', '@esteira/marketplaces/port'],
  ['db-without-transport', 'packages/db/src/database.ts', 'fastify'],
  ['packages-http-neighbours', 'packages/http/src/fetch-within.ts', '@esteira/payments/port'],
  ['packages-marketplaces-neighbours', 'packages/marketplaces/src/port.ts', '@esteira/db/database'],
  ['packages-marketplaces-without-database', 'packages/marketplaces/src/port.ts', 'drizzle-orm'],
  ['packages-marketplaces-without-transport', 'packages/marketplaces/src/port.ts', 'fastify'],
  ['packages-payments-neighbours', 'packages/payments/src/port.ts', '@esteira/marketplaces/port'],
  ['packages-payments-without-database', 'packages/payments/src/port.ts', 'postgres'],
  ['packages-payments-without-transport', 'packages/payments/src/port.ts', '@fastify/cors'],
  ['features-stand-alone', 'apps/web/src/features/products/page.tsx', '../orders/order-card'],
  ['features-stand-alone', 'apps/web/src/features/products/csv/dialog.tsx', '../../orders/use-orders'],
  ['ui-knows-no-feature', 'apps/web/src/ui/button.tsx', '../features/products/card'],
  ['ui-knows-no-feature', 'apps/web/src/ui/button.tsx', '../lib/data/trpc'],
  ['lib-knows-no-feature', 'apps/web/src/lib/live/session.ts', '../../features/orders/use-orders'],
  ['apps-web-neighbours', 'apps/web/src/lib/data/trpc.ts', '@esteira/db/database'],
  ['apps-web-neighbours', 'apps/web/src/lib/data/trpc.ts', '@esteira/payments/port'],
  ['web-runs-in-a-browser', 'apps/web/src/lib/data/trpc.ts', 'drizzle-orm'],
  ['web-without-node', 'apps/web/src/lib/data/trpc.ts', 'node:fs'],
  ['server-floor-0', 'apps/server/src/core/context.ts', '../jobs/queue'],
  ['server-floor-1', 'apps/server/src/http/endpoint.ts', '../router'],
  ['server-floor-2', 'apps/server/src/jobs/worker.ts', '../features/orders/service'],
  ['server-floor-3', 'apps/server/src/features/mail/outbox.ts', '../suppliers/service'],
  ['server-floor-4', 'apps/server/src/features/suppliers/service.ts', '../products/service'],
  ['server-floor-5', 'apps/server/src/features/costs/settings.ts', '../products/costs'],
  ['server-floor-6', 'apps/server/src/features/products/import/service.ts', '../../publication/service'],
  ['server-floor-7', 'apps/server/src/features/connections/service.ts', '../publication/service'],
  ['server-floor-8', 'apps/server/src/features/publication/service.ts', '../orders/sale'],
  ['server-floor-9', 'apps/server/src/features/stock-sync/push-job.ts', '../orders/sale'],
  ['server-floor-10', 'apps/server/src/features/orders/service.ts', '../dashboard/service'],
  ['server-floor-11', 'apps/server/src/features/admin/service.ts', '../../router'],
  ['server-floor-12', 'apps/server/src/router.ts', './rest/routes'],
  ['server-floor-13', 'apps/server/src/rest/plugin.ts', '../startup/listening'],
  ['server-floor-14', 'apps/server/src/startup/listening.ts', '../main'],
  ['top-features-stand-alone', 'apps/server/src/features/admin/users.ts', '../auth/service'],
  ['routers-serve-requests', 'apps/server/src/features/orders/queries.ts', '../products/router'],
  ['apps-server-neighbours', 'apps/server/src/app.ts', '@esteira/web/main'],
  ['server-without-react', 'apps/server/src/app.ts', 'react'],
];

const ALLOWED: [from: string, code: string][] = [
  ['packages/domain/src/nested/profit.ts', use('../money')],
  ['packages/domain/src/profit.test.ts', use('zod')],
  ['packages/validators/src/wire/text.ts', use('@esteira/domain/money')],
  ['packages/validators/src/wire/page.ts', use('zod')],
  ['packages/db/src/database.ts', use('@esteira/validators/wire/text')],
  ['packages/db/src/postgres.ts', use('drizzle-orm')],
  ['packages/marketplaces/src/port.ts', use('@esteira/domain/marketplaces')],
  ['packages/marketplaces/testing/amazon/dispatch.ts', use('./world')],
  ['packages/marketplaces/testing/amazon/server.ts', use('../../src/port')],
  ['apps/web/src/lib/data/trpc.ts', "import type { AppRouter } from '@esteira/server/router';"],
  ['apps/web/src/features/products/csv/dialog.tsx', use('../product-form')],
  ['apps/web/src/features/products/page.tsx', `${use('../../ui/button')}\n${use('../../lib/data/client')}`],
  ['apps/server/src/features/orders/service.ts', use('../products/service')],
  ['apps/server/src/features/products/costs.ts', use('../costs/settings')],
  ['apps/server/src/features/orders/intake/read.ts', use('../service')],
  ['apps/server/src/features/admin/router.ts', use('../orders/queries')],
  ['apps/server/src/features/connections/oauth.ts', use('../../http/errors')],
  ['apps/server/src/router.ts', use('./features/orders/router')],
  ['apps/server/src/rest/plugin.ts', use('../router')],
  ['apps/server/src/startup/background.ts', use('../features/orders/service')],
  ['apps/server/src/main.ts', use('./env')],
  ['apps/server/src/core/context.test.ts', use('../testing/server')],
  ['apps/server/src/testing/server.ts', use('../app')],
  ['e2e/src/sale.ts', use('@esteira/db/testing')],
];

let folder = '';
let refused: ForbiddenImport[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'esteira-imports-'));
  refused = await check(REFUSED.map(([, from, specifier]) => [from, use(specifier)]));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('import bans', () => {
  it.each(REFUSED)('%s: %s must not import %s', (rule, from, specifier) => {
    const reason = RULES.find(({ name }) => name === rule)?.comment;
    const to = expect.stringContaining(getTarget(from, specifier) ?? specifier.replace('node:', ''));
    expect(refused).toContainEqual({ rule, from, to, reason });
  });

  it('allow what the floors are for', async () => {
    expect(await check(ALLOWED)).toEqual([]);
  }, 60_000);

  it.each([
    ['values', use('./b'), use('./a')],
    [
      'types',
      "import type { B } from './b';\nexport type A = B;",
      "import type { A } from './a';\nexport type B = A;",
    ],
  ])(
    'see a circle of %s',
    async (_, a, b) => {
      const found = await check([
        ['packages/db/src/a.ts', a],
        ['packages/db/src/b.ts', b],
      ]);
      expect(found.map(({ rule }) => rule)).toEqual(['no-circle']);
    },
    60_000,
  );

  it.each([
    ['dynamic', "export const page = () => import('../orders/page');"],
    ['re-exporting', "export { a } from '../orders/page';"],
    ['of types only', "import type { A } from '../orders/page';\nexport type B = A;"],
    ['of several lines', "import {\n  a,\n} from '../orders/page';\nexport const b = a;"],
  ])(
    'see an import that is %s',
    async (_, code) => {
      const found = await check([
        ['apps/web/src/features/products/page.tsx', code],
        ['apps/web/src/features/orders/page.tsx', USED],
      ]);
      expect(found.map(({ rule }) => rule)).toEqual(['features-stand-alone']);
    },
    60_000,
  );

  it('have every rule proven above', () => {
    const proven = new Set(['no-circle', ...REFUSED.map(([rule]) => rule)]);
    expect(RULES.map(({ name }) => name).filter((name) => !proven.has(name))).toEqual([]);
  });
});

const USED = 'export const a = 1;\nexport type A = number;\n';

function use(specifier: string): string {
  return `import { a as x${specifier.replace(/\W/g, '')} } from '${specifier}';\nexport const y${specifier.replace(/\W/g, '')} = x${specifier.replace(/\W/g, '')};\n`;
}

/** The file in this repository that a specifier leads to. */
function getTarget(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return `${posix.join(posix.dirname(from), specifier)}.ts`;
  const [, name = '', path = ''] = /^@esteira\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  const workspace = Object.entries(WORKSPACES).find(([known]) => known === name)?.[1];
  return workspace === undefined
    ? null
    : `${workspace}/${path.startsWith('testing/') ? '' : 'src/'}${path}.ts`;
}

/** What the check finds in a repository of nothing but these files, what they import and the installed packages. */
async function check(files: [from: string, code: string][]): Promise<ForbiddenImport[]> {
  const root = mkdtempSync(join(folder, 'case-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [name, path] of Object.entries(WORKSPACES)) {
    write(
      `${path}/package.json`,
      JSON.stringify({
        name: `@esteira/${name}`,
        exports: { './testing/*': './testing/*.ts', './*': './src/*.ts' },
      }),
    );
    mkdirSync(join(root, 'node_modules/@esteira'), { recursive: true });
    symlinkSync(join(root, path), join(root, 'node_modules/@esteira', name));
  }
  for (const name of INSTALLED) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    write(`node_modules/${name}/index.js`, 'exports.a = 1;');
  }
  const code = new Map<string, string>();
  for (const [from, text] of files) code.set(from, (code.get(from) ?? USED) + text);
  for (const [from, text] of [...code]) {
    write(from, text);
    for (const [, specifier = ''] of text.matchAll(/from '([^']+)'/g)) {
      const target = getTarget(from, specifier);
      if (target !== null && !code.has(target) && !code.has(`${target}x`)) write(target, USED);
    }
  }
  const folders = [...new Set(files.map(([from]) => from.split('/')[0] ?? ''))];
  return (await findForbiddenImports(root, folders)).forbidden;
}
