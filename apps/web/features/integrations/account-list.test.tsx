import type { MarketplaceAccount } from '@esteira/validators/marketplaces/accounts';
import type { IntegrationStatus } from '@esteira/validators/marketplaces/integration';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeServer } from '../../testing/fake-server';
import { click } from '../../testing/find';
import { closeApp, openApp, until } from '../../testing/open-app';

afterEach(closeApp);

const FIRST: MarketplaceAccount = {
  ...{ id: 'amazon-1', marketplace: 'amazon', nome: 'Loja A', apelido: null, vendedor_final: null },
  ...{ estado: 'simulada', motivo: null, lida_em: null, anuncios: 1, padrao: true },
  ...{ atraso_pedidos: 0, atraso_estoque: 0 },
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

it('connects a further account again by a pasted token, where there is no page of consent', async () => {
  const lost = {
    ...SECOND,
    estado: 'reconectar',
    motivo: 'A Amazon não aceita mais a autorização.',
  } as const;
  const status: IntegrationStatus = {
    mercadolivre: { modo: 'simulado', conexao: null },
    amazon: { modo: 'real', conexao: null, pode_autorizar: false },
    pagamento: { modo: 'simulado' },
    a_reconectar: [],
  };
  const server = new FakeServer({
    'integrations.status': () => status,
    'integrations.accounts': () => ({ itens: [{ ...FIRST, estado: 'conectada' }, lost] }),
    'integrations.adopt': () => status,
  });
  openApp('/integracao');
  click(await until(() => screen.getByRole('button', { name: 'Reconectar Loja B' })));
  const token = await until(() => screen.getByLabelText('Refresh token *'));
  fireEvent.input(token, { target: { value: 'Atzr|token' } });
  fireEvent.input(screen.getByLabelText('ID do vendedor *'), { target: { value: 'A2EXAMPLE' } });
  click(screen.getByRole('button', { name: 'Conectar' }));
  await until(() => expect(server.inputs('integrations.adopt')).toHaveLength(1));
  expect(server.inputs('integrations.adopt')).toMatchObject([
    { marketplace: 'amazon', conta_id: 'amazon-2' },
  ]);
});
