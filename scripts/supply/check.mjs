// `npm run check:supply`: no secret in a tracked file, and every component with a hash and a listed licence. Needs no network.
// With --sbom FILE it writes the bill of materials, and looks for no secrets: the image is built without .git.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../processes.mjs';
import { findFaults, readComponents, readLicences, toSbom } from './components.mjs';
import { findSecrets } from './secrets.mjs';

const read = (file) => readFileSync(join(ROOT, file), 'utf8');
const outputOf = (command, args) =>
  execFileSync(command, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });

const components = readComponents(read('pnpm-lock.yaml'));
const pnpm = join(ROOT, 'node_modules/pnpm/bin/pnpm.cjs');
const licences = readLicences(outputOf(process.execPath, [pnpm, 'licenses', 'list', '--json']));
const exceptions = JSON.parse(read('supply-exceptions.json'));
const today = new Date().toISOString().slice(0, 10);
const faults = findFaults({ components, licences, exceptions, today });

const [option, file] = process.argv.slice(2);
if (option === '--sbom' && file) {
  const { version } = JSON.parse(read('package.json'));
  writeFileSync(file, `${JSON.stringify(toSbom({ components, licences, version }), null, 1)}\n`);
} else {
  const tracked = outputOf('git', ['ls-files', '-z']).split('\0');
  faults.push(
    ...(await findSecrets(
      ROOT,
      tracked.filter((each) => each && existsSync(join(ROOT, each))),
    )),
  );
}
for (const fault of faults) console.error(fault);
console.log(`${components.length} components, ${licences.size} of them installed; ${faults.length} faults.`);
// The scan leaves something open that would keep the process.
process.exit(Math.min(faults.length, 1));
