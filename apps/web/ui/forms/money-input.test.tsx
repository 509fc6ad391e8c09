import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { MoneyInput, type MoneyValue, moneyProblem } from './money-input';

interface FieldProps {
  initial: MoneyValue;
  onTold: (value: MoneyValue) => void;
}

function Field({ initial, onTold }: FieldProps) {
  const [value, setValue] = useState(initial);
  const change = (next: MoneyValue) => {
    onTold(next);
    setValue(next);
  };
  return <MoneyInput aria-label="Preço" value={value} onChange={change} />;
}

function openField(initial: MoneyValue = null) {
  const told = vi.fn();
  render(<Field initial={initial} onTold={told} />);
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Preço' });
  const type = (value: string) => fireEvent.change(input, { target: { value } });
  return { input, type, told };
}

describe('a money field', () => {
  it.each(['59,90', '59.90', 'R$ 59,90', '59,9'])(
    'takes %j for 59.9 and shows 59,90 once it is left',
    (text) => {
      const { input, type, told } = openField();
      type(text);
      expect(told).toHaveBeenLastCalledWith(59.9);
      expect(input.value).toBe(text);
      fireEvent.blur(input);
      expect(input.value).toBe('59,90');
    },
  );

  it('is text with a decimal keyboard, so that no browser takes the comma out', () => {
    const { input } = openField(97.9);
    expect([input.type, input.inputMode, input.value]).toEqual(['text', 'decimal', '97,90']);
  });

  it('keeps what is no amount for the seller to mend, and says why', () => {
    const { input, type, told } = openField();
    type('1.234');
    fireEvent.blur(input);
    expect(told).toHaveBeenLastCalledWith('1.234');
    expect(input.value).toBe('1.234');
    expect(moneyProblem('1.234')).toBe('Valor ambíguo "1.234" (use 1234,00 se for milhar)');
  });

  it('is empty, not zero, when it is cleared', () => {
    const { type, told } = openField(10);
    type('');
    expect(told).toHaveBeenLastCalledWith(null);
  });
});
