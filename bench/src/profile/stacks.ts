import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The functions that a processor was in, one called by the next. */
export type Stack = readonly string[];

/** Whether this machine has `perf`, and lets it look at other processes. */
export const canSample = () =>
  process.getuid?.() === 0 && spawnSync('perf', ['--version'], { stdio: 'ignore' }).status === 0;

interface Sampling {
  pids: readonly number[];
  seconds: number;
  folder: string;
  /** How the callers are found: by frame pointers, which Node keeps, or by what the compiler wrote down of them. */
  callers: 'fp' | 'dwarf,16384';
}

/** Looks where the processes are in equal distances of their processor time, the system's for them included. */
export async function sampleStacks({ pids, seconds, folder, callers }: Sampling): Promise<Stack[]> {
  const file = join(folder, 'perf.data');
  const recorded = ['-q', '-e', 'cpu-clock', '-F', '499', '--call-graph', callers, '-o', file];
  await run(['record', ...recorded, '-p', pids.join(','), '--', 'sleep', String(seconds)]);
  return readStacks(await run(['script', '-i', file, '-F', 'ip,sym', '--no-inline']));
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

/** Of what `perf script` prints: a line for each function, its address first, and an empty one between two stacks. */
export function readStacks(printed: string): Stack[] {
  return printed
    .split(/\n\s*\n/)
    .filter((stack) => stack.trim() !== '')
    .map((stack) => stack.split('\n').map((line) => line.trim().replace(/^[0-9a-f]+\s*/, '')));
}

/** Which share of the stacks is of each kind; together 1. */
export function shareOut<Kind>(stacks: readonly Stack[], kindOf: (stack: Stack) => Kind): Map<Kind, number> {
  const shares = new Map<Kind, number>();
  for (const stack of stacks) {
    const kind = kindOf(stack);
    shares.set(kind, (shares.get(kind) ?? 0) + 1 / stacks.length);
  }
  return shares;
}
