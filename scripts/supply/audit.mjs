// `npm run audit`: asks the registry for known weaknesses of what the product runs on.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../processes.mjs';

const NOT_CHECKED = 3;

/**
 * What `pnpm audit --prod --json` printed, as `{code, grave, lines}`: code 1 with a critical or high weakness that has no valid
 * exception, of which there are `grave`, 3 where the registry gave no answer, else 0.
 */
export function checkAudit(output, exceptions, today) {
  const advisories = readAdvisories(output);
  if (advisories === null)
    return { code: NOT_CHECKED, grave: 0, lines: ['not checked: the registry gave no answer'] };
  const isExcepted = ({ module_name, github_advisory_id }) =>
    exceptions.some(
      (each) => each.package === module_name && each.advisory === github_advisory_id && each.until >= today,
    );
  const grave = advisories.filter(
    (each) => ['critical', 'high'].includes(each.severity) && !isExcepted(each),
  );
  return {
    code: Math.min(grave.length, 1),
    grave: grave.length,
    lines: [
      ...grave.map(
        (each) => `${each.severity}: ${each.module_name} (${each.github_advisory_id}) ${each.title}`,
      ),
      `checked: ${advisories.length} known weaknesses, ${grave.length} critical or high without exception`,
    ],
  };
}

/** Null: no answer. */
function readAdvisories(output) {
  try {
    const { advisories, metadata } = JSON.parse(output);
    return metadata?.vulnerabilities === undefined ? null : Object.values(advisories ?? {});
  } catch {
    return null;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(ROOT);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const pnpm = join(ROOT, 'node_modules/pnpm/bin/pnpm.cjs');
  const args = [pnpm, 'audit', '--prod', '--json'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', timeout: 60_000 });
  const exceptions = JSON.parse(readFileSync(join(ROOT, 'supply-exceptions.json'), 'utf8'));
  const day = new Date().toISOString().slice(0, 10);
  const { code, grave, lines } = checkAudit(stdout ?? '', exceptions, day);
  for (const line of lines) console.log(line);
  // For the list on /admin. What was found before stays there when the registry does not answer.
  const dataDir = resolve(process.env.DATA_DIR || '.data');
  mkdirSync(dataDir, { recursive: true });
  if (code !== NOT_CHECKED) writeFileSync(join(dataDir, 'audit.json'), `${JSON.stringify({ day, grave })}\n`);
  process.exitCode = code;
}
