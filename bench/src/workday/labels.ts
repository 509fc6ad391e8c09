import { withConnection } from '../harness/database';
import { residentMb, type Server } from '../harness/processes';
import type { Seller } from '../harness/sellers';
import { LABELS } from '../harness/size';

/** Many labels in one document. */
export interface LabelsResult {
  perPage: number;
  labels: number;
  seconds: number;
  /** The size of the document, in MB. */
  documentMb: number;
  /** The highest resident memory meanwhile less the one before it, in MB. */
  growthMb: number;
}

interface LabelsBench {
  api: Server;
  databaseUrl: string;
  /** Whose newest orders have labels. */
  seller: Seller;
}

const SAMPLE_EVERY_MS = 20;

/** Prints the labels of a seller's newest orders, one to a page and four to a sheet. */
export async function measureLabels({ api, databaseUrl, seller }: LabelsBench): Promise<LabelsResult[]> {
  const ids = await withConnection(databaseUrl, async (sql) => {
    const rows = await sql<{ pedido_id: string }[]>`
      SELECT pedido_id FROM etiquetas WHERE usuario_id = ${seller.id} ORDER BY pedido_id DESC LIMIT ${LABELS}`;
    return rows.map((row) => row.pedido_id);
  });
  if (ids.length < LABELS) throw new Error(`The seller has only ${ids.length} labels.`);
  // What is loaded with the first document stays.
  await print(api, seller, { ids: ids.slice(0, 4), perPage: 4 });
  const results: LabelsResult[] = [];
  for (const perPage of [1, 4]) results.push(await measure(api, seller, { ids, perPage }));
  return results;
}

interface Printed {
  ids: readonly string[];
  perPage: number;
}

async function measure(api: Server, seller: Seller, { ids, perPage }: Printed): Promise<LabelsResult> {
  const before = residentMb(api.pid);
  let highest = before;
  const sampler = setInterval(() => {
    highest = Math.max(highest, residentMb(api.pid));
  }, SAMPLE_EVERY_MS);
  try {
    const startedAt = performance.now();
    const bytes = await print(api, seller, { ids, perPage });
    const seconds = (performance.now() - startedAt) / 1000;
    const documentMb = bytes / 1024 ** 2;
    return { perPage, labels: ids.length, seconds, documentMb, growthMb: highest - before };
  } finally {
    clearInterval(sampler);
  }
}

/** Answers how long the document is, in bytes. */
async function print(api: Server, seller: Seller, { ids, perPage }: Printed): Promise<number> {
  const address = `${api.url}/api/pedidos/etiquetas.pdf?ids=${ids.join(',')}&por_pagina=${perPage}`;
  const answer = await fetch(address, { headers: { authorization: `Bearer ${seller.token}` } });
  if (!answer.ok) throw new Error(`Printing answered ${answer.status}: ${await answer.text()}`);
  const missing = answer.headers.get('x-etiquetas-faltando');
  if (missing !== '0') throw new Error(`${missing} labels were missing.`);
  return (await answer.arrayBuffer()).byteLength;
}
