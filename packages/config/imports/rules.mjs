// Who may import whom, types included. Every rule says why, and the way out.

/** What only tests and tools run. */
const TESTING = '\\.test\\.(ts|tsx|mjs)$|/testing/|/testing\\.ts$|\\.config\\.ts$|^(e2e|bench|scripts)/';

const WORKSPACE = '^((?:apps|packages)/[^/]+|e2e|bench|scripts)/';

/** Packages outside this repository by name, as a pattern of where they lie. */
const installed = (...names) => `(?:^|/)node_modules/(?:${names.join('|')})(?:/|$)`;
const DATABASE_CLIENTS = installed('drizzle-orm', 'postgres', 'pg', '@electric-sql');
const TRANSPORTS = installed('fastify', '@fastify', '@trpc');

const rule = (name, comment, { from, to }) => ({ name, comment, severity: 'error', from, to });

/** The workspace `from` imports nothing of this repository but itself and `allowed`. */
const knowsOnly = (from, allowed, comment) =>
  rule(`${from.replace('/', '-')}-neighbours`, comment, {
    from: { path: `^${from}/` },
    to: { path: '^(?:apps|packages)/', pathNot: `^(?:${[from, ...allowed].join('|')})/` },
  });

const everywhere = [
  rule(
    'no-circle',
    'Files that import each other, even only types, can be neither understood nor changed alone. Move what both need into a file of its own below them.',
    { from: {}, to: { circular: true } },
  ),
  rule(
    'own-workspace',
    'A relative import leaves its workspace, past what that workspace exports. Import it by its name (@esteira/…) and declare it in package.json.',
    {
      from: { path: WORKSPACE },
      to: { path: WORKSPACE, pathNot: '^$1/', dependencyTypes: ['local'] },
    },
  ),
  rule(
    'nothing-for-tests-ships',
    'What is for tests (testing/: fake servers, samples, conformance suites) must never be part of what runs for sellers. Take the adapter by its port, and let the test start the fake.',
    {
      from: { path: '^(?:apps|packages)/', pathNot: TESTING },
      to: { path: '/testing/|/testing\\.ts$|\\.test\\.' },
    },
  ),
  rule(
    'only-the-router-type-leaves-the-server',
    "Of the server others may know only the router's type, else its code and its secrets travel along. Write `import type { AppRouter } from '@esteira/server/router'`; move shared code into @esteira/domain or @esteira/validators.",
    {
      from: { path: '^(?:apps|packages)/', pathNot: '^apps/server/' },
      to: { path: '^apps/server/', pathNot: '^apps/server/router\\.ts$' },
    },
  ),
  rule(
    'the-router-leaves-as-a-type',
    "Only the router's type may leave the server, else its code and its secrets travel along. Write `import type { AppRouter } from '@esteira/server/router'`.",
    {
      from: { pathNot: '^apps/server/' },
      to: { path: '^apps/server/router\\.ts$', dependencyTypesNot: ['type-only'] },
    },
  ),
];

const packages = [
  rule(
    'domain-is-pure',
    'The domain is pure TypeScript without dependencies, so that browser, server and tests can share it. Pass what it needs as an argument, or write this in the package that owns the dependency.',
    {
      from: { path: '^packages/domain/src/', pathNot: TESTING },
      to: { pathNot: '^packages/domain/src/' },
    },
  ),
  knowsOnly(
    'packages/validators',
    ['packages/domain', 'packages/config'],
    'Validators describe the wire for both sides, so of this repository they know only @esteira/domain. Move the shared rule into packages/domain.',
  ),
  rule(
    'validators-run-in-the-browser',
    'Validators also run in the browser. Do this in apps/server and keep only the schema here.',
    {
      from: { path: '^packages/validators/src/' },
      to: { path: `${DATABASE_CLIENTS}|${TRANSPORTS}` },
    },
  ),
  rule(
    'validators-without-node',
    'Validators also run in the browser. Do this in apps/server and keep only the schema here.',
    { from: { path: '^packages/validators/src/' }, to: { dependencyTypes: ['core'] } },
  ),
  knowsOnly(
    'packages/db',
    ['packages/domain', 'packages/validators', 'packages/config'],
    'The database layer knows only @esteira/domain and @esteira/validators. Take a plain value as an argument, or write this in a service of apps/server.',
  ),
  rule(
    'db-without-transport',
    'The database layer answers no requests. Take a plain value as an argument, or write this in a service of apps/server.',
    { from: { path: '^packages/db/src/' }, to: { path: TRANSPORTS } },
  ),
  knowsOnly(
    'packages/http',
    ['packages/config'],
    'It bounds calls to outside services and knows none of them. Write what is of one service in its adapter.',
  ),
  ...['packages/marketplaces', 'packages/payments'].flatMap((adapters) => [
    knowsOnly(
      adapters,
      ['packages/domain', 'packages/http', 'packages/config'],
      "Adapters take and return plain values: they know neither database nor server nor each other, so that each can be tried alone. Let the server's service read and write the rows and compose the ports.",
    ),
    rule(
      `${adapters.replace('/', '-')}-without-database`,
      "Adapters take and return plain values and never see the database, so that each can be tried alone. Let the server's service read and write the rows.",
      { from: { path: `^${adapters}/` }, to: { path: DATABASE_CLIENTS } },
    ),
    rule(
      `${adapters.replace('/', '-')}-without-transport`,
      'Adapters know no transport. Throw an adapter error and let apps/server turn it into an answer.',
      { from: { path: `^${adapters}/` }, to: { path: TRANSPORTS } },
    ),
  ]),
];

