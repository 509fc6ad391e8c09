// The import bans that need a resolved path or the `type` keyword, which biome's noRestrictedImports cannot see.
// The bans by package name are in biome.json.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const WORKSPACE = /^(?:apps|packages)\/[^/]+|^(?:e2e|bench|scripts)(?=\/)/;
const IMPORT =
  /^[ \t]*(?:import|export)\s+(type\s)?[^'";]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"]([^'"]+)['"]|^[ \t]*import\s*['"]([^'"]+)['"]/gm;
const SKIPPED = new Set(['node_modules', 'dist', 'migrations', '.turbo', '.data', '.git']);

/** Fakes, samples and conformance suites of a package: beside its src, never part of what ships. */
const PACKAGE_TESTING = /^packages\/[^/]+\/testing\//;
/** Where they may be used: among themselves, in tests and in what only tests and demos run. */
const TESTING = /\.test\.|\/testing\/|\/testing\.ts$|^(?:e2e|bench|scripts)\//;

const featureOf = (path, app) => path.match(new RegExp(`^apps/${app}/src/features/([^/]+)/`))?.[1];
const workspaceOf = (path) => path.match(WORKSPACE)?.[0];

function crossesFeature(app, { from, target }) {
  const other = target && featureOf(target, app);
  const own = featureOf(from, app);
  return own !== undefined && other !== undefined && own !== other;
}

const BANS = [
  {
    broken: ({ from, target }) => target !== undefined && workspaceOf(from) !== workspaceOf(target),
    message:
      'A relative import leaves its workspace, past what that workspace exports. Import it by its name (@esteira/…) and declare it in package.json.',
  },
  {
    broken: (found) => crossesFeature('web', found),
    message:
      'A web feature never imports another one, so that each can change alone; pages compose queries. Move what both need into ui/, lib/ or @esteira/domain.',
  },
  {
    broken: (found) => crossesFeature('server', found) && /\/router(\.ts)?$/.test(found.target),
    message:
      "A server feature never calls another one's router, which speaks for a request. Call its service.ts with plain arguments.",
  },
  {
    broken: ({ from, target }) =>
      from.startsWith('apps/web/src/ui/') && /^apps\/web\/src\/(features|shell)\//.test(target ?? ''),
    message:
      'ui/ holds parts that could ship in another product and knows no feature. Pass what it shows as a prop, or move the part into its feature.',
  },
  {
    broken: ({ specifier, typeOnly }) => specifier === '@esteira/server/router' && !typeOnly,
    message:
      "Only the router's type may leave the server, else its code and its secrets travel along. Write `import type { AppRouter } from '@esteira/server/router'`.",
  },
  {
    broken: ({ from, specifier, target }) =>
      !TESTING.test(from) &&
      (/^@esteira\/[^/]+\/testing\//.test(specifier) || PACKAGE_TESTING.test(target ?? '')),
    message:
      "What lies in a package's testing/ (fake servers, samples, conformance suites) is for tests and must never be part of what runs for sellers. Take the adapter by its port, and let the test start the fake.",
  },
];

/** The imports of one source file: specifier, line, whether it is type-only and, when relative, its target. */
export function importsOf(from, source) {
  return [...source.matchAll(IMPORT)].map((match) => {
    const specifier = match[2] ?? match[3] ?? match[4];
    return {
      from,
      specifier,
      line: source.slice(0, match.index).split('\n').length,
      typeOnly: match[1] !== undefined,
      target: specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined,
    };
  });
}

/** What is forbidden in one file, as `path:line: specifier: reason and way out`. `from` is relative to the root. */
export function bannedImports(from, source) {
  return importsOf(from, source).flatMap((found) =>
    BANS.filter((ban) => ban.broken(found)).map(
      (ban) => `${from}:${found.line}: ${found.specifier}: ${ban.message}`,
    ),
  );
}

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return /\.(ts|tsx|mjs)$/.test(entry.name) ? [path] : [];
  });
}

function main() {
  const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
  const files = ['apps', 'packages', 'e2e', 'bench', 'scripts'].flatMap((folder) =>
    sourceFiles(join(root, folder)),
  );
  const banned = files.flatMap((file) =>
    bannedImports(relative(root, file).split(sep).join('/'), readFileSync(file, 'utf8')),
  );
  for (const line of banned) console.error(line);
  console.log(`Checked the imports of ${files.length} files, ${banned.length} forbidden.`);
  if (banned.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
