import { queryRows } from '@esteira/db/database';
import { devices } from '@esteira/db/schema/accounts/devices';
import { newId } from '@esteira/db/schema/columns';
import { costSettings } from '@esteira/db/schema/costs/cost-settings';
import { stockMovements } from '@esteira/db/schema/products/stock-movements';
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { eq, getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccessWorld, makeAccessWorld } from '../../../testing/accounts/access-world';
import { connectAccount } from '../../../testing/accounts/accounts';
import { makeProduct, makeSupplier, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { ARCHIVED_TABLES, NOT_ARCHIVED } from './archived-tables';
import { readTable } from './read-table';

let server: TestServer;
let worlds: readonly AccessWorld[];
beforeAll(async () => {
  server = await createTestServer();
  worlds = [await makeAccessWorld(server), await makeAccessWorld(server)];
  for (const { owner } of worlds) await connectAccount(server, owner, { marketplace: 'amazon' });
});
afterAll(() => server.close());

/** The files of the archive that the user downloads, by their paths. */
async function download({ token }: TestUser): Promise<Map<string, string>> {
  const answer = await server.app.inject({
    method: 'GET',
    url: '/api/conta/dados.zip',
    headers: { authorization: `Bearer ${token}` },
  });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  expect(answer.headers['content-disposition']).toMatch(/"esteira-meus-dados-\d{4}-\d\d-\d\d\.zip"/);
  const zip = new ZipReader(new Uint8ArrayReader(new Uint8Array(answer.rawPayload)));
  const files = new Map<string, string>();
  for (const entry of await zip.getEntries()) {
    if (!entry.directory) files.set(entry.filename, await entry.getData(new TextWriter()));
  }
  return files;
}

const readJson = (files: Map<string, string>, name: string) =>
  JSON.parse(files.get(`json/${name}.json`) ?? 'null') as Record<string, unknown>[];

/** Every table that names a seller: by its column, or by referring to users. */
async function listSellerTables(): Promise<string[]> {
  const rows = await queryRows<{ nome: string }>(
    server.db,
    sql`SELECT table_name::text AS nome FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name = 'usuario_id'
        UNION SELECT conrelid::regclass::text FROM pg_constraint
        WHERE contype = 'f' AND confrelid = 'usuarios'::regclass
        UNION SELECT 'usuarios' ORDER BY 1`,
  );
  return rows.map(({ nome }) => nome);
}

describe('the archive', () => {
  it('has every table that names a seller, but for those that are left out for a reason', async () => {
    const named = ARCHIVED_TABLES.map(({ table }) => getTableName(table));
    expect([...named, ...Object.keys(NOT_ARCHIVED)].sort()).toEqual(await listSellerTables());
  });

  it('has no column that is a secret by its name', () => {
    const columns = ARCHIVED_TABLES.flatMap(({ name, columns }) =>
      Object.keys(columns).map((column) => `${name}.${column}`),
    );
    const secret = /hash|token|senha|segredo|resumo|codigos|chave_idempotencia|verificador|estado$/;
    expect(columns.filter((column) => secret.test(column))).toEqual([]);
  });

  it('has no column that is only looked up by', () => {
    const columns = ARCHIVED_TABLES.flatMap(({ columns }) => Object.values(columns));
    const generated = columns.filter((column) => column.generated !== undefined).map(({ name }) => name);
    expect(generated).toEqual(['lucro']);
  });

  it('holds all of a seller, as JSON and as CSV, and says what each file is', async () => {
    for (const { owner, secret } of worlds) {
      const files = await download(owner);
      for (const { name, table, owner: column } of ARCHIVED_TABLES) {
        const total = await server.db.$count(table, eq(column, owner.id));
        expect(readJson(files, name), name).toHaveLength(total);
        expect(files.get(`csv/${name}.csv`), name).toMatch(/^[^\r]+\r\n/);
        expect(files.get('LEIA-ME.txt')).toContain(`  ${name} `);
      }
      for (const name of ['conta', 'fornecedores', 'produtos', 'pedidos', 'notas_pedido', 'chaves_api']) {
        expect(files.get(`json/${name}.json`), name).toContain(secret);
        expect(files.get(`csv/${name}.csv`), name).toContain(secret);
      }
      expect(readJson(files, 'conta')).toMatchObject([{ id: owner.id, email: owner.email }]);
      expect(readJson(files, 'pedidos')).toMatchObject([{ preco_venda: 59.9 }]);
      expect(readJson(files, 'conexoes')).toMatchObject([{ marketplace: 'amazon' }]);
    }
  });

  it('holds nothing of another seller, and no password, token or key', async () => {
    const [one, other] = worlds as [AccessWorld, AccessWorld];
    const text = [...(await download(one.owner)).values()].join('\n');
    const ids = Object.values(other).filter((value) => typeof value === 'string');
    const { id, email, token } = other.owner;
    for (const value of [...ids, id, email, token, one.owner.token]) expect(text).not.toContain(value);
    const secrets = await queryRows<{ valor: string }>(
      server.db,
      sql`SELECT senha_hash AS valor FROM usuarios WHERE senha_hash <> 'none'
          UNION SELECT hash FROM chaves_api UNION SELECT token_acesso FROM conexoes
          UNION SELECT token_renovacao FROM conexoes UNION SELECT resumo_pedido FROM pagamentos WHERE resumo_pedido <> ''`,
    );
    expect(secrets.length).toBeGreaterThan(4);
    for (const { valor } of secrets) expect(text).not.toContain(valor);
  });

  it('has every row of each table however few a page holds, though what orders them is a secret', async () => {
    const { owner } = worlds[0] as AccessWorld;
    const browsers = ['a', 'b', 'c'].map((resumo) => ({
      usuario_id: owner.id,
      resumo,
      visto_em: '2026-11-22T00:00:00Z',
    }));
    await server.db.insert(devices).values(browsers);
    for (const source of ARCHIVED_TABLES) {
      const rows: object[] = [];
      for await (const page of readTable(server.db, owner.id, { ...source, page: 1 })) rows.push(...page);
      expect(rows.length, source.name).toBe(await server.db.$count(source.table, eq(source.owner, owner.id)));
      for (const row of rows) expect(Object.keys(row)).toEqual(Object.keys(source.columns));
    }
  });

  it('has every row once, however many pages of them there are', async () => {
    const user = await makeUser(server);
    const products = [await makeProduct(server, user), await makeProduct(server, user)];
    const movements = Array.from({ length: 2_100 }, (_, n) => ({
      usuario_id: user.id,
      produto_id: products[n % 2]?.id ?? '',
      id: newId(),
      quantidade: n % 4 < 2 ? 1 : -1,
      motivo: 'ajuste' as const,
    }));
    await server.db.insert(stockMovements).values(movements);
    const files = await download(user);
    const ids = readJson(files, 'movimentos_estoque').map(({ id }) => id);
    expect(ids).toHaveLength(2_102);
    expect(new Set(ids).size).toBe(2_102);
    expect(files.get('csv/movimentos_estoque.csv')?.trimEnd().split('\r\n')).toHaveLength(2_103);
  });

  it('has shares with a decimal comma in its CSV, as amounts have', async () => {
    const user = await makeUser(server);
    const shares = { aliquota: 12.5, anuncios: 3.75, devolucoes: 4, perda_devolucao: 50 };
    const others = { embalagem: 1.5, outros: 0, plano_individual_amazon: false, parcelamento_amazon: false };
    await server.db.insert(costSettings).values({ usuario_id: user.id, ...shares, ...others });
    const csv = (await download(user)).get('csv/custos_vendedor.csv');
    expect(csv).toContain(';12,5;3,75;4;50;1,50;0,00;');
  });

  it('has nothing that a spreadsheet runs', async () => {
    const user = await makeUser(server);
    await makeSupplier(server, user, { nome: '=HYPERLINK("http://a")', contato: 'a;b' });
    const csv = (await download(user)).get('csv/fornecedores.csv');
    expect(csv).toContain(`"'=HYPERLINK(""http://a"")";"a;b"`);
  });
});

describe('a download', () => {
  it('is one at a time for a seller, and the next may begin when it has ended', async () => {
    const [user, other] = [await makeUser(server), await makeUser(server)];
    const first = await begin(user);
    expect(await server.call('GET', '/api/conta/dados.zip', { token: user.token })).toMatchObject({
      status: 429,
      body: { detail: 'Seus dados já estão sendo baixados. Aguarde o download terminar.' },
    });
    await download(other);
    await readAll(first);
    await download(user);
  });

  it('stops when its session is ended', async () => {
    const user = await makeUser(server);
    const answer = await begin(user);
    await server.call('POST', '/api/auth/sair', { token: user.token });
    await expect(readAll(answer)).rejects.toThrow();
  });
});

type Begun = Awaited<ReturnType<typeof begin>>;

/** Begins a download, of which nothing is read yet. */
const begin = ({ token }: TestUser) =>
  server.app.inject({
    method: 'GET',
    url: '/api/conta/dados.zip',
    headers: { authorization: `Bearer ${token}` },
    payloadAsStream: true,
  });

async function readAll(answer: Begun): Promise<void> {
  for await (const _ of answer.stream());
}
