import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeUser } from '../testing/makers';
import { createTestServer, type TestServer } from '../testing/server';

const run = promisify(execFile);
const PACK = fileURLToPath(new URL('../../../packages/client/pack.mjs', import.meta.url));
const EXAMPLES = new URL('../../../docs/client.md', import.meta.url);
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** Spelled apart from its import: no file of the server may seem to import it, for it is not installed here. */
const PACKAGE = '@esteira/client';

const PROGRAM = `
import { createEsteira, EsteiraError, type Supplier } from '${PACKAGE}';

const esteira = createEsteira({ url: process.env['ESTEIRA_URL'] ?? '', token: process.env['ESTEIRA_TOKEN'] ?? '' });
let tell: (id: string) => void = () => undefined;
let fail: (error: unknown) => void = () => undefined;
const heard = new Promise<string>((resolve, reject) => {
  tell = resolve;
  fail = reject;
});
const stream = esteira.live.changes.subscribe({}, {
  onData: ({ data }) => {
    if (data.tipo === 'inicio') void change();
    if (data.tipo === 'estoque') tell(data.produto_id);
  },
  onError: fail,
});

let supplier: Supplier | undefined;
async function change() {
  supplier = await esteira.suppliers.create.mutate({ nome: 'Distribuidora Sul' });
  const price = { preco_fornecedor: 1, preco_venda_ml: 2 };
  await esteira.products.create.mutate({ fornecedor_id: supplier.id, nome: 'Caneca', estoque: 5, ...price });
}

const productId = await heard;
stream.unsubscribe();
const [list, refused] = await Promise.all([
  esteira.products.list.query({}),
  esteira.orders.list.query({}).catch((error: unknown) => error),
]);
const nome: string | undefined = list.itens[0]?.nome;
const isKnown = list.itens[0]?.id === productId;
if (!(refused instanceof EsteiraError)) throw new Error('not refused');
console.log(JSON.stringify({ nome, isKnown, supplier: supplier?.nome, status: refused.data?.httpStatus, message: refused.message }));

// @ts-expect-error: products have no such field
list.itens[0]?.preco;
// @ts-expect-error: a name is missing
const wrong = () => esteira.suppliers.create.mutate({});
// @ts-expect-error: there is no such procedure
const missing = () => esteira.suppliers.destroy;
void [wrong, missing];
`;

let server: TestServer;
let project: string;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'esteira-client-'));
});
afterEach(() => rm(project, { recursive: true, force: true }));

/** An empty project outside of this repository, with the packed client as its only package. */
async function installClient(): Promise<void> {
  await run('node', [PACK, project]);
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const packed = ['./esteira-client-0.1.0.tgz'];
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...packed], { cwd: project });
}

/** Checks the sources under the strictest rules, and compiles them. Their one declared global is Node's environment. */
async function compile(sources: Record<string, string>): Promise<void> {
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: 'ES2023',
    lib: ['ES2023', 'DOM'],
    module: 'NodeNext',
    types: [],
    rootDir: 'src',
    outDir: 'out',
  };
  await mkdir(join(project, 'src'));
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  const node = 'declare const process: { env: Record<string, string | undefined> };\n';
  await writeFile(join(project, 'src/node.d.ts'), node);
  for (const [name, text] of Object.entries(sources)) await writeFile(join(project, 'src', name), text);
  const checked = await run('node', [TSC, '-p', project]).catch((error: { stdout: string }) => error);
  expect(checked.stdout).toBe('');
}

it('the packed client works in an empty project, with its types', { timeout: 180_000 }, async () => {
  const { token } = await makeUser(server);
  const body = { nome: 'Programa', escopos: ['produtos'] };
  const made = await server.call('POST', '/trpc/apiKeys.create', { token, body });
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });

  await installClient();
  const text = await readFile(EXAMPLES, 'utf8');
  const examples = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  expect(examples.length).toBeGreaterThan(3);
  await compile({
    'program.ts': PROGRAM,
    ...Object.fromEntries(examples.map((code, n) => [`example-${n}.ts`, `${code}\nexport {};\n`])),
  });
  const env = { ...process.env, ESTEIRA_URL: url, ESTEIRA_TOKEN: made.body.result.data.chave };
  const { stdout } = await run('node', [join(project, 'out/program.js')], { env, timeout: 60_000 });
  expect(JSON.parse(stdout)).toEqual({
    nome: 'Caneca',
    isKnown: true,
    supplier: 'Distribuidora Sul',
    status: 403,
    message: 'Esta chave de API não tem o escopo que isto exige: leitura ou pedidos',
  });
});
