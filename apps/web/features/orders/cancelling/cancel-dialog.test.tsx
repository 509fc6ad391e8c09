import { CANCEL_REASONS } from '@esteira/domain/orders/cancelling';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOrders, FakeOrders } from '../../../testing/fake-orders';
import { FakeServer } from '../../../testing/fake-server';
import { click, getButton } from '../../../testing/find';
import { closeApp, openApp, until } from '../../../testing/open-app';

const DRAFT = 'rascunho:u1:cancelamento o1';
const typed = () => screen.queryByLabelText<HTMLInputElement>('Qual motivo?');

beforeEach(async () => {
  sessionStorage.setItem(DRAFT, JSON.stringify({ values: { motivo: 'Fora da área' } }));
  new FakeServer(new FakeOrders(createOrders(1)).answers);
  openApp('/pedidos/o1');
  click(await until(() => getButton('Cancelar pedido')));
  await until(() => expect(typed()?.value).toBe('Fora da área'));
});
afterEach(() => {
  sessionStorage.clear();
  closeApp();
});

it('a reason that was given back can be erased and typed again', async () => {
  fireEvent.input(typed() as HTMLInputElement, { target: { value: '' } });
  await until(() => expect(typed()?.value).toBe(''));
  expect(screen.getByLabelText<HTMLSelectElement>('Motivo').value).toBe('outro');
});

it('starting over asks for the reason as at first', async () => {
  fireEvent.input(typed() as HTMLInputElement, { target: { value: 'Fora' } });
  click(getButton('Começar de novo'));
  await until(() => expect(typed()).toBeNull());
  expect(screen.getByLabelText<HTMLSelectElement>('Motivo').value).toBe('');
});

it('starting over leaves the field that was chosen for a reason of one’s own', async () => {
  for (const value of [CANCEL_REASONS[0], 'outro'])
    fireEvent.change(screen.getByLabelText('Motivo'), { target: { value } });
  expect(typed()?.value).toBe('');
  click(getButton('Começar de novo'));
  await until(() => expect(typed()).toBeNull());
});
