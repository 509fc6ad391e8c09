import { formatCardExpiry, formatCardNumber } from '@esteira/domain/billing/card';
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MaskedInput, positionAfterDigits } from './masked-input';

function typeInto(format: (typed: string, previous: string) => string) {
  render(<MaskedInput aria-label="campo" format={format} />);
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'campo' });
  return (value: string, caret = value.length) => {
    fireEvent.input(input, { target: { value, selectionStart: caret } });
    return { shown: input.value, caret: input.selectionStart };
  };
}

describe('MaskedInput', () => {
  it('groups a card number in fours while it is typed', () => {
    const type = typeInto(formatCardNumber);
    expect(type('4111').shown).toBe('4111');
    expect(type('41111').shown).toBe('4111 1');
    expect(type('4111 1111 1111 1111 9').shown).toBe('4111 1111 1111 1111');
  });

  it('lets the slash of an expiry be erased', () => {
    const type = typeInto(formatCardExpiry);
    expect(type('12').shown).toBe('12/');
    expect(type('12').shown).toBe('1');
  });
});

describe('positionAfterDigits', () => {
  it.each([
    ['4111 1', 5, 6],
    ['4111 1111', 4, 4],
    ['12/', 2, 3],
    ['', 0, 0],
  ])('in "%s" the caret behind %d digits stands at %d', (text, digits, position) => {
    expect(positionAfterDigits(text, digits)).toBe(position);
  });
});
