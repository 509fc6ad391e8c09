import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { importBatches } from '@esteira/db/schema/products/import-batches';
import { products } from '@esteira/db/schema/products/products';
import { stockMovements } from '@esteira/db/schema/products/stock-movements';
import { type ProductCsv, readProductCsv } from '@esteira/validators/csv/read-product-csv';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STEP } from '../../../core/time/in-steps';
import { csvUpload } from '../../../testing/files/csv-upload';
import { makeSupplier, makeUser, type TestUser, toActor } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { countLongestHold } from '../../../testing/watching/count-steps';
import { findContradictions } from '../../orders/testing/invariants';
import { listProducts, undoChange } from '../changes/testing/change-calls';
import { readPatches } from './patch-batches';
import { type ImportResult, readBatches } from './service';
import { finishStagedImports, importProducts } from './staged-import';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
  await makeSupplier(server, user, { nome: 'F' });
});

const ROWS = 2_600;
const HEADER = 'fornecedor_id;nome;sku;preco_fornecedor;preco_venda_ml;estoque';
const lines = Array.from({ length: ROWS }, (_, n) => `F;P${n};S-${n};1;2;3`);
const text = [HEADER, ...lines].join('\n');

function open(content: string): Promise<ProductCsv> {
  return readProductCsv(async function* () {
    yield new TextEncoder().encode(content);
  });
}

async function toAnswer(result: ImportResult): Promise<{ produtos_criados: number; erros: string[] }> {
  const pieces: Uint8Array[] = [];
  for await (const piece of result.json()) pieces.push(piece);
  await result.close();
  return JSON.parse(Buffer.concat(pieces).toString());
}

const importAll = async (content = text) =>
  toAnswer(await importProducts(server.db, toActor(user), await open(content)));
const created = () => server.db.$count(products, eq(products.usuario_id, user.id));
/** Batches that wait to become products. */
const staged = () =>
  server.db.$count(importBatches, and(eq(importBatches.usuario_id, user.id), isNull(importBatches.criados)));

/** The database as a process sees it that ends after so many transactions. */
function endingAfter(transactions: number): Database {
  let left = transactions;
  const db = Object.create(server.db);
  db.transaction = (run: Parameters<Database['transaction']>[0]) => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error('ended')) : server.db.transaction(run);
  };
  return db;
}

describe('an import in steps', () => {
  it('lets others in while it goes on', async () => {
    let isDone = false;
    const answer = server
      .call('POST', '/api/produtos/importar-csv', { token: user.token, ...csvUpload(text) })
      .finally(() => {
        isDone = true;
      });
    const seen = new Set<number>();
    while (!isDone) {
      seen.add(await created());
      await yieldToEventLoop();
    }
    expect((await answer).body).toEqual({ produtos_criados: ROWS, erros: [] });
    // In one transaction other readers would see none or all.
    expect([...seen].filter((count) => count > 0 && count < ROWS)).not.toEqual([]);
    expect(await staged()).toBe(0);
  });

  it('tells what is wrong with each row, in the order of the lines, and a SKU of an earlier step as repeated', async () => {
    const answer = await importAll([text, 'F;;S-9999;1;2;3', 'F;P;s-0;1;2;3', 'F;P;S-2599;1;2;3'].join('\n'));
    expect(answer).toEqual({
      produtos_criados: ROWS,
      erros: [
        `Linha ${ROWS + 2}: nome: campo obrigatório`,
        `Linha ${ROWS + 3}: sku: SKU repetido no arquivo`,
        `Linha ${ROWS + 4}: sku: SKU repetido no arquivo`,
      ],
    });
    const again = await importAll();
    expect(again.produtos_criados).toBe(0);
    expect(again.erros[0]).toBe('Linha 2: sku: SKU já cadastrado');
  });
});

