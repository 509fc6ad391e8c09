import type { Order, OrderParcel as Parcel } from '@esteira/validators/orders/order';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../../lib/data/data-provider';
import { OrderParcel } from './order-parcel';

function open(fields: Partial<Parcel>) {
  const envio = { situacao: 'enviado', precisa_nota: false, motivo: null, bloqueio: null, ...fields };
  const order = { id: 'a', ml_order_id: '1', marketplace: 'amazon', status: 'enviado_cliente', envio };
  render(
    <DataProvider>
      <OrderParcel order={order as Order} mates={[]} />
    </DataProvider>,
  );
}

const writeText = vi.fn(async () => {});

function withClipboard() {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
}

afterEach(() => writeText.mockClear());

it('shows the carrier and the code that were typed, to be copied and followed', () => {
  withClipboard();
  open({ transportadora: 'Correios', codigo_rastreio: 'AA123456789BR' });
  expect(screen.getByText(/Correios · AA123456789BR/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Rastrear' }).getAttribute('href')).toBe(
    'https://rastreamento.correios.com.br/app/index.php?objetos=AA123456789BR',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Copiar código de rastreio' }));
  expect(writeText.mock.calls).toEqual([['AA123456789BR']]);
});

it('has no link where the carrier’s tracking page is not known', () => {
  open({ transportadora: 'Motoboy do Zé', codigo_rastreio: '77' });
  expect(screen.getByText(/Motoboy do Zé · 77/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

it('says nothing of a carrier where none was told', () => {
  open({ transportadora: null, codigo_rastreio: null });
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});
