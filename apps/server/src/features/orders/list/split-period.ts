/** Days (`YYYY-MM-DD`) of America/Sao_Paulo, both included; absent: without an end on that side. */
export interface Period {
  de?: string | undefined;
  ate?: string | undefined;
}

interface SplitPeriod {
  /**
   * The first and the last whole month, to be compared with `YYYY-MM` texts; absent: without an end on that side. The
   * month may be 00 or 13, which stands between December and January.
   */
  months: { from?: string | undefined; to?: string | undefined };
  /** The days before and after the whole months. */
  edges: Period[];
}

/** Cuts a period into whole calendar months, of which there may be none, and the days that are left over. */
export function splitPeriod({ de, ate }: Period): SplitPeriod {
  const from = de && toMonth(de, isFirstDay(de) ? 0 : 1);
  const to = ate && toMonth(ate, isLastDay(ate) ? 0 : -1);
  const months = { from, to };
  if (from !== undefined && to !== undefined && from > to) return { months, edges: [{ de, ate }] };
  const edges: Period[] = [];
  if (de !== undefined && !isFirstDay(de)) edges.push({ de, ate: `${toMonth(de, 0)}-${lastDay(de)}` });
  if (ate !== undefined && !isLastDay(ate)) edges.push({ de: `${toMonth(ate, 0)}-01`, ate });
  return { months, edges };
}

const isFirstDay = (day: string) => day.endsWith('-01');
const isLastDay = (day: string) => day.endsWith(`-${lastDay(day)}`);

function lastDay(day: string): number {
  const [year, month] = day.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate();
}

/** The month of a day, or one so many months later, without carrying into the year. */
function toMonth(day: string, later: number): string {
  return `${day.slice(0, 5)}${String(Number(day.slice(5, 7)) + later).padStart(2, '0')}`;
}
