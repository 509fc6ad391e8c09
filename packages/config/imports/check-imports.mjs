// The one check of who may import whom; part of `npm run lint`.
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import { RULES } from './rules.mjs';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const FOLDERS = ['apps', 'packages', 'e2e', 'bench', 'scripts'];

const OPTIONS = {
  ruleSet: { forbidden: RULES },
  validate: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '(^|/)(dist|migrations|models|\\.[^/.]+)/' },
  // Types too: a circle of types is a circle for whoever reads it.
  tsPreCompilationDeps: true,
};

/** A workspace exports its sources, so that an import by name leads to the file it means. */
const RESOLVING = {
  exportsFields: ['exports'],
  conditionNames: ['types', 'import', 'node', 'default'],
  extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
};

/** Every forbidden import below `root`, as `{ rule, from, to, reason }`, paths relative to it; and how many files there are. */
export async function findForbiddenImports(root, folders = FOLDERS) {
  const { output } = await cruise(folders, { ...OPTIONS, baseDir: root }, RESOLVING);
  const reasons = new Map(RULES.map(({ name, comment }) => [name, comment]));
  return {
    files: output.modules.filter(({ source }) => !source.includes('node_modules')).length,
    forbidden: output.summary.violations.map(({ rule, from, to }) => ({
      rule: rule.name,
      from,
      to,
      reason: reasons.get(rule.name),
    })),
  };
}

async function main() {
  const { files, forbidden } = await findForbiddenImports(ROOT);
  for (const { rule, from, to, reason } of forbidden) console.error(`${from} → ${to}: ${rule}: ${reason}`);
  console.log(`Checked the imports of ${files} files, ${forbidden.length} forbidden.`);
  if (forbidden.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
