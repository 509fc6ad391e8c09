import { formatDate, formatTime } from '@esteira/domain/calendar';
import { DAY_MS, HOUR_MS } from '@esteira/domain/durations';

/** From so long before it on a deadline is marked. */
const NEAR_MS = 4 * HOUR_MS;

export function isNear(deadline: Date, now: Date): boolean {
  const left = deadline.getTime() - now.getTime();
  return left > 0 && left < NEAR_MS;
}

const NAMED_DAYS = [
  [0, 'hoje'],
  [1, 'amanhã'],
  [-1, 'ontem'],
] as const;

/**
 * 'hoje 14:00', 'amanhã 09:00', 'ontem 18:30', else '21/11 14:00', by the calendar of America/Sao_Paulo; with the year
 * where it is another one.
 */
export function formatDeadline(date: Date, now: Date): string {
  const day = formatDate(date);
  const time = formatTime(date);
  const near = NAMED_DAYS.find(([days]) => formatDate(new Date(now.getTime() + days * DAY_MS)) === day);
  if (near) return `${near[1]} ${time}`;
  const isThisYear = day.slice(6) === formatDate(now).slice(6);
  return `${isThisYear ? day.slice(0, 5) : day} ${time}`;
}
