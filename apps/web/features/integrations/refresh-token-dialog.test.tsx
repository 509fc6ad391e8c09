import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { DataProvider } from '../../lib/data/data-provider';
import { RefreshTokenDialog } from './refresh-token-dialog';

function openDialog() {
  const onClose = vi.fn();
  render(
    <DataProvider>
      <RefreshTokenDialog onClose={onClose} />
    </DataProvider>,
  );
  return { onClose, token: screen.getByLabelText<HTMLInputElement>('Refresh token *') };
}

const pressEscape = () => fireEvent.keyDown(document, { key: 'Escape' });

it('a half-typed token is asked about on Esc, and is kept nowhere', async () => {
  const { onClose, token } = openDialog();
  fireEvent.input(token, { target: { value: 'Atzr|segredo' } });
  pressEscape();
  await screen.findByText('Descartar alterações?');
  expect(onClose).not.toHaveBeenCalled();
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('segredo');
  fireEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

it('an untouched form closes on Esc without a question', () => {
  const { onClose } = openDialog();
  pressEscape();
  expect(onClose).toHaveBeenCalledTimes(1);
});
