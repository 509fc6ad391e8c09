import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase, dropDatabase } from '../harness/database';
import { machine } from '../harness/machine';
import { writeResults } from '../harness/results-file';
import { load } from '../load/load';
import { toMarkdown } from './report';
import { runPeak } from './run';

const DATABASE = 'esteira_bench_pico';
const WHOLE = { sellers: 1_000, minutes: 30 };
/** Of each seller on average. The first one has a fifth of all products and a tenth of all orders. */
const SHAPE = { products: 50, orders: 120 };

async function main(): Promise<void> {
  const server = process.env['BENCH_DATABASE_URL'];
  if (server === undefined)
    throw new Error('BENCH_DATABASE_URL is missing: start this with `npm run bench -- peak`.');
  const { figures: file, ...options } = readOptions();
  const { sellers, minutes } = options;
  const folder = await mkdtemp(join(tmpdir(), 'esteira-bench-'));
  try {
    const url = await createDatabase(server, DATABASE);
    await load(url, { sellers, products: SHAPE.products * sellers, orders: SHAPE.orders * sellers });
    const { text, figures, isMet } = toMarkdown(await runPeak(url, folder, options), await machine(url));
    console.log(`\n${text}`);
    if (file !== undefined) await writeFile(file, JSON.stringify(figures));
    if (sellers >= WHOLE.sellers && minutes >= WHOLE.minutes) await writeResults('peak', text);
    if (!isMet) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await dropDatabase(server, DATABASE);
  }
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      sellers: { type: 'string', default: String(WHOLE.sellers) },
      rate: { type: 'string', default: '30' },
      minutes: { type: 'string', default: String(WHOLE.minutes) },
      people: { type: 'string', default: '100' },
      stages: { type: 'string', default: '8' },
      'stage-minutes': { type: 'string', default: '2' },
      figures: { type: 'string' },
    },
  });
  const { figures, 'stage-minutes': stageMinutes, ...numbers } = values;
  const { sellers, rate, minutes, people, stages } = numbers;
  return {
    ...{ sellers: Number(sellers), rate: Number(rate), minutes: Number(minutes), people: Number(people) },
    ...{ stages: Number(stages), stageMinutes: Number(stageMinutes), figures },
  };
}

await main();
