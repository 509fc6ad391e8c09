import type { Order } from '@esteira/validators/orders/order';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ShipDialog } from './ship-dialog';

const order = { id: 'p1', marketplace: 'mercadolivre' } as Order;

function openDialog() {
  const onShip = vi.fn(async () => undefined);
  const onClose = vi.fn();
  const { unmount } = render(<ShipDialog order={order} onShip={onShip} onClose={onClose} />);
  const field = screen.getByLabelText<HTMLInputElement>('Código de rastreio');
  const type = (value: string) => fireEvent.input(field, { target: { value } });
  return { field, type, onShip, onClose, unmount };
}

afterEach(() => sessionStorage.clear());

describe('what was typed about a parcel', () => {
  it('is asked about on Esc, and gone once it is discarded', async () => {
    const { type, onClose, unmount } = openDialog();
    type('AA123456789BR');
    fireEvent.keyDown(document, { key: 'Escape' });
    await screen.findByText('Descartar alterações?');
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Descartar' }));
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    unmount();
    expect(openDialog().field.value).toBe('');
  });

  it('is given back when the dialog went away without a word', () => {
    const { type, unmount } = openDialog();
    type('AA123456789BR');
    unmount();
    expect(openDialog().field.value).toBe('AA123456789BR');
    expect(screen.queryByText('O que você tinha digitado está de volta.')).not.toBeNull();
  });

  it('is forgotten when it has been sent', async () => {
    const { type, onShip, onClose, unmount } = openDialog();
    type('AA123456789BR');
    fireEvent.click(screen.getByRole('button', { name: 'Enviado ao Cliente' }));
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(onShip).toHaveBeenCalledWith(expect.objectContaining({ codigo_rastreio: 'AA123456789BR' }));
    unmount();
    expect(openDialog().field.value).toBe('');
  });
});
