import { loadavg } from 'node:os';
import { count, ms, table } from '../harness/table';
import type { Answer } from './ask';

interface HeldCounts {
  idle: number;
  streams: number;
  readers: number;
}

/** What the crowd was answered. */
export interface Crowd {
  health: (readonly [status: number, ms: number])[];
  answers: Record<'locked' | 'free' | 'session' | 'signIn', Answer[]>;
  /** Before the table was locked, and after. */
  before: HeldCounts;
  after: HeldCounts;
  lockedSeconds: number;
}

const TARGET_HEALTH_MS = 200;

const KINDS = {
  locked: 'products (the locked table)',
  free: 'suppliers',
  session: 'own session',
  signIn: 'sign-ins, 100 at once',
} as const satisfies Record<keyof Crowd['answers'], string>;

export function toMarkdown(crowd: Crowd, machine: string): { text: string; isMet: boolean } {
  const { health, answers, before, after, lockedSeconds } = crowd;
  const slowest = Math.max(...health.map(([, each]) => each));
  const isHealthy = health.every(([status]) => status === 200) && slowest < TARGET_HEALTH_MS;
  const unanswered = Object.values(answers).flat().filter(isUnanswered).length;
  const cut = before.streams - after.streams;
  const text = [
    `Written by \`npm run bench:load\`. ${machine} Load average of the machine at the end: ${loadavg()[0]?.toFixed(1)}.`,
    `The products locked for ${lockedSeconds} s, beside ${count(before.idle)} idle connections, ${count(before.streams)} live streams (${count(Math.max(0, cut))} cut) and ${count(before.readers)} slow readers of exports.`,
    healthTable(health, isHealthy),
    answersTable(answers),
    `Without an answer, or refused otherwise than by 503 with \`Retry-After\`: ${count(unanswered)}, target 0: ${unanswered === 0 ? 'met' : '**not met**'}.`,
  ].join('\n\n');
  return { text, isMet: isHealthy && unanswered === 0 && cut <= 0 };
}

function healthTable(health: Crowd['health'], isHealthy: boolean): string {
  const times = health.map(([, each]) => each).sort((a, b) => a - b);
  return table(
    ['`/api/health`', 'not 200', 'p50', 'p99', 'slowest', `target: all under ${TARGET_HEALTH_MS} ms`],
    [
      [
        count(health.length),
        count(health.filter(([status]) => status !== 200).length),
        ms(at(times, 0.5)),
        ms(at(times, 0.99)),
        ms(at(times, 1)),
        isHealthy ? 'met' : '**not met**',
      ],
    ],
  );
}

function answersTable(answers: Crowd['answers']): string {
  const rows = (Object.keys(KINDS) as (keyof typeof KINDS)[]).map((kind) => {
    const all = answers[kind];
    const times = all.map((answer) => answer.ms).sort((a, b) => a - b);
    return [
      KINDS[kind],
      count(all.length),
      count(all.filter(({ status }) => status === 200).length),
      count(all.filter(isPutOff).length),
      count(all.filter(isUnanswered).length),
      ms(at(times, 0.5)),
      ms(at(times, 1)),
    ];
  });
  return table(['asked for', 'times', '200', '503 with `Retry-After`', 'neither', 'p50', 'slowest'], rows);
}

const isPutOff = ({ status, retryAfter }: Answer) => status === 503 && retryAfter !== undefined;

const isUnanswered = (answer: Answer) => answer.status !== 200 && !isPutOff(answer);

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
