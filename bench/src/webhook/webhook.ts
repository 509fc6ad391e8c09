import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type FakeMercadoLivre,
  startFakeMercadoLivre,
} from '@esteira/marketplaces/testing/mercado-livre/server';
import { createDatabase, dropDatabase, withConnection } from '../harness/database';
import type { LoadResult } from '../harness/load-at-rate';
import { startApi } from '../harness/processes';
import { writeWebhookResults } from '../harness/results-file';
import { count, ms, table } from '../harness/table';
import { machine } from '../whole/report-parts';
import { announceOrders } from './webhook-load';
import { openShop } from './webhook-shop';

const DATABASE = 'esteira_bench_avisos';
const PUBLIC_URL = 'http://esteira.example';
const PER_SECOND = 200;
const SECONDS = 15;
/** How long every call to the marketplace takes meanwhile. */
const SLOW_MS = 3_000;
const TARGET_P99_MS = 50;

async function main(): Promise<void> {
  const server = process.env['BENCH_DATABASE_URL'];
  if (server === undefined)
    throw new Error('BENCH_DATABASE_URL is missing: start this with `npm run bench:webhook`.');
  const folder = await mkdtemp(join(tmpdir(), 'esteira-bench-'));
  const fake = await startFakeMercadoLivre({ redirectUri: `${PUBLIC_URL}/oauth/mercadolivre` });
  try {
    const url = await createDatabase(server, DATABASE);
    const result = await measure(url, folder, fake);
    await publish(result, url);
  } finally {
    await fake.close();
    await rm(folder, { recursive: true, force: true });
    await dropDatabase(server, DATABASE);
  }
}

async function measure(url: string, folder: string, fake: FakeMercadoLivre): Promise<LoadResult> {
  const api = await startApi(url, folder, {
    PUBLIC_URL,
    ML_APP_ID: fake.appId,
    ML_SECRET_KEY: fake.secretKey,
    ML_API_BASE_URL: fake.url,
    ML_AUTH_BASE_URL: fake.url,
    TOKEN_ENCRYPTION_KEY: 'a token key that only the benchmark knows',
  });
  try {
    const shop = await openShop(api, fake);
    const load = { address: `${api.url}/webhooks/mercadolivre`, fake, shop, perSecond: PER_SECOND };
    await announceOrders({ ...load, seconds: 2 });
    fake.fail({ failure: { delayMs: SLOW_MS }, times: Number.POSITIVE_INFINITY });
    const result = await announceOrders({ ...load, seconds: SECONDS });
    await withConnection(url, async (sql) => {
      const [inbox] = await sql<{ total: number }[]>`SELECT count(*)::int AS total FROM notificacoes`;
      const expected = PER_SECOND * (2 + SECONDS);
      if (inbox?.total !== expected) throw new Error(`${inbox?.total} of ${expected} are in the inbox.`);
    });
    return result;
  } finally {
    await api.stop();
  }
}

async function publish(result: LoadResult, url: string): Promise<void> {
  const { sent, refused, late, p50, p99, longest } = result;
  const met = p99 < TARGET_P99_MS && refused === 0;
  const text = [
    `Written by \`npm run bench:webhook\`. ${await machine(url)}`,
    `POST /webhooks/mercadolivre at ${PER_SECOND} per second for ${SECONDS} s, each with a new order, while every call to Mercado Livre takes ${SLOW_MS / 1000} s. Times run from the moment a delivery was due.`,
    table(
      [
        'deliveries',
        'not 200',
        'over 500 ms',
        'p50',
        'p99',
        'longest',
        `target: p99 under ${TARGET_P99_MS} ms`,
      ],
      [
        [
          count(sent),
          count(refused),
          count(late),
          ms(p50),
          ms(p99),
          ms(longest),
          met ? 'met' : '**not met**',
        ],
      ],
    ),
  ].join('\n\n');
  console.log(text);
  await writeWebhookResults(text);
  if (!met) process.exitCode = 1;
}

await main();
