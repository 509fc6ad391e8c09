/** Licences under which a component may be used here. */
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'MPL 2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Every package of a pnpm-lock.yaml (version 9): `{name, version, integrity}`; integrity null: it has none. */
export function readComponents(lock) {
  const section = /^packages:\n([\s\S]*?)(?=^\S|(?![\s\S]))/m.exec(lock)?.[1] ?? '';
  return [...section.matchAll(/^ {2}'?((?:@[^/]+\/)?[^@'\n]+)@([^:'\n]+)'?:\n((?: {4}.*\n|\n)*)/gm)].map(
    ([, name, version, lines]) => ({
      name,
      version,
      integrity: /integrity: ([\w+/=-]+)/.exec(lines)?.[1] ?? null,
    }),
  );
}

/** The licences of what is installed, by `name@version`, from what `pnpm licenses list --json` prints. */
export function readLicences(json) {
  const entries = Object.values(JSON.parse(json)).flat();
  return new Map(
    entries.flatMap(({ name, versions, license }) =>
      versions.map((version) => [`${name}@${version}`, license]),
    ),
  );
}

/** Of 'A OR B' one is enough, of 'A AND B' both are needed. */
const isAllowed = (licence) =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => LICENCES.has(each.trim())));

/** One line for each component without a hash, each licence that is not listed, and each exception past its day. */
export function findFaults({ components, licences, exceptions, today }) {
  return [
    ...components
      .filter(({ integrity }) => integrity === null)
      .map(({ name, version }) => `${name}@${version} has no hash in pnpm-lock.yaml`),
    ...[...licences]
      .filter(([, licence]) => !isAllowed(licence))
      .map(([component, licence]) => `${component} is under ${licence}, which is not listed`),
    ...exceptions
      .filter(({ until }) => !(until >= today))
      .map((each) => `the exception for ${each.package} (${each.advisory}) ended on ${each.until}`),
  ];
}

/** The bill of materials in CycloneDX 1.6. */
export function toSbom({ components, licences, version }) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'esteira', version } },
    components: components.map(({ name, version: at, integrity }) => {
      const [algorithm, digest = ''] = integrity?.split('-') ?? [];
      const licence = licences.get(`${name}@${at}`);
      return {
        type: 'library',
        name,
        version: at,
        purl: `pkg:npm/${name.replace('@', '%40')}@${at}`,
        ...(algorithm === 'sha512' && {
          hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
        }),
        ...(licence && { licenses: [{ expression: licence }] }),
      };
    }),
  };
}
