import type postgres from 'postgres';
import { withConnection } from '../harness/database';
import type { Server } from '../harness/processes';
import type { Seller } from '../harness/sellers';
import type { Size } from '../harness/size';

/** One step of many orders, in the calls of the screen. */
export interface BulkResult {
  step: string;
  orders: number;
  ordersPerSecond: number;
}

interface BulkBench {
  api: Server;
  databaseUrl: string;
  seller: Seller;
  size: Size;
}

const BATCH = 500;

/** The second keeps a label for each order. */
const STEPS = ['aprovar', 'enviar-fornecedor', 'pagar', 'enviado-cliente', 'entregue'];

/** Leads orders of one seller along the whole line, 500 at a time, and measures each step. */
export async function measureBulk({ api, databaseUrl, seller, size }: BulkBench): Promise<BulkResult[]> {
  const ids = await withConnection(databaseUrl, (sql) => makePending(sql, seller, size.bulkOrders));
  const results: BulkResult[] = [];
  for (const step of STEPS) {
    const startedAt = performance.now();
    for (let from = 0; from < ids.length; from += BATCH)
      await takeStep(api, seller, { acao: step, ids: ids.slice(from, from + BATCH) });
    const seconds = (performance.now() - startedAt) / 1000;
    results.push({ step, orders: ids.length, ordersPerSecond: ids.length / seconds });
  }
  return results;
}

/** Sends this seller's newest orders back to the beginning of the line. */
export async function makePending(sql: postgres.Sql, { id }: Seller, count: number): Promise<string[]> {
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

async function takeStep(api: Server, seller: Seller, body: { acao: string; ids: string[] }): Promise<void> {
  const answer = await fetch(`${api.url}/api/pedidos/lote`, {
    method: 'POST',
    headers: { authorization: `Bearer ${seller.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The bulk step answered ${answer.status}: ${await answer.text()}`);
  const { resultados } = (await answer.json()) as { resultados: { ok: boolean; detail?: string }[] };
  const refused = resultados.find(({ ok }) => !ok);
  if (refused !== undefined) throw new Error(`An order was not moved: ${refused.detail}`);
}
