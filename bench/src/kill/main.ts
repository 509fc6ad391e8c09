import { parseArgs } from 'node:util';
import { givenSeed } from '@esteira/config/vitest/random';
import { machine } from '../harness/machine';
import { writeResults } from '../harness/results-file';
import { count, listProblems } from '../harness/table';
import { killUnderPeak, LOAD } from './peak/run';
import { WRITE_PARTS } from './writes/actor';
import { DATABASES, describeWrites, isWritePart, reportWrites } from './writes/report';

const KILLS = 1_000;
/** The figures of fewer are printed only. */
const MIN_WRITTEN_KILLS = 500;
/** Only where it is named: it takes all kills. */
const PEAK = 'peak';

interface Run {
  /** The address of a PostgreSQL on this machine. */
  server: string;
  kills: number;
  seed: number;
  isWritten: boolean;
  minutes: number;
  /** Only to see that the checks find what is lost. */
  isForgetful: boolean;
}

async function main(): Promise<void> {
  const server = process.env['BENCH_DATABASE_URL'];
  if (server === undefined)
    throw new Error('BENCH_DATABASE_URL is missing: start this with `npm run bench -- kill`.');
  const { names, databases, kills, minutes, isForgetful } = readArguments();
  // TEST_SEED draws the same acts and moments again; what a server was doing then is the machine's choice.
  const seed = givenSeed() ?? Math.floor(Math.random() * 2 ** 31);
  process.env['TEST_SEED'] = String(seed);
  const isWritten = kills >= MIN_WRITTEN_KILLS && !isForgetful;
  const run = { server, kills, seed, isWritten, minutes, isForgetful };
  return names.includes(PEAK) ? runPeak(run) : runWrites(run, names.filter(isWritePart), databases);
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      kills: { type: 'string', default: String(KILLS) },
      database: { type: 'string' },
      minutes: { type: 'string', default: 'Infinity' },
      forgetful: { type: 'boolean', default: false },
    },
  });
  const kills = Number(values.kills);
  const databases = DATABASES.filter((kind) => (values.database ?? kind) === kind);
  const isUnknown = positionals.some((name) => name !== PEAK && !isWritePart(name));
  if (isUnknown || databases.length === 0 || !(kills > 0)) {
    throw new Error(
      `Usage: npm run bench -- kill [${WRITE_PARTS.join(' | ')}]… | ${PEAK} [--kills N] [--minutes N] [--database ${DATABASES.join('|')}] [--forgetful]`,
    );
  }
  const names: readonly string[] = positionals.length > 0 ? positionals : WRITE_PARTS;
  return { names, databases, kills, minutes: Number(values.minutes), isForgetful: values.forgetful };
}

function countDown({ kills, minutes }: Run): () => boolean {
  const end = performance.now() + minutes * 60_000;
  let left = kills;
  return () => performance.now() < end && left-- > 0;
}

async function runPeak(run: Run): Promise<void> {
  const { kills, seconds, sold, acts, repeated, problems } = await killUnderPeak(run.server, countDown(run));
  const { sellers, salesPerSecond, actsPerSecond } = LOAD;
  const text = [
    `Written by \`npm run bench -- kill ${PEAK}\`. ${await machine(run.server)}`,
    `${count(kills)} servers were killed with SIGKILL in ${Math.round(seconds / 60)} minutes (TEST_SEED=${run.seed}), each up to five seconds after it took requests, under ${salesPerSecond} sales a second of ${sellers} sellers at strict local marketplaces and ${actsPerSecond} acts of people. ${count(sold)} units were sold; of the acts ${count(acts.answered)} were answered as they should be and ${count(acts.failed)} cut off or asked of no server. An admin repeated ${count(repeated)} jobs that had lost more than twenty servers. ${listProblems('Lost, doubled, oversold or contradicting at the end', problems)}`,
  ].join('\n\n');
  console.log(text);
  if (run.isWritten && kills >= MIN_WRITTEN_KILLS) await writeResults('killedPeak', text);
  if (problems.length > 0) process.exitCode = 1;
}

/** Both databases at once: one waits where the other works, and the quicker one takes more of the kills. */
async function runWrites(
  run: Run,
  parts: Parameters<typeof reportWrites>[0]['parts'],
  databases: readonly (typeof DATABASES)[number][],
): Promise<void> {
  const { server, seed } = run;
  const takeKill = countDown(run);
  const reports = await Promise.all(databases.map((kind) => reportWrites({ ...run, kind, parts, takeKill })));
  const text = await describeWrites({ server, reports, seed });
  console.log(text);
  if (run.isWritten) await writeResults('killedWrites', text);
  if (reports.some(({ problems }) => problems.length > 0)) process.exitCode = 1;
}

await main();
