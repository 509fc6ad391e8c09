import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, dropDatabase, withConnection } from '../harness/database';
import { type LoadResult, sendAtRate } from '../harness/load-at-rate';
import { newId } from '../harness/new-id';
import { startApi } from '../harness/processes';
import { writePaymentResults } from '../harness/results-file';
import { count, ms, table } from '../harness/table';
import { machine } from '../whole/report-parts';

const DATABASE = 'esteira_bench_pagamentos';
const SECRET = 'a secret that only the benchmark knows';
const PER_SECOND = 200;
const SECONDS = 15;
/** How many payments the notifications are about. */
const PAYMENTS = 200;
/** How long every call to Mercado Pago takes meanwhile. */
const SLOW_MS = 3_000;
const TARGET_P99_MS = 50;

async function main(): Promise<void> {
  const server = process.env['BENCH_DATABASE_URL'];
  if (server === undefined)
    throw new Error('BENCH_DATABASE_URL is missing: start this with `npm run bench:payments`.');
  const folder = await mkdtemp(join(tmpdir(), 'esteira-bench-'));
  const slow = await startSlowMercadoPago();
  try {
    const url = await createDatabase(server, DATABASE);
    await publish(await measure(url, folder, slow.url), url);
  } finally {
    slow.close();
    await rm(folder, { recursive: true, force: true });
    await dropDatabase(server, DATABASE);
  }
}

/** Answers every call late, and with nothing that helps. */
async function startSlowMercadoPago(): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) => {
    setTimeout(() => response.writeHead(503).end(), SLOW_MS);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

async function measure(url: string, folder: string, apiBaseUrl: string): Promise<LoadResult> {
  const api = await startApi(url, folder, {
    MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-bench',
    MERCADOPAGO_PUBLIC_KEY: 'APP_USR-bench-public',
    MERCADOPAGO_WEBHOOK_SECRET: SECRET,
    MERCADOPAGO_API_BASE_URL: apiBaseUrl,
  });
  try {
    const orders = await makePayments(url);
    let sent = 0;
    const send = async (): Promise<number> => {
      sent += 1;
      return notify(api.url, orders[sent % orders.length] ?? '');
    };
    await sendAtRate({ perSecond: PER_SECOND, seconds: 2, send });
    const result = await sendAtRate({ perSecond: PER_SECOND, seconds: SECONDS, send });
    await withConnection(url, async (sql) => {
      const [row] = await sql<{ total: number }[]>`
        SELECT count(*)::int AS total FROM pagamentos WHERE notificado_em IS NOT NULL`;
      if (row?.total !== PAYMENTS) throw new Error(`${row?.total} of ${PAYMENTS} payments are marked.`);
    });
    return result;
  } finally {
    await api.stop();
  }
}

/** Payments under review, and the ids of their orders. */
async function makePayments(url: string): Promise<string[]> {
  const userId = newId();
  const ids = Array.from({ length: PAYMENTS }, () => newId());
  await withConnection(url, async (sql) => {
    await sql`INSERT INTO usuarios (id, nome, email, senha_hash)
      VALUES (${userId}, 'Ana', 'ana@bench.example', 'none')`;
    for (const id of ids) {
      await sql`INSERT INTO pagamentos (usuario_id, id, status, plano, valor, parcelas, bandeira,
          ultimos_digitos, id_externo, chave_idempotencia, resumo_pedido)
        VALUES (${userId}, ${id}, 'pendente', 'basico', 11900, 1, 'Visa', '1111', ${toOrderId(id)}, ${id}, '')`;
    }
  });
  return ids.map(toOrderId);
}

const toOrderId = (id: string) => `ORD${id.replaceAll('-', '').toUpperCase()}`;

async function notify(api: string, orderId: string): Promise<number> {
  const ts = String(Date.now());
  const requestId = randomUUID();
  const manifest = `id:${orderId};request-id:${requestId};ts:${ts};`;
  const v1 = createHmac('sha256', SECRET).update(manifest).digest('hex');
  const answer: Response = await fetch(`${api}/webhooks/mercadopago?data.id=${orderId}&type=order`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-request-id': requestId,
      'x-signature': `ts=${ts},v1=${v1}`,
    },
    body: JSON.stringify({ action: 'order.processed', type: 'order', data: { id: orderId } }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function publish({ sent, refused, p50, p99, longest }: LoadResult, url: string): Promise<void> {
  const met = p99 < TARGET_P99_MS && refused === 0;
  const text = [
    `Written by \`npm run bench:payments\`. ${await machine(url)}`,
    `POST /webhooks/mercadopago at ${PER_SECOND} per second for ${SECONDS} s, signed, while every call to Mercado Pago takes ${SLOW_MS / 1000} s. Times run from the moment a delivery was due.`,
    table(
      ['deliveries', 'not 200', 'p50', 'p99', 'longest', `target: p99 under ${TARGET_P99_MS} ms`],
      [[count(sent), count(refused), ms(p50), ms(p99), ms(longest), met ? 'met' : '**not met**']],
    ),
  ].join('\n\n');
  console.log(text);
  await writePaymentResults(text);
  if (!met) process.exitCode = 1;
}

await main();
