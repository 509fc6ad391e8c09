import { formatAmount, parseMoney } from '@esteira/domain/text/money-text';
import type { ComponentProps } from 'react';
import { TypedInput } from './typed-input';

/** What a money field holds: reais, null while it is empty, and the text as typed while it is no amount. */
export type MoneyValue = number | string | null;

type MoneyInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: MoneyValue | undefined;
  onChange: (value: MoneyValue) => void;
};

/** A price as text: a number field takes the comma out of `59,90` in browsers that do not speak Portuguese. */
export function MoneyInput({ value, onChange, ...props }: MoneyInputProps) {
  return (
    <TypedInput
      inputMode="decimal"
      {...props}
      text={toText(value)}
      onText={(text) => onChange(readMoney(text))}
    />
  );
}

/** Why the text of a money field is no amount; null for every other value. */
export function moneyProblem(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const reading = parseMoney(value);
  return reading.ok ? null : reading.reason.charAt(0).toUpperCase() + reading.reason.slice(1);
}

function readMoney(text: string): MoneyValue {
  if (text.trim() === '') return null;
  const reading = parseMoney(text);
  return reading.ok ? reading.value : text;
}

function toText(value: MoneyValue | undefined): string {
  return typeof value === 'number' ? formatAmount(value) : (value ?? '');
}
