import { seededRandom } from '@esteira/config/vitest/random';
import { machine } from '../../harness/machine';
import { count, listProblems, table } from '../../harness/table';
import { type Outcome, WRITE_PARTS, type WritePart } from './actor';
import { fill } from './fill';
import { createEmbeddedPlace } from './places/embedded-place';
import type { Place } from './places/place';
import { createPostgresPlace } from './places/postgres-place';
import { killWrites, TARGETS, type Target } from './run';

export const DATABASES = ['embedded', 'postgres'] as const;

type Kind = (typeof DATABASES)[number];

/** What killing servers on one kind of database came to. */
export interface WritesReport {
  kind: Kind;
  kills: Record<Target, number>;
  calls: Map<WritePart, Record<Outcome, number>>;
  problems: string[];
  seconds: number;
}

interface Options {
  kind: Kind;
  parts: readonly WritePart[];
  /** Whether there is another kill to make: both databases take from the same number of them. */
  takeKill: () => boolean;
  /** On a PostgreSQL that forgets what it acknowledged, to see that it is found. */
  isForgetful: boolean;
}

/** Kills so many servers and databases in the middle of the parts' writes and says what was wrong after each. */
export async function reportWrites(options: Options): Promise<WritesReport> {
  const { kind, parts, takeKill } = options;
  const startedAt = performance.now();
  const report: WritesReport = {
    kind,
    kills: { server: 0, database: 0, both: 0 },
    calls: new Map(parts.map((part) => [part, { answered: 0, done: 0, 'not done': 0, 'in part': 0 }])),
    problems: [],
    seconds: 0,
  };
  const place = await openPlace(options);
  try {
    const sellers = await fill(place);
    const run = { place, sellers, parts, random: seededRandom(), ...toListeners(report) };
    await killWrites(run, takeKill);
  } finally {
    await place.close();
  }
  report.seconds = (performance.now() - startedAt) / 1000;
  return report;
}

const openPlace = ({ kind, isForgetful }: Options): Promise<Place> =>
  kind === 'embedded' ? createEmbeddedPlace() : createPostgresPlace(isForgetful);

function toListeners(report: WritesReport) {
  let total = 0;
  return {
    tally: (part: WritePart, outcome: Outcome, times = 1) => {
      const calls = report.calls.get(part);
      if (calls !== undefined) calls[outcome] += times;
    },
    countAnswered: () => [...report.calls.values()].reduce((sum, { answered }) => sum + answered, 0),
    onLook: (target: Target | null, problems: readonly string[]) => {
      if (target !== null) {
        report.kills[target] += 1;
        total += 1;
        if (total % 25 === 0) console.log(`${report.kind}: ${total} kills`);
      }
      const when = target === null ? 'at the end of a copy' : `after kill ${total} (${target})`;
      const told = problems.map((problem) => `${report.kind}, ${when}: ${problem}`);
      for (const problem of told) console.error(problem);
      report.problems.push(...told);
    },
  };
}

interface Described {
  server: string;
  reports: readonly WritesReport[];
  seed: number;
}

export async function describeWrites({ server, reports, seed }: Described): Promise<string> {
  const sum = (target: Target) => reports.reduce((total, { kills }) => total + kills[target], 0);
  const [servers, databases, both] = TARGETS.map(sum);
  const total = reports.reduce((all, { kills }) => all + kills.server + kills.database + kills.both, 0);
  const minutes = Math.round(reports.reduce((longest, { seconds }) => Math.max(longest, seconds), 0) / 60);
  const problems = reports.flatMap((report) => report.problems);
  return [
    `Written by \`npm run bench -- kill\`. ${await machine(server)}`,
    `${count(total)} kills with SIGKILL in ${minutes} minutes (TEST_SEED=${seed}), all parts at once under way by three sellers: ${count(servers ?? 0)} of the server, ${count(databases ?? 0)} of PostgreSQL (all its processes, \`fsync = on\`), ${count(both ?? 0)} of both. After each, everything that had been answered was looked for, what had been cut off had to be there as a whole or not at all (updates and undos by batches), stock = Σ movements, summaries = orders, each order's history = its status.`,
    table(
      ['database', 'kills', 'part', 'calls answered', 'cut off: done', 'not done', 'in part, resumed'],
      reports.flatMap(({ kind, kills, calls }) =>
        [...calls].map(([part, times]) => [
          kind,
          count(kills.server + kills.database + kills.both),
          part,
          ...[times.answered, times.done, times['not done'], times['in part']].map(count),
        ]),
      ),
    ),
    listProblems('Contradictions', problems),
  ].join('\n\n');
}

export const isWritePart = (name: string): name is WritePart => WRITE_PARTS.some((part) => part === name);
