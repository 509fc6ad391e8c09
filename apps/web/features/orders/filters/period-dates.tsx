import { isDay } from '@esteira/domain/days';
import { useId, useState } from 'react';
import { Input } from '../../../ui/forms/input';
import type { OrderSearch } from './order-search';

interface PeriodDatesProps {
  search: OrderSearch;
  onChange: (changes: Record<string, string | null>, options: { replace: boolean }) => void;
}

/** First and last day of a period of one's own, either of which may stay open. */
export function PeriodDates({ search, onChange }: PeriodDatesProps) {
  const set = (name: 'de' | 'ate') => (day: string) =>
    onChange({ periodo: 'datas', [name]: day || null, pedido: null }, { replace: true });
  return (
    <>
      <DateField label="De" value={search.de} onPick={set('de')} />
      <DateField label="Até" value={search.ate} onPick={set('ate')} />
    </>
  );
}

interface DateFieldProps {
  label: string;
  value: string;
  onPick: (day: string) => void;
}

/** Keeps what is being typed: a browser tells of the year 0002 on the way to 2026. */
function DateField({ label, value, onPick }: DateFieldProps) {
  const field = useId();
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setText(value);
  }
  return (
    <div className="flex min-w-0 items-center gap-1.5 text-[13px]">
      <label htmlFor={field} className="text-muted max-sm:w-7">
        {label}
      </label>
      <Input
        id={field}
        type="date"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          if (target.value === '' || isDay(target.value)) onPick(target.value);
        }}
      />
    </div>
  );
}
