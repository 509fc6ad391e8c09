import { isDay } from '@esteira/domain/days';
import { useId } from 'react';
import { DateInput } from '../../ui/forms/date-input';

interface DateFieldProps {
  label: string;
  value: string;
  /** Hears of days alone, and of '' where nothing is typed. */
  onPick: (day: string) => void;
}

/** The first or the last day that a list is narrowed to. */
export function DateField({ label, value, onPick }: DateFieldProps) {
  const field = useId();
  return (
    <div className="flex min-w-0 items-center gap-1.5 text-[13px] max-sm:w-full">
      <label htmlFor={field} className="text-muted max-sm:w-7">
        {label}
      </label>
      <DateInput id={field} value={value} onChange={(day) => (day === '' || isDay(day)) && onPick(day)} />
    </div>
  );
}
