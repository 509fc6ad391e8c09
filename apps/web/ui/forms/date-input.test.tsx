import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { DateInput } from './date-input';

function Form() {
  const [value, setValue] = useState('2026-11-25');
  return (
    <>
      <DateInput aria-label="De" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

it('a day is shown and read as dd/mm/aaaa whatever the language of the browser, and stays as typed until left', () => {
  render(<Form />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'De' });
  const held = () => screen.getByRole('status').textContent;
  expect([field.type, field.value]).toEqual(['text', '25/11/2026']);
  fireEvent.change(field, { target: { value: '1/2/2026' } });
  expect([field.value, held()]).toEqual(['1/2/2026', '2026-02-01']);
  fireEvent.blur(field);
  expect(field.value).toBe('01/02/2026');
  fireEvent.change(field, { target: { value: '31/02/2026' } });
  fireEvent.blur(field);
  expect([field.value, held()]).toEqual(['31/02/2026', '31/02/2026']);
  fireEvent.change(field, { target: { value: '' } });
  expect(held()).toBe('');
});
