import { isCalendarDay } from '@esteira/domain/days';
import { parseDay } from '@esteira/domain/text/day-text';
import { type ComponentProps, useState } from 'react';
import { Input } from './input';

type DateInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  /** A day as `YYYY-MM-DD`, or text that is none. */
  value: string;
  /** Takes the same, and '' where nothing is typed. */
  onChange: (value: string) => void;
};

/**
 * A day as dd/mm/aaaa: a native date field follows the language of the browser. What was typed stays as typed until the
 * field is left.
 */
export function DateInput({ value, onChange, onBlur, className, ...props }: DateInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      inputMode="numeric"
      autoComplete="off"
      placeholder="dd/mm/aaaa"
      {...props}
      className={`tabular ${className ?? ''}`}
      value={typed ?? (isCalendarDay(value) ? value.split('-').reverse().join('/') : value)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(parseDay(target.value) ?? target.value.trim());
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}
