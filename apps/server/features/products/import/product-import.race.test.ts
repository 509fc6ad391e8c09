import { products } from '@esteira/db/schema/products/products';
import { stockMovements } from '@esteira/db/schema/products/stock-movements';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import { eq, sum } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../../app';
import { csvUpload } from '../../../testing/files/csv-upload';
import { makeSupplier, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';

let server: TestServer;
/** A second instance of the application on the same database. */
let other: Awaited<ReturnType<typeof buildApp>>;
/** Somebody else's connection, in a transaction that the test ends. */
let sql: postgres.Sql;
beforeAll(async () => {
  server = await createTestServer();
  other = await buildApp(server.deps);
  sql = postgres(server.databaseUrl ?? '', { max: 2, onnotice: () => undefined });
});
afterAll(async () => {
  await sql.end();
  await other.close();
  await server.close();
});

const HEADER = 'fornecedor_id;nome;sku;preco_fornecedor;preco_venda_ml;estoque';
let user: TestUser;
let supplierId: string;
beforeEach(async () => {
  user = await makeUser(server);
  supplierId = (await makeSupplier(server, user)).id;
});

const getRow = (sku: string) => `${supplierId};Produto ${sku};${sku};1,50;2,50;7`;
const makeCsv = (skus: string[]) => [HEADER, ...skus.map(getRow)].join('\r\n');
const range = (length: number) => Array.from({ length }, (_, n) => `S-${n}`);

async function importOn(app: typeof other, csv: string) {
  const { headers, body } = csvUpload(csv);
  const response = await app.inject({
    method: 'POST',
    url: '/api/produtos/importar-csv',
    headers: { ...headers, authorization: `Bearer ${user.token}` },
    payload: body,
  });
  return { status: response.statusCode, ...response.json() };
}

function stored() {
  return server.db.select().from(products).where(eq(products.usuario_id, user.id));
}

async function expectLedgerToAgree(): Promise<void> {
  const [moved] = await server.db
    .select({ total: sum(stockMovements.quantidade) })
    .from(stockMovements)
    .where(eq(stockMovements.usuario_id, user.id));
  const total = (await stored()).reduce((units, { estoque }) => units + estoque, 0);
  expect(Number(moved?.total ?? 0)).toBe(total);
}

/** Resolves when an import's transaction waits for a lock that somebody else holds. */
function untilImportWaits(): Promise<number> {
  return vi.waitFor(
    async () => {
      const [waiting] = await sql`
        SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND (query LIKE '%json_populate_recordset(%' OR query LIKE '%for key share%')`;
      expect(waiting).toBeDefined();
      return waiting?.['pid'];
    },
    { timeout: 10_000 },
  );
}

describe('two imports at once', () => {
  it.each([
    ['the same file', (skus: string[]) => skus],
    ['the same rows the other way round', (skus: string[]) => skus.toReversed()],
  ])('of %s, on two instances, create each SKU exactly once', async (_, order) => {
    const skus = range(3000);
    const answers = await Promise.all([
      importOn(server.app, makeCsv(skus)),
      importOn(other, makeCsv(order(skus))),
      importOn(server.app, makeCsv(skus)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map((answer) => answer.produtos_criados + answer.erros.length)).toEqual([
      3000, 3000, 3000,
    ]);
    const created = (await stored()).map(({ sku }) => sku);
    expect(created).toHaveLength(3000);
    expect(new Set(created).size).toBe(3000);
    await expectLedgerToAgree();
  });
});

it('an import beside products typed by hand creates each SKU exactly once', async () => {
  const skus = range(60);
  const byHand = skus.map((sku) =>
    server.call('POST', '/api/produtos', {
      token: user.token,
      body: { fornecedor_id: supplierId, nome: 'P', sku, preco_fornecedor: 1, preco_venda_ml: 2, estoque: 3 },
    }),
  );
  const answer = await importOn(server.app, makeCsv(skus));
  const statuses = (await Promise.all(byHand)).map(({ status }) => status);
  const typed = statuses.filter((status) => status === 201).length;
  expect(new Set(statuses.filter((status) => status !== 201))).toEqual(
    new Set(typed === skus.length ? [] : [409]),
  );
  expect(answer.produtos_criados + typed).toBe(skus.length);
  expect(new Set((await stored()).map(({ sku }) => sku)).size).toBe(skus.length);
  await expectLedgerToAgree();
});

describe('a supplier deleted meanwhile', () => {
  it('before its rows are written: they are errors, the others are created', async () => {
    const lasting = (await makeSupplier(server, user, { nome: 'Fica' })).id;
    const answer = await sql.begin(async (tx) => {
      await tx`SELECT 1 FROM fornecedores WHERE id = ${supplierId} FOR UPDATE`;
      await tx`UPDATE fornecedores SET excluido_em = now() WHERE id = ${supplierId}`;
      const running = importOn(server.app, `${makeCsv(['A', 'B'])}\r\n${lasting};Outro;C;1;2;3`);
      await untilImportWaits();
      return { running };
    });
    expect(await answer.running).toEqual({
      status: 200,
      produtos_criados: 1,
      erros: [
        'Linha 2: fornecedor_id: Fornecedor não encontrado',
        'Linha 3: fornecedor_id: Fornecedor não encontrado',
      ],
    });
    expect((await stored()).map(({ sku }) => sku)).toEqual(['C']);
  });

  it('after its rows were written: the deletion waits for the import and is refused', async () => {
    const blocked = await sql.begin(async (tx) => {
      await insertByHand(tx, 'LAST');
      const running = importOn(server.app, makeCsv(['FIRST', 'LAST']));
      await untilImportWaits();
      const deletion = server.call('DELETE', `/api/fornecedores/${supplierId}`, { token: user.token });
      return { running, deletion };
    });
    expect(await blocked.running).toMatchObject({ status: 200, produtos_criados: 1 });
    expect((await blocked.deletion).body).toEqual({ detail: 'Fornecedor possui 2 produto(s) vinculado(s)' });
    const [supplier] = await server.db.select().from(suppliers).where(eq(suppliers.id, supplierId));
    expect(supplier?.excluido_em).toBeNull();
  });
});

it('is tried again when the database ends a deadlock with an edit at its expense', async () => {
  await sql.begin((tx) => insertByHand(tx, 'OLD'));
  const edit = await sql.begin(async (tx) => {
    // The import notices the deadlock first, so it is the one to give way.
    await tx`SET LOCAL deadlock_timeout = '60s'`;
    await tx`UPDATE produtos SET sku = 'RENAMED' WHERE usuario_id = ${user.id} AND sku = 'OLD'`;
    const running = importOn(server.app, makeCsv(['NEW', 'OLD']));
    await untilImportWaits();
    await insertByHand(tx, 'NEW');
    return { running };
  });
  expect(await edit.running).toEqual({
    status: 200,
    produtos_criados: 1,
    erros: ['Linha 2: sku: SKU já cadastrado'],
  });
  expect((await stored()).map(({ sku }) => sku).sort()).toEqual(['NEW', 'OLD', 'RENAMED']);
});

it('creates the rest once, before the next import, when the database gives up a statement in the middle', async () => {
  const answer = await sql.begin(async (tx) => {
    await insertByHand(tx, 'LAST');
    const running = importOn(server.app, makeCsv([...range(2000), 'LAST']));
    const pid = await untilImportWaits();
    await sql`SELECT pg_cancel_backend(${pid})`;
    return { running };
  });
  expect(await answer.running).toEqual({
    status: 503,
    detail:
      'A importação parou no meio. O restante entra antes da sua próxima importação ou quando o servidor reiniciar.',
  });
  expect(await importOn(other, makeCsv([...range(2000), 'LAST']))).toMatchObject({ produtos_criados: 0 });
  const skus = (await stored()).map(({ sku }) => sku);
  expect([skus.length, new Set(skus).size]).toEqual([2001, 2001]);
  await expectLedgerToAgree();
});

async function insertByHand(tx: postgres.TransactionSql, sku: string): Promise<void> {
  await tx`
    INSERT INTO produtos (usuario_id, id, fornecedor_id, nome, sku, preco_fornecedor, preco_venda_ml, estoque)
    VALUES (${user.id}, gen_random_uuid(), ${supplierId}, 'Manual', ${sku}, 100, 200, 0)`;
}
