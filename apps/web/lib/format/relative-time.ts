import { formatDate, formatTime } from '@esteira/domain/calendar';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@esteira/domain/durations';

/**
 * 'agora', 'há 5 min', 'há 3 h' on the same calendar day of America/Sao_Paulo, 'ontem' for the day before; after 24
 * hours the day and the time, '19/11 21:01', with the year where it is another one; in a sentence 'em 19/11 às 21:01'.
 */
export function formatRelativeTime(date: Date, now: Date, inSentence = false): string {
  const elapsed = now.getTime() - date.getTime();
  if (elapsed < MINUTE_MS) return 'agora';
  if (elapsed < HOUR_MS) return `há ${Math.floor(elapsed / MINUTE_MS)} min`;
  const [day, today] = [formatDate(date), formatDate(now)];
  if (elapsed < DAY_MS) return day === today ? `há ${Math.floor(elapsed / HOUR_MS)} h` : 'ontem';
  const isThisYear = day.slice(6) === today.slice(6);
  const shownDay = isThisYear ? day.slice(0, 5) : day;
  return inSentence ? `em ${shownDay} às ${formatTime(date)}` : `${shownDay} ${formatTime(date)}`;
}
