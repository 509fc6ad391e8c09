import { count, ms, table } from '../harness/table';
import { type Figure, isMet, type Run, TARGETS } from './figures';

/** Of a group with more jobs than this only the slowest ones are listed. */
const LISTED = 6;

/**
 * The run as Markdown: one table for each group of jobs, and the import. With the run of an earlier commit each figure
 * is that of before and that of now.
 */
export function toMarkdown(machine: string, now: Run, before: Run | null): string {
  const groups = [...new Set(now.figures.map(({ group }) => group))];
  return [
    `Written by \`npm run bench -- api\`. ${machine}`,
    ...(before === null ? [] : [`Before the arrow: ${before.commit}. Both runs on the same machine.`]),
    ...groups.flatMap((group) => {
      const figures = now.figures.filter((figure) => figure.group === group);
      return [`### ${group}`, ...summarize(figures, before), roundsTable(slowest(figures), before)];
    }),
    '### Import',
    importTable(now, before),
  ].join('\n\n');
}

const met = (isReached: boolean) => (isReached ? 'yes' : '**no**');

const slowest = (figures: readonly Figure[]) =>
  figures.length <= LISTED + 2
    ? figures
    : figures.toSorted((a, b) => b.round.p95 - a.round.p95).slice(0, LISTED);

/** What is said of a group of which not all is listed. */
function summarize(figures: readonly Figure[], before: Run | null): string[] {
  if (slowest(figures) === figures) return [];
  const missed = figures.filter((figure) => !isMet(figure)).length;
  const earlier = figures.flatMap((figure) => findBefore(figure, before) ?? []);
  const most = (all: readonly Figure[]) => ms(Math.max(...all.map(({ round }) => round.p95)));
  const were = earlier.length === 0 ? '' : `, ${most(earlier)} before`;
  return [
    `${figures.length} filters, the slowest: p95 ${most(figures)}${were}; not met: ${missed}. The six slowest:`,
  ];
}

function target({ maxP95, minRate }: Figure): string {
  if (maxP95 !== undefined) return `p95 ≤ ${maxP95} ms`;
  return minRate === undefined ? '–' : `≥ ${minRate}/s`;
}

const findBefore = ({ group, job }: Figure, before: Run | null) =>
  before?.figures.find((figure) => figure.group === group && figure.job === job);

function roundsTable(figures: readonly Figure[], before: Run | null): string {
  const rows = figures.map((figure) => {
    const earlier = findBefore(figure, before)?.round;
    const { round } = figure;
    return [
      figure.job,
      arrow(count, earlier?.requestsPerSecond, round.requestsPerSecond),
      arrow(ms, earlier?.p50, round.p50),
      arrow(ms, earlier?.p95, round.p95),
      arrow(ms, earlier?.cpuMsPerRequest.server, round.cpuMsPerRequest.server),
      arrow(ms, earlier?.cpuMsPerRequest.postgres, round.cpuMsPerRequest.postgres),
      target(figure),
      met(isMet(figure)),
    ];
  });
  return table(['job', 'req/s', 'p50', 'p95', 'server CPU', 'PostgreSQL CPU', 'target', 'met'], rows);
}

const arrow = (show: (value: number) => string, before: number | undefined, now: number) =>
  before === undefined ? show(now) : `${show(before)} → ${show(now)}`;

function importTable({ imported }: Run, before: Run | null): string {
  const { rows, rowsPerSecond, growthMb } = imported;
  const row = [
    count(rows),
    arrow(count, before?.imported.rowsPerSecond, rowsPerSecond),
    arrow((mb) => `${mb.toFixed(0)} MB`, before?.imported.growthMb, growthMb),
    `≥ ${count(TARGETS.importRowsPerSecond)} rows/s`,
    met(rowsPerSecond >= TARGETS.importRowsPerSecond),
  ];
  return table(['rows', 'rows/s', 'memory growth of the server', 'target', 'met'], [row]);
}
