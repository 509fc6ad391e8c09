import { parseArgs } from 'node:util';
import { givenSeed } from '@esteira/config/vitest/random';
import { machine } from '../report';
import { writeKilledPayments } from '../results-file';
import { count, table } from '../table';
import { killPart, type Outcome } from './kill-part';
import type { Part } from './part';
import { paymentsPart } from './payments/part';

const KILLS = 500;

/** What can be killed in the middle of, and where its figures are written. */
const PARTS: readonly { part: Part; write: (text: string) => Promise<void> }[] = [
  { part: paymentsPart, write: writeKilledPayments },
];

async function main(): Promise<void> {
  const server = process.env['BENCH_DATABASE_URL'];
  if (server === undefined)
    throw new Error('BENCH_DATABASE_URL is missing: start this with `npm run bench:kill`.');
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { kills: { type: 'string', default: String(KILLS) } },
  });
  const kills = Number(values.kills);
  const unknown = positionals.filter((name) => !PARTS.some(({ part }) => part.name === name));
  if (unknown.length > 0 || !(kills > 0)) {
    const names = PARTS.map(({ part }) => part.name).join(' | ');
    throw new Error(`Usage: npm run bench:kill -- [${names}] [--kills N]`);
  }
  // TEST_SEED draws the same acts and moments again; what a server was doing then is the machine's choice.
  const seed = givenSeed() ?? Math.floor(Math.random() * 2 ** 31);
  process.env['TEST_SEED'] = String(seed);
  for (const { part, write } of PARTS) {
    if (positionals.length > 0 && !positionals.includes(part.name)) continue;
    const outcome = await killPart(part, { server, kills });
    const text = await toMarkdown(part, { server, outcome, kills, seed });
    console.log(text);
    if (kills >= KILLS) await write(text);
    if (outcome.problems.length > 0) process.exitCode = 1;
  }
}

interface Run {
  server: string;
  outcome: Outcome;
  kills: number;
  seed: number;
}

async function toMarkdown({ name }: Part, { server, outcome, kills, seed }: Run): Promise<string> {
  const { byMoment, work, problems, seconds } = outcome;
  const found = problems.length === 0 ? 'None.' : problems.map((problem) => `- ${problem}`).join('\n');
  return [
    `Written by \`npm run bench:kill -- ${name}\`. ${await machine(server)}`,
    `${count(kills)} servers were killed with SIGKILL in ${Math.round(seconds / 60)} minutes (TEST_SEED=${seed}), one after the other, with four things at once under way: ${count(byMoment.time)} at a random time, ${count(byMoment.received)} when a call to the outside had come in there, ${count(byMoment.answered)} when it was answered.`,
    table(
      ['what was done meanwhile', 'times'],
      work.map(([what, times]) => [what, count(times)]),
    ),
    `Contradictions afterwards: ${found}`,
  ].join('\n\n');
}

await main();
