import { isCalendarDay } from '@esteira/domain/days';
import { parseDay } from '@esteira/domain/text/day-text';
import type { ComponentProps } from 'react';
import { TypedInput } from './typed-input';

type DateInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  /** A day as `YYYY-MM-DD`, or text that is none. */
  value: string;
  /** Takes the same, and '' where nothing is typed. */
  onChange: (value: string) => void;
};

/** A day as dd/mm/aaaa: a native date field follows the language of the browser. */
export function DateInput({ value, onChange, ...props }: DateInputProps) {
  return (
    <TypedInput
      inputMode="numeric"
      placeholder="dd/mm/aaaa"
      {...props}
      text={isCalendarDay(value) ? value.split('-').reverse().join('/') : value}
      onText={(text) => onChange(parseDay(text) ?? text.trim())}
    />
  );
}
