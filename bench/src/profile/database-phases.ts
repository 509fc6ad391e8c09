import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What PostgreSQL's time goes to, in the order of the table; the first one whose function is among the callers. */
const PHASES: readonly [string, RegExp][] = [
  ['log and commit', /^(XLog\w+|CommitTransaction\w*|RecordTransactionCommit)$/],
  ['sockets', /^(secure_\w+|WaitEventSetWait|pq_getbyte|pq_flush\w*|pq_startmsgread)$/],
  ['parsing', /^(pg_parse_query|parse_analyze\w*|pg_analyze_and_rewrite\w*|raw_parser|QueryRewrite)$/],
  ['planning', /^(pg_plan_quer\w+|planner|standard_planner|subquery_planner)$/],
  ['triggers', /^(ExecCallTriggerFunc|AfterTrigger\w+|ExecBSInsertTriggers|ExecASInsertTriggers)$/],
  [
    'executing',
    /^(PortalRun\w*|PortalStart|ExecutorStart|ExecutorRun|ExecutorFinish|ExecutorEnd|standard_Executor\w+)$/,
  ],
];

export const DATABASE_PHASES = [...PHASES.map(([phase]) => phase), 'between statements'];

/** Whether this machine has `perf`, and lets it look at other processes. */
export const canSample = () =>
  process.getuid?.() === 0 && spawnSync('perf', ['--version'], { stdio: 'ignore' }).status === 0;

interface Sampling {
  pids: readonly number[];
  seconds: number;
  folder: string;
}

/** Which share of the processor time of PostgreSQL's processes went to each phase in the coming seconds; together 1. */
export async function samplePhases({ pids, seconds, folder }: Sampling): Promise<Map<string, number>> {
  const file = join(folder, 'perf.data');
  const recorded = ['-q', '-e', 'cpu-clock', '-F', '499', '--call-graph', 'dwarf,16384', '-o', file];
  await run(['record', ...recorded, '-p', pids.join(','), '--', 'sleep', String(seconds)]);
  return sumUpStacks(await run(['script', '-i', file, '-F', 'ip,sym', '--no-inline']));
}

async function run(args: readonly string[]): Promise<string> {
  const child = spawn('perf', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`perf ${args[0]} ended with exit code ${code}.`);
  return printed;
}

/** Of stacks as `perf script` prints them: a line for each function, an empty one between two stacks. */
export function sumUpStacks(printed: string): Map<string, number> {
  const stacks = printed.split(/\n\s*\n/).filter((stack) => stack.trim() !== '');
  const counts = new Map<string, number>();
  for (const stack of stacks) {
    const names = stack.split('\n').map((line) => line.trim().split(/\s+/)[1] ?? '');
    const phase = PHASES.find(([, pattern]) => names.some((name) => pattern.test(name)))?.[0];
    const known = phase ?? 'between statements';
    counts.set(known, (counts.get(known) ?? 0) + 1 / stacks.length);
  }
  return counts;
}
