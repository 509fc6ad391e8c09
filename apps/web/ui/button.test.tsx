import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Button } from './button';

it('takes the first click of a double click and drops the second', () => {
  const clicked = vi.fn();
  render(<Button onClick={clicked}>Aprovar</Button>);
  const button = screen.getByRole('button');
  fireEvent.click(button, { detail: 1 });
  fireEvent.click(button, { detail: 2 });
  expect(clicked).toHaveBeenCalledTimes(1);
});

it('takes no click while a request is under way, and keeps the focus', () => {
  const clicked = vi.fn();
  render(
    <Button busy onClick={clicked}>
      Aprovar
    </Button>,
  );
  const button = screen.getByRole<HTMLButtonElement>('button', { busy: true });
  button.focus();
  fireEvent.click(button);
  expect(clicked).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button);
});

it('does not submit a form twice: busy it is disabled, and a second click of two is prevented', () => {
  const { rerender } = render(<Button type="submit">Entrar</Button>);
  const button = screen.getByRole<HTMLButtonElement>('button');
  const second = createEvent.click(button, { detail: 2 });
  fireEvent(button, second);
  expect(second.defaultPrevented).toBe(true);
  rerender(
    <Button type="submit" busy>
      Entrar
    </Button>,
  );
  expect(button.disabled).toBe(true);
});
