import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkAudit } from './audit.mjs';
import { findFaults, readComponents, readLicences, toSbom } from './components.mjs';
import { findSecrets } from './secrets.mjs';

const TODAY = '2026-11-27';
const HASH = 'sha512-AAEC';
const LOCK = `lockfileVersion: '9.0'

importers:

  .: {}

packages:

  '@scope/one@1.2.3':
    resolution: {integrity: ${HASH}}
    engines: {node: '>=20'}

  two@4.5.6:
    resolution: {tarball: https://example.com/two.tgz}

snapshots:

  two@4.5.6: {}
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'esteira-supply-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a key that somebody pasted is told by file and line, masked, and pictures are left alone', async () => {
  const key = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'}`;
  writeFileSync(join(folder, 'a.test.ts'), `\nconst token = '${key}';\n`);
  writeFileSync(join(folder, 'b.ts'), 'const token = readToken();\n');
  writeFileSync(join(folder, 'c.png'), `\0${key}`);
  const found = await findSecrets(folder, ['a.test.ts', 'b.ts', 'c.png']);
  expect(found).toEqual([expect.stringMatching(/^a\.test\.ts:2: .*\*{8}/)]);
  expect(found.join()).not.toContain(key);
});

it('a file that is allowed its made-up addresses is allowed nothing else', async () => {
  const address = ['postgres://user', ':hunter2@db.example.com:5432/esteira'].join('');
  const files = ['apps/server/main.test.ts', 'other.ts'];
  mkdirSync(join(folder, 'apps/server'), { recursive: true });
  for (const file of files) writeFileSync(join(folder, file), `const url = '${address}';\n`);
  expect(await findSecrets(folder, files)).toEqual([expect.stringMatching(/^other\.ts:1: /)]);
});

it('components are read from the lock file, and one without a hash is a fault', () => {
  const components = readComponents(LOCK);
  expect(components).toEqual([
    { name: '@scope/one', version: '1.2.3', integrity: HASH },
    { name: 'two', version: '4.5.6', integrity: null },
  ]);
  expect(findFaults({ components, licences: new Map(), exceptions: [], today: TODAY })).toEqual([
    'two@4.5.6 has no hash in pnpm-lock.yaml',
  ]);
});

it('a licence that is not listed is a fault, and of several one or all must be listed', () => {
  const named = (license: string, name: string) => ({ name, versions: ['1.0.0'], license });
  const json = JSON.stringify({
    a: [named('MIT', 'a'), named('(MIT OR GPL-3.0-only)', 'b')],
    b: [named('MIT AND GPL-3.0-only', 'c'), named('Unknown', 'd')],
  });
  const licences = readLicences(json);
  expect(findFaults({ components: [], licences, exceptions: [], today: TODAY })).toEqual([
    'c@1.0.0 is under MIT AND GPL-3.0-only, which is not listed',
    'd@1.0.0 is under Unknown, which is not listed',
  ]);
});

it('an exception is a fault from the day after its last, or without one', () => {
  const exception = (until?: string) => ({
    package: 'two',
    advisory: 'GHSA-1',
    reason: 'not reached',
    until,
  });
  const faults = (until?: string) =>
    findFaults({ components: [], licences: new Map(), exceptions: [exception(until)], today: TODAY });
  expect(faults(TODAY)).toEqual([]);
  expect(faults('2026-11-26')).toEqual(['the exception for two (GHSA-1) ended on 2026-11-26']);
  expect(faults()).toHaveLength(1);
});

it('the bill of materials names every component with its hash and licence', () => {
  const sbom = toSbom({
    components: readComponents(LOCK),
    licences: new Map([['two@4.5.6', 'MIT']]),
    version: '0.1.0',
  });
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
  expect(sbom.components).toEqual([
    {
      type: 'library',
      name: '@scope/one',
      version: '1.2.3',
      purl: 'pkg:npm/%40scope/one@1.2.3',
      hashes: [{ alg: 'SHA-512', content: '000102' }],
    },
    {
      type: 'library',
      name: 'two',
      version: '4.5.6',
      purl: 'pkg:npm/two@4.5.6',
      licenses: [{ expression: 'MIT' }],
    },
  ]);
});

const answer = (...severities: string[]) =>
  JSON.stringify({
    advisories: Object.fromEntries(
      severities.map((severity, at) => [
        at,
        { severity, module_name: 'two', github_advisory_id: `GHSA-${at}`, title: 'reads files' },
      ]),
    ),
    metadata: { vulnerabilities: {} },
  });

it.each([
  ['critical', 1],
  ['high', 1],
  ['moderate', 0],
])('of an audit a %s weakness gives exit code %i', (severity, code) => {
  expect(checkAudit(answer(severity), [], TODAY).code).toBe(code);
});

it('an exception covers one weakness until its day', () => {
  const exception = { package: 'two', advisory: 'GHSA-0', reason: 'not reached', until: TODAY };
  expect(checkAudit(answer('high'), [exception], TODAY).code).toBe(0);
  expect(checkAudit(answer('high'), [exception], '2026-11-28').code).toBe(1);
  expect(checkAudit(answer('high', 'high'), [exception], TODAY).code).toBe(1);
});

it.each(['', 'no JSON', '{"error":{"code":"ERR_PNPM_AUDIT_BAD_RESPONSE"}}', '{"advisories":{}}'])(
  'without an answer of the registry an audit is not green: %j',
  (output) => {
    expect(checkAudit(output, [], TODAY)).toEqual({
      code: 3,
      grave: 0,
      lines: ['not checked: the registry gave no answer'],
    });
  },
);
