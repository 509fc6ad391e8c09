import type { Comparison } from '../harness/compare';
import type { Size } from '../harness/size';
import { count, table } from '../harness/table';
import { comparisonTable, data, type Loaded, machine } from '../whole/report-parts';
import type { Workday } from '../workday/workday';
import { filtersTable, judgeFinding, periodsTable } from '../workday/workday-report';

/** What one run with so many orders measures: the same sellers over both databases, and another one with many orders. */
export interface ScaleResults extends Loaded, Pick<Workday, 'filters' | 'periods'> {
  scale: readonly Comparison[];
  /** The orders of the seller whose filters and periods were measured. */
  ownOrders: number;
}

const MOST = 1.2;

/** How much longer a request takes over many orders. */
const getCost = ({ first, second }: Comparison) => second.requestsPerSecond / first.requestsPerSecond;

/** One sentence each, and whether it holds. */
export function judgeScale(scale: readonly Comparison[], { orders }: Size) {
  return scale.map((each) => ({
    target: `${each.job}: at most ${MOST} times the cost beside ${count(orders)} orders of others`,
    seen: getCost(each).toFixed(2),
    met: getCost(each) <= MOST,
  }));
}

/** Who is measured in both databases. */
export function scaleNote({ steady }: Size): string {
  return [
    `The same ${steady.sellers} sellers with ${count(steady.orders)} orders and ${count(steady.products)} products together`,
    'in both databases; the smaller one holds nothing else.',
  ].join(' ');
}

export function judgeScaleResults(results: ScaleResults) {
  return [...judgeScale(results.scale, results.size), ...judgeFinding(results)];
}

export async function scaleToMarkdown(results: ScaleResults, databaseUrl: string): Promise<string> {
  const { size, scale, filters, periods, ownOrders } = results;
  return [
    `Written by \`npm run bench -- --orders ${size.orders}\`. ${await machine(databaseUrl)}`,
    `${data(results)} ${scaleNote(size)}`,
    comparisonTable(scale, ['many', 'few']),
    `Beside all of them, a seller with ${count(ownOrders)} orders of their own. The dashboard of a period:`,
    periodsTable(periods),
    'Finding orders, a page of 50 with its counts:',
    filtersTable(filters),
    'Targets:',
    table(
      ['target', 'seen', 'met'],
      judgeScaleResults(results).map(({ target, seen, met }) => [target, seen, met ? 'yes' : '**no**']),
    ),
  ].join('\n\n');
}
