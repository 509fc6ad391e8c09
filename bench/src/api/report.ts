import { count, ms, table } from '../harness/table';
import { type Figure, isMet, type Run, TARGETS } from './figures';

/** Of a group with more jobs than this only the slowest ones are listed. */
const LISTED = 6;
const SLOWEST = 3;

/**
 * The run as Markdown: one table of all jobs, and what the import wrote. With the run of an earlier commit each figure is that of
 * before and that of now.
 */
export function toMarkdown(machine: string, now: Run, before: Run | null): string {
  const groups = [...new Set(now.figures.map(({ group }) => group))].map((name) =>
    now.figures.filter(({ group }) => group === name),
  );
  const summaries = groups.flatMap((figures) => summarize(figures, before));
  return [
    `Written by \`npm run bench -- api\`. ${machine}`,
    ...(before === null ? [] : [`Before the arrow: ${before.commit}. Both runs on the same machine.`]),
    [...summaries, describeImport(now, before)].map((line) => `- ${line}`).join('\n'),
    roundsTable(groups.flatMap(slowest), before),
  ].join('\n\n');
}

const met = (isReached: boolean) => (isReached ? 'yes' : '**no**');

const slowest = (figures: readonly Figure[]) =>
  figures.length <= LISTED
    ? figures
    : figures.toSorted((a, b) => b.round.p95 - a.round.p95).slice(0, SLOWEST);

/** What is said of a group of which not all is listed. */
function summarize(figures: readonly Figure[], before: Run | null): string[] {
  if (slowest(figures) === figures) return [];
  const missed = figures.filter((figure) => !isMet(figure)).length;
  const earlier = figures.flatMap((figure) => findBefore(figure, before) ?? []);
  const most = (all: readonly Figure[]) => ms(Math.max(...all.map(({ round }) => round.p95)));
  const were = earlier.length === 0 ? '' : `, ${most(earlier)} before`;
  return [
    `${figures[0]?.group}: ${figures.length} jobs, the slowest p95 ${most(figures)}${were}; not met: ${missed}. The slowest are listed.`,
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
      `${figure.group}: ${figure.job}`,
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

function describeImport({ imported }: Run, before: Run | null): string {
  const { rows, rowsPerSecond, growthMb } = imported;
  const rate = arrow(count, before?.imported.rowsPerSecond, rowsPerSecond);
  const growth = arrow((mb) => `${mb.toFixed(0)} MB`, before?.imported.growthMb, growthMb);
  const goal = `target ≥ ${count(TARGETS.importRowsPerSecond)}: ${rowsPerSecond >= TARGETS.importRowsPerSecond ? 'met' : '**not met**'}`;
  return `Import of ${count(rows)} products: ${rate} rows a second (${goal}); the server grew by ${growth}.`;
}
