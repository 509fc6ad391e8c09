import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase, dropDatabase } from '../harness/database';
import { machine } from '../harness/machine';
import { writeResults } from '../harness/results-file';
import { load } from '../load/load';
import { toMarkdown } from './report';
import { runHour, SELLERS } from './run';

const DATABASE = 'esteira_bench_hora';
const SHAPE = { sellers: SELLERS, products: 20_000, orders: 100_000 };
const WHOLE_MINUTES = 60;

async function main(): Promise<void> {
  const server = process.env['BENCH_DATABASE_URL'];
  if (server === undefined)
    throw new Error('BENCH_DATABASE_URL is missing: start this with `npm run bench -- hour`.');
  const { values } = parseArgs({
    args: process.argv.slice(2).filter((arg) => arg !== '--'),
    options: { minutes: { type: 'string', default: String(WHOLE_MINUTES) } },
  });
  const minutes = Number(values.minutes);
  const folder = await mkdtemp(join(tmpdir(), 'esteira-bench-'));
  try {
    const url = await createDatabase(server, DATABASE);
    await load(url, SHAPE);
    const { text, isMet } = toMarkdown(await runHour(url, folder, minutes), await machine(url));
    console.log(text);
    if (minutes >= WHOLE_MINUTES) await writeResults('hour', text);
    if (!isMet) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await dropDatabase(server, DATABASE);
  }
}

await main();