const web = [
  rule(
    'features-stand-alone',
    'A web feature never imports another one, so that each can change alone; pages compose queries. Move what both need into ui/, lib/, parts/ or @esteira/domain.',
    {
      from: { path: '^apps/web/features/([^/]+)/' },
      to: { path: '^apps/web/features/', pathNot: '^apps/web/features/$1/' },
    },
  ),
  rule(
    'ui-knows-no-feature',
    'ui/ holds parts that could ship in another product and knows nothing of this one. Pass what it shows as a prop, or move the part into its feature.',
    {
      from: { path: '^apps/web/ui/', pathNot: TESTING },
      to: { path: '^apps/web/', pathNot: '^apps/web/ui/' },
    },
  ),
  rule(
    'lib-knows-no-feature',
    'lib/ serves every feature and knows none. Hand in what differs as an argument, or move this into its feature.',
    { from: { path: '^apps/web/lib/' }, to: { path: '^apps/web/(?:features|parts|shell|routes)' } },
  ),
  rule(
    'parts-know-no-feature',
    'parts/ holds what several features show of this product and knows none of them. Hand in what differs as an argument, or move this into its feature.',
    { from: { path: '^apps/web/parts/' }, to: { path: '^apps/web/(?:features|shell|routes)' } },
  ),
  knowsOnly(
    'apps/web',
    ['packages/domain', 'packages/validators', 'packages/config', 'apps/server'],
    'The browser sees neither the database nor what holds credentials. Ask the server through the tRPC client; shared rules live in @esteira/domain and @esteira/validators.',
  ),
  rule(
    'web-runs-in-a-browser',
    'This code runs in a browser. Do it in apps/server and call it through the tRPC client.',
    {
      from: { path: '^apps/web/', pathNot: TESTING },
      to: { path: `${DATABASE_CLIENTS}|${installed('fastify', '@fastify')}` },
    },
  ),
  rule(
    'web-without-node',
    'This code runs in a browser. Do it in apps/server and call it through the tRPC client.',
    { from: { path: '^apps/web/', pathNot: TESTING }, to: { dependencyTypes: ['core'] } },
  ),
];

/** Features that stand on each other, the lowest first; all others are the top and do not know each other. */
const STACKED = [
  'mail',
  'suppliers',
  'connections',
  'costs',
  'products',
  'publication',
  'stock-sync',
  'shipping',
  'orders',
  'checkout',
];
const TOP_FEATURE = `(?!(?:${STACKED.join('|')})/)[^/]+`;

/** The server's rooms, the lowest first: an arrow may only go down. */
const FLOORS = [
  ['core/', 'paths\\.ts'],
  ['http/'],
  ['jobs/'],
  ...STACKED.map((feature) => [`features/${feature}/`]),
  [`features/${TOP_FEATURE}/`],
  ['router\\.ts', 'background\\.ts', 'schedule\\.ts', 'email-composers\\.ts'],
  ['rest/', 'metrics/', 'tracing/'],
  ['app\\.ts', 'startup/', 'env/'],
  ['main\\.ts', 'commands/'],
];

const floor = (rooms) => `^apps/server/(?:${rooms.join('|')})`;

const FLOOR_REASON =
  'The server has floors and an arrow may only go down (docs/architecture.md#the-floors-of-the-server). What a lower room must tell a higher one goes through a job, an event or a function handed in by the composition root; what both need moves down.';

const server = [
  ...FLOORS.slice(0, -1).map((rooms, index) =>
    rule(`server-floor-${index}`, FLOOR_REASON, {
      from: { path: floor(rooms), pathNot: TESTING },
      to: { path: floor(FLOORS.slice(index + 1).flat()) },
    }),
  ),
  rule(
    'top-features-stand-alone',
    'Features of the top floor do not know each other. Move what both need into a lower feature or into core/.',
    {
      from: { path: `^apps/server/features/(${TOP_FEATURE})/`, pathNot: TESTING },
      to: {
        path: `^apps/server/features/${TOP_FEATURE}/`,
        pathNot: '^apps/server/features/$1/',
      },
    },
  ),
  rule(
    'routers-serve-requests',
    "A server feature never calls another one's router, which speaks for a request. Call its service.ts with plain arguments.",
    {
      from: { path: '^apps/server/features/([^/]+)/' },
      to: {
        path: '^apps/server/features/.*/router\\.ts$',
        pathNot: '^apps/server/features/$1/',
      },
    },
  ),
  knowsOnly(
    'apps/server',
    ['packages'],
    'The server serves the built web app as files and knows nothing of its code. Move shared code into @esteira/domain or @esteira/validators.',
  ),
  rule(
    'server-without-react',
    'The server serves the built web app as files and knows nothing of its code. Move shared code into @esteira/domain or @esteira/validators.',
    { from: { path: '^apps/server/' }, to: { path: installed('react', 'react-dom') } },
  ),
];

export const RULES = [...everywhere, ...packages, ...web, ...server];
