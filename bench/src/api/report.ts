import { count, ms, table } from '../harness/table';
import { type Figure, type ImportFigure, isMet, TARGETS } from './figures';

/** The run as Markdown: one table for each group of jobs, and the import. */
export function toMarkdown(machine: string, figures: readonly Figure[], imported: ImportFigure): string {
  const groups = [...new Set(figures.map(({ group }) => group))];
  return [
    `Written by \`npm run bench -- api\`. ${machine}`,
    ...groups.flatMap((group) => [
      `### ${group}`,
      roundsTable(figures.filter((figure) => figure.group === group)),
    ]),
    '### Import',
    importTable(imported),
  ].join('\n\n');
}

const met = (isReached: boolean) => (isReached ? 'yes' : '**no**');

function target({ maxP95, minRate }: Figure): string {
  if (maxP95 !== undefined) return `p95 ≤ ${maxP95} ms`;
  return minRate === undefined ? '–' : `≥ ${minRate}/s`;
}

const roundsTable = (figures: readonly Figure[]) =>
  table(
    ['job', 'req/s', 'p50', 'p95', 'server CPU', 'target', 'met'],
    figures.map((figure) => [
      figure.job,
      count(figure.round.requestsPerSecond),
      ms(figure.round.p50),
      ms(figure.round.p95),
      ms(figure.round.cpuMsPerRequest),
      target(figure),
      met(isMet(figure)),
    ]),
  );

const importTable = ({ rows, rowsPerSecond, growthMb }: ImportFigure) =>
  table(
    ['rows', 'rows/s', 'memory growth of the server', 'target', 'met'],
    [
      [
        count(rows),
        count(rowsPerSecond),
        `${growthMb.toFixed(0)} MB`,
        `≥ ${count(TARGETS.importRowsPerSecond)} rows/s`,
        met(rowsPerSecond >= TARGETS.importRowsPerSecond),
      ],
    ],
  );
