const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS: [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [HOUR, MINUTE, 'minute'],
  [DAY, HOUR, 'hour'],
  [7 * DAY, DAY, 'day'],
];

const relative = new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto', style: 'short' });

/** 'agora', 'há 5 min', 'há 3 h', 'ontem'; null from a week on, when the date says more. */
export function relativeTime(date: Date, now: Date): string | null {
  const seconds = Math.round((now.getTime() - date.getTime()) / 1000);
  if (seconds < MINUTE) return 'agora';
  const step = STEPS.find(([limit]) => seconds < limit);
  if (!step) return null;
  const [, size, unit] = step;
  return relative.format(-Math.floor(seconds / size), unit).replace(/\.$/, '');
}
