import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { seeHeading } from '../../testing/controls';
import { FakeServer, Refusal } from '../../testing/fake-server';
import { closeApp, getToasts, openApp, until } from '../../testing/open-app';

afterEach(closeApp);

it('a seller has no menu entry and gets nothing from the address', async () => {
  const refuse = () => {
    throw new Refusal(403, 'Acesso negado');
  };
  new FakeServer({ 'admin.stats': refuse, 'admin.users': refuse, 'jobs.counts': refuse });
  openApp('/admin');
  await until(() => expect(getToasts()).toEqual(['Acesso negado']));
  expect(screen.queryByRole('link', { name: 'Admin' })).toBeNull();
  expect(screen.queryByRole('tab')).toBeNull();
  const main = within(screen.getByRole('main'));
  expect(main.getAllByText('Só administradores')).toHaveLength(1);
  expect(main.queryByText('Acesso negado')).toBeNull();
  expect(main.queryByRole('button', { name: 'Tentar novamente' })).toBeNull();
  fireEvent.click(main.getByRole('link', { name: 'Voltar ao Dashboard' }));
  await seeHeading('Dashboard');
});
