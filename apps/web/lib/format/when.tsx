import { SAO_PAULO } from '@esteira/domain/calendar';
import { useMinute } from './minute-clock';
import { formatRelativeTime } from './relative-time';

const precise = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: SAO_PAULO,
});

interface WhenProps {
  date: string;
  /** A date of a sentence: 'em 19/11 às 21:01'. */
  inSentence?: boolean;
}

/** A moment: 'há 5 min' while it is recent, then the date; the full date and time on hover. */
export function When({ date, inSentence }: WhenProps) {
  useMinute();
  const moment = new Date(date);
  return (
    <time dateTime={date} title={precise.format(moment)} className="tabular whitespace-nowrap">
      {formatRelativeTime(moment, new Date(), inSentence)}
    </time>
  );
}
