import type { MarketplaceAccount } from '@esteira/validators/marketplaces/accounts';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeServer } from '../../testing/fake-server';
import { click } from '../../testing/find';
import { closeApp, openApp, until } from '../../testing/open-app';

afterEach(closeApp);

const FIRST: MarketplaceAccount = {
  ...{ id: 'amazon-1', marketplace: 'amazon', nome: 'Loja A', apelido: null, vendedor_final: null },
  ...{ estado: 'simulada', motivo: null, lida_em: null, anuncios: 1, padrao: true },
};
const SECOND: MarketplaceAccount = { ...FIRST, id: 'amazon-2', nome: 'Loja B', anuncios: 2, padrao: false };

it('shows no list of one account, and offers a further one', async () => {
  new FakeServer({ 'integrations.accounts': () => ({ itens: [FIRST] }) });
  openApp('/integracao');
  const accounts = await until(() => screen.getByRole('region', { name: 'Contas Amazon' }));
  expect(within(accounts).queryByRole('list')).toBeNull();
  expect(
    within(accounts)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Adicionar conta simulada']);
});

it('shows several accounts with what tells them apart, and makes another one the default', async () => {
  const server = new FakeServer({
    'integrations.accounts': () => ({ itens: [FIRST, SECOND] }),
    'integrations.setDefaultAccount': () => ({
      itens: [
        { ...FIRST, padrao: false },
        { ...SECOND, padrao: true },
      ],
    }),
  });
  openApp('/integracao');
  const second = await until(() => screen.getByRole('listitem', { name: 'Loja B' }));
  expect(second.textContent).toContain('2 anúncios');
  click(within(second).getByRole('button', { name: 'Tornar padrão: Loja B' }));
  await until(() => expect(screen.getByRole('listitem', { name: 'Loja B' }).textContent).toContain('Padrão'));
  expect(server.inputs('integrations.setDefaultAccount')).toEqual([{ conta_id: 'amazon-2' }]);
});
