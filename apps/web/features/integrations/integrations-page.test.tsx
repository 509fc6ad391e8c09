import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FakeServer } from '../../testing/fake-server';
import { getButton, listButtons } from '../../testing/find';
import { closeApp, openApp, reload, until } from '../../testing/open-app';

beforeEach(() => {
  new FakeServer();
});
afterEach(closeApp);

it('says that nothing real is connected and how to change that, and offers nothing to connect', async () => {
  openApp('/integracao');
  await until(() => screen.getByText('Modo Simulado Ativo'));
  for (const name of ['ML_APP_ID', 'ML_SECRET_KEY', 'AMAZON_LWA_CLIENT_ID', 'AMAZON_MWS_TOKEN'])
    screen.getByText(name);
  expect(screen.getAllByText('Simulado')).toHaveLength(2);
  for (const [name, address] of [
    ['Mercado Livre Developers', /^https:\/\/developers\.mercadolivre\.com\.br/],
    ['Seller Central', /^https:\/\/sellercentral\.amazon\.com\.br/],
  ] as const) {
    const link = getButton(name);
    expect(link.getAttribute('href')).toMatch(address);
    expect(link.getAttribute('target')).toBe('_blank');
  }
  expect(listButtons(screen.getByRole('main')).filter((name) => /conectar/i.test(name))).toEqual([]);
});

it('tells how a consent ended, once', async () => {
  openApp('/integracao?conexao=expirada&marketplace=mercadolivre');
  const told = await until(() => screen.getByRole('alert'));
  expect(told.textContent).toContain('A autorização expirou');
  await until(() => expect(location.pathname + location.search).toBe('/integracao'));
  reload();
  await until(() => screen.getByText('Modo Simulado Ativo'));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says that another account came also where it cannot be read which one', async () => {
  openApp('/integracao?conexao=outra_conta&marketplace=mercadolivre&pedido=a1');
  const told = await until(() => screen.getByRole('alert'));
  expect(told.textContent).toBe('Você entrou com outra conta Mercado Livre, e não com a que pediu.');
});
