import { loadavg } from 'node:os';
import type { LoadResult } from '../harness/load-at-rate';
import { count, ms, table } from '../harness/table';
import { growthPerHour, type Sample, sampleAt } from './memory';

export interface Hour {
  minutes: number;
  /** Resident when the server was ready, before the first request, in MB. */
  startedMb: number;
  samples: readonly Sample[];
  loads: readonly (LoadResult & { name: string })[];
  /** What was not as expected. */
  problems: readonly string[];
  streams: number;
  /** Changes of orders that the streams were told. */
  told: number;
}

const TARGET_MB = 250;
const PARTS = 6;
const SHOWN_PROBLEMS = 5;

export function toMarkdown(hour: Hour, machine: string): { text: string; isMet: boolean } {
  const { minutes, samples, loads, problems, streams, told } = hour;
  const last = samples.at(-1)?.residentMb ?? Number.NaN;
  const sent = loads.reduce((sum, load) => sum + load.sent, 0);
  const isSmall = last < TARGET_MB;
  const text = [
    `Written by \`npm run bench -- hour\`. ${machine} Load average of the machine at the end: ${loadavg()[0]?.toFixed(1)}.`,
    `One server for ${minutes} minutes under a mixed load of everything that sellers do, at a bounded rate (${(sent / minutes / 60).toFixed(0)} acts a second, some of several requests), beside ${streams} live streams, which were told ${count(told)} changes of orders. 100 sellers, 20,000 products and 100,000 orders were loaded before; all 100 signed in first. The server has the allocator's settings of \`docker/Dockerfile\`. Processor time of the server in all: ${cpuShare(samples)} of one core.`,
    memoryTable(hour),
    `Resident at the end: ${last.toFixed(0)} MB, target under ${TARGET_MB} MB: ${met(isSmall)}. Rise of a line through the last half (least squares): ${growthPerHour(lastHalf(hour)).toFixed(1)} MB an hour.`,
    loadTable(hour),
    `Not as expected: ${count(problems.length)}, target 0: ${met(problems.length === 0)}.`,
    ...problems.slice(0, SHOWN_PROBLEMS).map((problem) => `- ${problem.replaceAll('\n', ' ')}`),
  ].join('\n\n');
  return { text, isMet: isSmall && problems.length === 0 };
}

const met = (isMet: boolean) => (isMet ? 'met' : '**not met**');

const lastHalf = ({ samples, minutes }: Hour) => samples.filter(({ minute }) => minute >= minutes / 2);

function cpuShare(samples: readonly Sample[]): string {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) return 'unknown';
  return `${((100 * (last.cpuMs - first.cpuMs)) / ((last.minute - first.minute) * 60_000)).toFixed(0)}%`;
}

function memoryTable({ minutes, startedMb, samples }: Hour): string {
  const highest = Math.max(...samples.map(({ residentMb }) => residentMb));
  const marks = Array.from({ length: PARTS }, (_, index) => ((index + 1) * minutes) / PARTS);
  const mb = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? '–' : `${value.toFixed(0)} MB`;
  const at = marks.map((mark) => sampleAt(samples, mark));
  return table(
    ['memory of the server', 'after the start', ...marks.map((mark) => `${+mark.toFixed(1)} min`), 'highest'],
    [
      ['resident', mb(startedMb), ...at.map((sample) => mb(sample?.residentMb)), mb(highest)],
      [
        'of it the heap of JavaScript that is in use',
        '–',
        ...at.map((sample) => mb(sample?.heapMb)),
        mb(Math.max(...samples.map(({ heapMb }) => heapMb).filter((value) => !Number.isNaN(value)))),
      ],
    ],
  );
}

function loadTable({ loads }: Hour): string {
  return table(
    ['what', 'times', 'not as expected', 'p50', 'p99', 'slowest'],
    loads.map(({ name, sent, refused, p50, p99, longest }) => [
      name,
      count(sent),
      count(refused),
      ms(p50),
      ms(p99),
      ms(longest),
    ]),
  );
}