describe('an import that is cut off', () => {
  it('while it is staged leaves nothing', async () => {
    const csv = await open(text);
    async function* cutOff() {
      for await (const records of csv.rows()) yield [...records].slice(0, 1_200);
      throw new Error('ended');
    }
    await expect(importProducts(server.db, toActor(user), { ...csv, rows: cutOff })).rejects.toThrow('ended');
    expect([await created(), await staged()]).toEqual([0, 0]);
  });

  it('by the end of its process while it is staged leaves nothing after a start an hour later', async () => {
    await server.db.insert(importBatches).values({
      usuario_id: user.id,
      ator_id: user.id,
      importacao_id: newId(new Date(Date.now() - 61 * 60_000)),
      numero: 1,
      validos: 1,
      linhas: '[]',
      erros: '[]',
    });
    await finishStagedImports(server.db);
    expect([await created(), await staged()]).toEqual([0, 0]);
  });

  it('once it was accepted is finished at the next start, with nothing created twice', async () => {
    await expect(importProducts(endingAfter(2), toActor(user), await open(text))).rejects.toThrow(
      'parou no meio',
    );
    expect(await created()).toBe(1_000);
    await finishStagedImports(server.db);
    expect([await created(), await staged()]).toEqual([ROWS, 0]);
    expect(await findContradictions({ server, user })).toEqual([]);
  });

  it('by another server while this one creates its products answers with all that came of it', async () => {
    const csv = await open([text, 'F;P;S-0;1;2;3'].join('\n'));
    let calls = 0;
    const helped = Object.create(server.db);
    helped.transaction = async (run: Parameters<Database['transaction']>[0]) => {
      calls += 1;
      if (calls === 3) await finishStagedImports(server.db, user.id);
      return server.db.transaction(run);
    };
    const answer = await toAnswer(await importProducts(helped, toActor(user), csv));
    expect(answer).toMatchObject({ produtos_criados: ROWS, erros: [expect.stringContaining('2602')] });
    expect(await created()).toBe(ROWS);
    expect(await server.db.$count(importBatches, eq(importBatches.usuario_id, user.id))).toBe(0);
  });

  it('is in the ledger by when its products came, however long the rows had waited', async () => {
    const one = await open(`${HEADER}\nF;P;S;1;2;3`);
    await expect(importProducts(endingAfter(0), toActor(user), one)).rejects.toThrow('parou no meio');
    const before = newId();
    await finishStagedImports(server.db);
    const lines = and(eq(stockMovements.usuario_id, user.id), gt(stockMovements.id, before));
    expect(await server.db.$count(stockMovements, lines)).toBe(1);
  });

  it('once it was accepted is taken back whole, also what had not become products', async () => {
    await expect(importProducts(endingAfter(2), toActor(user), await open(text))).rejects.toThrow(
      'parou no meio',
    );
    const { body } = await server.call('GET', '/trpc/products.changes', { token: user.token });
    const [set] = body.result.data.itens;
    expect((await undoChange(server, user, set.id)).body.result.data).toMatchObject({ desfeitos: ROWS });
    await finishStagedImports(server.db);
    expect([await listProducts(server, user), await staged()]).toEqual([[], 0]);
  });

  it('once it was accepted is finished before the seller imports again', async () => {
    await expect(importProducts(endingAfter(3), toActor(user), await open(text))).rejects.toThrow(
      'parou no meio',
    );
    const answer = await importAll();
    expect(answer.produtos_criados).toBe(0);
    expect(answer.erros).toHaveLength(ROWS);
    expect(new Set(answer.erros.map((error) => error.replace(/^Linha \d+: /, '')))).toEqual(
      new Set(['sku: SKU já cadastrado']),
    );
  });
});

it.each([
  ['creates', readBatches],
  ['updates', readPatches],
])('others have their turn every few rows while a file that %s is validated', async (_, read) => {
  const csv = await open(text);
  const held = await countLongestHold(async (count) => {
    /** Records that count when their line is read: once, by who has validated it. */
    async function* counted() {
      for await (const records of csv.rows())
        yield [...records].map((record) => ({
          ...record,
          get line() {
            count();
            return record.line;
          },
        }));
    }
    let rows = 0;
    for await (const batch of read(server.db, user.id, { ...csv, rows: counted })) rows += batch.rows.length;
    expect(rows).toBe(ROWS);
  });
  expect(held).toBe(STEP);
});
