import { count, ms, table } from '../harness/table';
import { type Figure, isMet, type Run, TARGETS } from './figures';

/** Of a group with more jobs than this only the slowest ones are listed. */
const LISTED = 8;
const SLOWEST = 4;

/** The run as Markdown: one table of all jobs, and what the import wrote. */
export function toMarkdown(machine: string, { figures, imported }: Run): string {
  const groups = [...new Set(figures.map(({ group }) => group))].map((name) =>
    figures.filter(({ group }) => group === name),
  );
  return [
    `Written by \`npm run bench -- api\`. ${machine}`,
    [...groups.flatMap(summarize), describeImport(imported)].map((line) => `- ${line}`).join('\n'),
    roundsTable(groups.flatMap(slowest)),
  ].join('\n\n');
}

const met = (isReached: boolean) => (isReached ? 'yes' : '**no**');

const slowest = (figures: readonly Figure[]) =>
  figures.length <= LISTED
    ? figures
    : figures.toSorted((a, b) => b.round.p95 - a.round.p95).slice(0, SLOWEST);

/** What is said of a group of which not all is listed. */
function summarize(figures: readonly Figure[]): string[] {
  if (slowest(figures) === figures) return [];
  const missed = figures.filter((figure) => !isMet(figure)).length;
  const most = ms(Math.max(...figures.map(({ round }) => round.p95)));
  return [
    `${figures[0]?.group}: ${figures.length} filters, the slowest p95 ${most}; not met: ${missed}. The slowest are listed.`,
  ];
}

function target({ maxP95, minRate }: Figure): string {
  if (maxP95 !== undefined) return `p95 ≤ ${maxP95} ms`;
  return minRate === undefined ? '–' : `≥ ${minRate}/s`;
}

function roundsTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { group, job, round } = figure;
    const times = [round.p50, round.p95, round.cpuMsPerRequest.server, round.cpuMsPerRequest.postgres];
    const done = [`${group}: ${job}`, count(round.requestsPerSecond), ...times.map(ms)];
    return [...done, target(figure), met(isMet(figure))];
  });
  return table(['job', 'req/s', 'p50', 'p95', 'server CPU', 'PostgreSQL CPU', 'target', 'met'], rows);
}

function describeImport({ rows, rowsPerSecond, growthMb }: Run['imported']): string {
  const goal = `target ≥ ${count(TARGETS.importRowsPerSecond)}: ${rowsPerSecond >= TARGETS.importRowsPerSecond ? 'met' : '**not met**'}`;
  return `Import of ${count(rows)} products: ${count(rowsPerSecond)} rows a second (${goal}); the server grew by ${growthMb.toFixed(0)} MB.`;
}
