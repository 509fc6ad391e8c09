import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase, dropDatabase, withConnection } from '../harness/database';
import { machine } from '../harness/machine';
import { startApi } from '../harness/processes';
import { writeResults } from '../harness/results-file';
import { logIn } from '../harness/sellers';
import { load } from '../load/load';
import { verifyLedgers } from '../load/verify';
import { isMet, type Run, TARGETS } from './figures';
import { type ApiBench, measureImport, measureRequests } from './measure';
import { toMarkdown } from './report';
import { FULL, type Size, SMALL } from './size';

const DATABASE = 'esteira_bench_api';
const ACTIVE_SELLERS = 40;

/** Loads a database and measures what sellers ask for. */
async function main(): Promise<void> {
  const server = process.env['BENCH_DATABASE_URL'];
  if (server === undefined)
    throw new Error('BENCH_DATABASE_URL is missing: start this with `npm run bench -- api`.');
  const { values } = parseArgs({
    options: {
      small: { type: 'boolean', default: false },
      // Files with the figures of a run: this one's to write, an earlier one's to be compared with.
      figures: { type: 'string' },
      before: { type: 'string' },
    },
  });
  const size = values.small ? SMALL : FULL;
  const folder = await mkdtemp(join(tmpdir(), 'esteira-bench-'));
  const url = await createDatabase(server, DATABASE);
  try {
    await load(url, size);
    const run = await measure(url, folder, size);
    if (values.figures !== undefined) await writeFile(values.figures, JSON.stringify(run));
    const before = values.before === undefined ? null : JSON.parse(await readFile(values.before, 'utf8'));
    const text = toMarkdown(await machine(url), run, before);
    console.log(`\n${text}`);
    // A quick run's figures would only mislead.
    if (size.name === 'full') await writeResults('api', text);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await dropDatabase(server, DATABASE);
  }
}

async function measure(url: string, folder: string, size: Size): Promise<Run> {
  const api = await startApi({ DATABASE_URL: url, DATA_DIR: folder });
  try {
    const [first, second, ...others] = await logIn(api, url, Math.min(ACTIVE_SELLERS, size.sellers));
    if (first === undefined || second === undefined) throw new Error('Too few sellers.');
    const bench: ApiBench = { api, databaseUrl: url, folder, size, sellers: [first, second, ...others] };
    const figures = await measureRequests(bench);
    const imported = await measureImport(bench);
    await withConnection(url, verifyLedgers);
    const missed = figures.filter((figure) => !isMet(figure));
    if (missed.length > 0 || imported.rowsPerSecond < TARGETS.importRowsPerSecond) process.exitCode = 1;
    return { commit: readCommit(), figures, imported };
  } finally {
    await api.stop();
  }
}

const readCommit = () => execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();

await main();
