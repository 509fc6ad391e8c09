import { type DayRows, SUMMED } from './day-rows';

const MAX_SHARERS = 10;

/** A product or supplier with what it took part in; money in cents. */
export interface SharerRow extends Record<(typeof SUMMED)[number], number> {
  tipo: 'produto' | 'fornecedor';
  /** `NO_ID` for all that are not known. */
  id: string;
}

/** The products and suppliers with the most revenue of all days; `ids` by the numbers that stand for them. */
export function listLargest(days: Iterable<DayRows>, ids: readonly string[]): SharerRow[] {
  const products = new Float64Array(ids.length * WIDTH);
  const suppliers = new Float64Array(ids.length * WIDTH);
  for (const rows of days) {
    addRows(products, rows.products, rows.sums);
    addRows(suppliers, rows.suppliers, rows.sums);
  }
  return [...pickLargest('produto', products, ids), ...pickLargest('fornecedor', suppliers, ids)];
}

const WIDTH = SUMMED.length;
const ORDERS = SUMMED.indexOf('pedidos');
const REVENUE = SUMMED.indexOf('receita');

function addRows(totals: Float64Array, numbers: Uint32Array, sums: Float64Array): void {
  let from = 0;
  for (const number of numbers) {
    const to = number * WIDTH;
    for (let at = 0; at < WIDTH; at += 1, from += 1) {
      totals[to + at] = (totals[to + at] as number) + (sums[from] as number);
    }
  }
}

function pickLargest(
  tipo: SharerRow['tipo'],
  totals: Float64Array,
  ids: readonly string[],
): readonly SharerRow[] {
  const of = (number: number, at: number) => totals[number * WIDTH + at] as number;
  const compare = (a: number, b: number) =>
    of(b, REVENUE) - of(a, REVENUE) || ((ids[a] as string) < (ids[b] as string) ? -1 : 1);
  const largest: number[] = [];
  for (let number = 0; number < ids.length; number += 1) {
    if (of(number, ORDERS) === 0) continue;
    const last = largest[MAX_SHARERS - 1];
    if (last !== undefined && compare(number, last) > 0) continue;
    largest.splice(MAX_SHARERS - 1, 1, number);
    largest.sort(compare);
  }
  return largest.map((number) => ({
    ...(Object.fromEntries(SUMMED.map((field, at) => [field, of(number, at)])) as Record<
      (typeof SUMMED)[number],
      number
    >),
    tipo,
    id: ids[number] as string,
  }));
}
