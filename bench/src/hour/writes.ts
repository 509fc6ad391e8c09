import { join } from 'node:path';
import type postgres from 'postgres';
import { call } from '../harness/call';
import { withConnection } from '../harness/database';
import { getSupplierId, upload, writeCsv } from '../harness/import-file';
import { saleCall } from '../harness/jobs';
import type { Seller } from '../harness/sellers';
import { read } from '../kill/caller';
import { type Act, createLane, roundRobin, type Shop } from './act';
import { expectSame, post, take } from './ask';

const IMPORT_ROWS = 1_000;
const BULK_ORDERS = 100;
const LABELS = 20;

/** Sells, and keeps how many sales of whom were begun and are done. */
export function createTill({ api, busy }: Shop) {
  const begun = new Map<Seller, number>();
  const done = new Map<Seller, number>();
  const products = busy[0]?.stocked.map((_, index) =>
    busy.map((seller) => ({ seller, productId: seller.stocked[index] ?? '' })),
  );
  const next = roundRobin(products?.flat() ?? []);
  const count = (counts: Map<Seller, number>, seller: Seller) =>
    counts.set(seller, (counts.get(seller) ?? 0) + 1);
  return {
    /** Answers the order's id. */
    sell: async (): Promise<{ seller: Seller; id: string }> => {
      const { seller, productId } = next();
      count(begun, seller);
      const id = read(await call(api, saleCall(seller, productId)), 'pedido');
      count(done, seller);
      if (typeof id !== 'string') throw new Error('a sale told no order');
      return { seller, id };
    },
    sales: (seller: Seller) => ({ begun: begun.get(seller) ?? 0, done: done.get(seller) ?? 0 }),
  };
}

export type Till = ReturnType<typeof createTill>;

/** Everything that changes something. */
export async function listWrites(shop: Shop, till: Till): Promise<Act[]> {
  const { groups, toPrint } = await prepareOrders(shop);
  return [
    { name: 'simulated sale', perMinute: 240, run: till.sell },
    { name: 'sale, step, undo, step', perMinute: 60, run: () => stepAndBack(shop, till) },
    bulkSteps(shop, groups),
    labels(shop, toPrint),
    ...files(shop, await getSupplierId(shop.databaseUrl, shop.bulk)),
  ];
}

async function stepAndBack({ api }: Shop, till: Till): Promise<void> {
  const { seller, id } = await till.sell();
  const approve = async () =>
    expectSame(
      'a step',
      read(await post(api, `/api/pedidos/${id}/aprovar`, { seller }), 'status'),
      'aprovado',
    );
  await approve();
  const undone = await post(api, '/trpc/orders.undo', { seller, body: { id, status: 'aprovado' } });
  expectSame('a step back', read(undone, 'status'), 'pendente');
  await approve();
}

interface Prepared {
  /** Orders that stand before each of the `STEPS`. */
  groups: readonly (readonly string[])[];
  toPrint: readonly string[];
}

const STEPS = [
  { acao: 'aprovar', from: 'pendente', to: 'aprovado' },
  { acao: 'enviar-fornecedor', from: 'aprovado', to: 'enviado_fornecedor' },
  { acao: 'pagar', from: 'enviado_fornecedor', to: 'pago' },
] as const;

/** Orders of one seller for bulk steps, and others that have labels. */
async function prepareOrders({ api, databaseUrl, bulk }: Shop): Promise<Prepared> {
  const inAll = STEPS.length * BULK_ORDERS + LABELS;
  const ids = await withConnection(databaseUrl, (sql) => makePending(sql, bulk, inAll));
  const groups = STEPS.map((_, index) => ids.slice(index * BULK_ORDERS, (index + 1) * BULK_ORDERS));
  const toPrint = ids.slice(STEPS.length * BULK_ORDERS);
  const [, approved = [], sent = []] = groups;
  const lead = (acao: string, moved: readonly string[]) =>
    post(api, '/api/pedidos/lote', { seller: bulk, body: { acao, ids: moved } });
  await lead('aprovar', [...approved, ...sent, ...toPrint]);
  await lead('enviar-fornecedor', [...sent, ...toPrint]);
  return { groups, toPrint };
}

/** Each group takes its step and later goes back, again and again: soon enough that the step may be taken back. */
function bulkSteps({ api, bulk }: Shop, groups: Prepared['groups']): Act {
  const moves = STEPS.map(({ acao, from, to }, index) => ({ acao, from, to, ids: groups[index] ?? [] }));
  const next = roundRobin([
    ...moves.map(({ acao, to, ids }) => ({ path: 'orders.bulk', acao, to, ids })),
    ...moves.map(({ acao, from, ids }) => ({ path: 'orders.undoBulk', acao, to: from, ids })),
  ]);
  const lane = createLane();
  const run = async () => {
    const { path, acao, to, ids } = next();
    const answer = await post(api, `/trpc/${path}`, { seller: bulk, body: { acao, ids } });
    const results = read(answer, 'resultados') as { ok: boolean; status: string }[];
    const moved = results.filter(({ ok, status }) => ok && status === to);
    expectSame(`orders moved by ${path} ${acao}`, moved.length, ids.length);
  };
  return { name: `bulk step or undo of ${BULK_ORDERS} orders`, perMinute: 4, run: () => lane(run) };
}

function labels({ api, bulk }: Shop, ids: readonly string[]): Act {
  const next = roundRobin([1, 4]);
  const run = async () => {
    const path = `/api/pedidos/etiquetas.pdf?ids=${ids.join(',')}&por_pagina=${next()}`;
    const { headers } = await take(api, path, bulk);
    expectSame('labels in a document', headers.get('x-etiquetas-prontas'), String(ids.length));
  };
  return { name: `page of ${LABELS} labels`, perMinute: 2, run };
}

/** New products by a file, and later other prices and stocks for the same. */
function files({ api, folder, bulk }: Shop, fornecedorId: string): Act[] {
  const written = { files: 0, versions: 0 };
  const send = async (isUpdate: boolean) => {
    const name = `hora-${written.files}`;
    const version = isUpdate ? ++written.versions : 0;
    const path = join(folder, 'produtos.csv');
    await writeCsv(path, { name, rows: IMPORT_ROWS, fornecedorId, version });
    const { created, updated } = await upload(api, bulk, { file: path, isUpdate });
    expectSame('products of a file', isUpdate ? updated : created, IMPORT_ROWS);
  };
  const lane = createLane();
  const importing = async () => {
    written.files += 1;
    await send(false);
  };
  const updating = () => (written.files === 0 ? importing() : send(true));
  return [
    { name: `import of ${IMPORT_ROWS} rows`, perMinute: 0.5, run: () => lane(importing) },
    { name: `update of ${IMPORT_ROWS} rows`, perMinute: 0.25, run: () => lane(updating) },
  ];
}

/** Sends this seller's newest orders back to the beginning of the line, and answers their ids. */
async function makePending(sql: postgres.Sql, { id }: Seller, count: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    WITH escolhidos AS (
      SELECT id FROM pedidos WHERE usuario_id = ${id} AND status <> 'cancelado' ORDER BY id DESC LIMIT ${count}
    ), sem_etiqueta AS (
      DELETE FROM etiquetas WHERE usuario_id = ${id} AND pedido_id IN (SELECT id FROM escolhidos)
    )
    UPDATE pedidos SET status = 'pendente', tem_etiqueta = false
    WHERE usuario_id = ${id} AND id IN (SELECT id FROM escolhidos) RETURNING id`;
  if (rows.length < count) throw new Error(`The seller has only ${rows.length} orders.`);
  return rows.map((row) => row.id);
}
