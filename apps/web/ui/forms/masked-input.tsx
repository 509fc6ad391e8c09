import { type ChangeEvent, type ComponentProps, useRef } from 'react';
import { Input } from './input';

type MaskedInputProps = Omit<ComponentProps<'input'>, 'value'> & {
  /** Writes what was typed the way the field shows it; may look at what the field showed before. */
  format: (typed: string, previous: string) => string;
};

/** An uncontrolled input that formats while typing and keeps the caret behind the same digit. */
export function MaskedInput({ format, onChange, ...props }: MaskedInputProps) {
  const previous = useRef('');

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const input = event.target;
    const caret = input.selectionStart ?? input.value.length;
    const digits = input.value.slice(0, caret).replace(/\D/g, '').length;
    const text = format(input.value, previous.current);
    if (text !== input.value) {
      input.value = text;
      const position = positionAfterDigits(text, digits);
      input.setSelectionRange(position, position);
    }
    previous.current = text;
    onChange?.(event);
  }

  return <Input inputMode="numeric" {...props} onChange={handleChange} />;
}

/** Where the caret goes: right behind that many digits, or at the very end when only separators follow. */
export function positionAfterDigits(text: string, digits: number): number {
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (seen === digits) return /\d/.test(text.slice(index)) ? index : text.length;
    if (/\d/.test(text.charAt(index))) seen += 1;
  }
  return text.length;
}
