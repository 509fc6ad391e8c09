import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type postgres from 'postgres';
import { withConnection } from '../harness/database';
import { upload, writeCsv } from '../harness/import-file';
import { runCommand } from '../harness/processes';
import type { Seller } from '../harness/sellers';
import { read } from '../kill/caller';
import { type Act, createLane, roundRobin, type Shop, SKIPPED } from './act';
import { expectSame, post, take } from './ask';
import type { Marketplaces } from './market-process';
import type { Arrival } from './streams';

const IMPORT_ROWS = 1_000;
const BULK_ORDERS = 100;
const LABELS = 20;

export const STEPS = 'step, undo, step';

/** Everything that changes something; of the orders that arrived each is taken once. */
export async function listWrites(shop: Shop, market: Marketplaces, arrived: Arrival[]): Promise<Act[]> {
  const { databaseUrl, bulk } = shop;
  const pending = await withConnection(databaseUrl, (sql) => makePending(sql, bulk));
  return [
    { name: STEPS, perMinute: 40, run: () => stepAndBack(shop, arrived.shift()) },
    await edits(shop),
    bulkSteps(shop, pending),
    labels(shop, await sendLabelled(shop, market)),
    files(shop),
  ];
}

async function stepAndBack({ api }: Shop, order: Arrival | undefined): Promise<unknown> {
  if (order === undefined) return SKIPPED;
  const { seller, id } = order;
  const approve = async () => {
    const approved = await post(api, `/api/pedidos/${id}/aprovar`, { seller });
    expectSame('a step', read(approved, 'status'), 'aprovado');
  };
  await approve();
  const undone = await post(api, '/trpc/orders.undo', { seller, body: { id, status: 'aprovado' } });
  expectSame('a step back', read(undone, 'status'), 'pendente');
  return approve();
}

/** Another price for a product of each seller, which Mercado Livre is told too. */
async function edits({ api, databaseUrl, busy }: Shop): Promise<Act> {
  const ids = busy.flatMap(({ stocked }) => stocked.slice(0, 1));
  const rows = await withConnection(
    databaseUrl,
    (sql) => sql<{ id: string; preco: number }[]>`
      SELECT id, preco_venda_ml::int AS preco FROM produtos WHERE id = ANY(${ids}::uuid[])`,
  );
  const prices = new Map(rows.map(({ id, preco }) => [id, preco]));
  const next = roundRobin(busy);
  const run = async () => {
    const seller = next();
    const id = seller.stocked[0] ?? '';
    const before = prices.get(id) ?? 0;
    const change = { antes: before / 100, depois: (before + 10) / 100 };
    await post(api, '/trpc/products.edit', { seller, body: { id, mudancas: { preco_venda_ml: change } } });
    prices.set(id, before + 10);
  };
  return { name: 'price of a product edited', perMinute: 20, run };
}

/** They take a step and later go back, again and again: soon enough that the step may be taken back. */
function bulkSteps({ api, bulk }: Shop, ids: readonly string[]): Act {
  const next = roundRobin([
    { path: 'orders.bulk', to: 'aprovado' },
    { path: 'orders.undoBulk', to: 'pendente' },
  ]);
  const lane = createLane();
  const run = async () => {
    const { path, to } = next();
    const answer = await post(api, `/trpc/${path}`, { seller: bulk, body: { acao: 'aprovar', ids } });
    const results = read(answer, 'resultados') as { ok: boolean; status: string }[];
    const moved = results.filter(({ ok, status }) => ok && status === to);
    expectSame(`orders moved by ${path}`, moved.length, ids.length);
  };
  const name = `bulk step or undo of ${BULK_ORDERS} orders`;
  return { name, perMinute: 4, isHeavy: true, run: () => lane(run) };
}

function labels({ api, bulk }: Shop, ids: readonly string[]): Act {
  const next = roundRobin([1, 4]);
  const run = async () => {
    const path = `/api/pedidos/etiquetas.pdf?ids=${ids.join(',')}&por_pagina=${next()}`;
    const headers = await take(api, path, bulk);
    expectSame('labels in a document', headers.get('x-etiquetas-prontas'), String(ids.length));
  };
  return { name: `page of ${LABELS} labels`, perMinute: 2, isHeavy: true, run };
}

/** New products by a file, and then other prices and stocks for the same. */
function files({ api, folder, bulk }: Shop): Act {
  let written = 0;
  const lane = createLane();
  const run = async () => {
    const version = written % 2;
    const file = join(folder, 'produtos.csv');
    const name = `pico-${Math.floor(written / 2)}`;
    written += 1;
    await writeCsv(file, { name, rows: IMPORT_ROWS, fornecedorId: bulk.supplierId, version });
    const { created, updated } = await upload(api, bulk, { file, isUpdate: version > 0 });
    expectSame('products of a file', version > 0 ? updated : created, IMPORT_ROWS);
  };
  const name = `import or update of ${IMPORT_ROWS} rows`;
  return { name, perMinute: 1, isHeavy: true, run: () => lane(run) };
}

/** The database as operators back it up. */
export function backups({ databaseUrl, folder }: Shop): Act {
  let written = 0;
  const run = async () => {
    written += 1;
    await runCommand('backup', join(folder, `${written}.gz`), { DATABASE_URL: databaseUrl });
  };
  return { name: 'backup of the database', perMinute: 0.1, isHeavy: true, run };
}

/** Buys products of the seller and leads the orders to where they have labels of the marketplace; answers their ids. */
async function sendLabelled({ api, databaseUrl, bulk }: Shop, market: Marketplaces): Promise<string[]> {
  await market.ask('buy', bulk.id, LABELS);
  const ids = await withConnection(databaseUrl, async (sql) => {
    for (;;) {
      const rows = await sql<{ id: string }[]>`
        SELECT p.id FROM pedidos p JOIN envios_pedido e ON e.usuario_id = p.usuario_id AND e.pedido_id = p.id
        WHERE p.usuario_id = ${bulk.id}`;
      if (rows.length >= LABELS) return rows.map(({ id }) => id);
      await delay(100);
    }
  });
  const lead = async (acao: string, all: readonly string[]) => {
    const response = await post(api, '/api/pedidos/lote', { seller: bulk, body: { acao, ids: all } });
    const results = read(response, 'resultados') as { id: string; ok: boolean }[];
    return results.filter(({ ok }) => !ok).map(({ id }) => id);
  };
  await lead('aprovar', ids);
  // Few labels may be asked for in a second.
  for (let left = ids; left.length > 0; left = await lead('enviar-fornecedor', left)) await delay(1_000);
  return ids;
}

/** Sends this seller's newest orders back to the beginning of the line, and answers their ids. */
async function makePending(sql: postgres.Sql, { id }: Seller): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    WITH escolhidos AS (
      SELECT id FROM pedidos WHERE usuario_id = ${id} AND status <> 'cancelado' ORDER BY id DESC LIMIT ${BULK_ORDERS}
    ), sem_etiqueta AS (
      DELETE FROM etiquetas WHERE usuario_id = ${id} AND pedido_id IN (SELECT id FROM escolhidos)
    )
    UPDATE pedidos SET status = 'pendente', tem_etiqueta = false
    WHERE usuario_id = ${id} AND id IN (SELECT id FROM escolhidos) RETURNING id`;
  if (rows.length < BULK_ORDERS) throw new Error(`The seller has only ${rows.length} orders.`);
  return rows.map((row) => row.id);
}
