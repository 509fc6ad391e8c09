import { type ComponentProps, useState } from 'react';
import { Input } from './input';

type TypedInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  /** The value as text, shown while nothing is being typed. */
  text: string;
  onText: (text: string) => void;
};

/** A value that is typed as text: what was typed stays as typed until the field is left. */
export function TypedInput({ text, onText, onBlur, className, ...props }: TypedInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      autoComplete="off"
      {...props}
      className={`tabular ${className ?? ''}`}
      value={typed ?? text}
      onChange={({ target }) => {
        setTyped(target.value);
        onText(target.value);
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}
