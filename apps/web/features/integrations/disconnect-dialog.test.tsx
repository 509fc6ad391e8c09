import type { MarketplaceAccount } from '@esteira/validators/marketplaces/accounts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeServer, Refusal } from '../../testing/fake-server';
import { click } from '../../testing/find';
import { closeApp, getToasts, openApp, pass, until } from '../../testing/open-app';
import { COUNTS, SIMULATED } from '../../testing/samples';

afterEach(closeApp);

const conexao = {
  conta_nome: 'Loja da Ana',
  status: 'conectado',
  motivo: null,
  conectado_em: '2026-11-20T12:00:00Z',
};
const modo = 'real';
const CONNECTED = {
  ...SIMULATED,
  mercadolivre: { modo, conexao },
  amazon: { modo, conexao, pode_autorizar: false },
};
const toAccount = (marketplace: MarketplaceAccount['marketplace']): MarketplaceAccount => ({
  ...{ id: `${marketplace}-1`, marketplace, nome: 'Conta 1', apelido: 'Loja da Ana', vendedor_final: null },
  ...{ estado: 'conectada', motivo: null, lida_em: null, anuncios: 1, padrao: true },
  ...{ atraso_pedidos: 0, atraso_estoque: 0 },
});

/** Opens the dialog of an account with so many orders that are not delivered. */
async function open(name: 'Amazon' | 'Mercado Livre', { pago = 2, a_retirar = true } = {}) {
  const server = new FakeServer({
    'integrations.status': () => CONNECTED,
    'integrations.accounts': () => ({ itens: [toAccount('mercadolivre'), toAccount('amazon')] }),
    'orders.counts': () => ({
      ...COUNTS,
      por_status: { ...COUNTS.por_status, pendente: 0, pago, entregue: 9 },
    }),
    'account.confirmPassword': ({ senha_atual }: { senha_atual: string }) => {
      if (senha_atual === 'certa') return null;
      const mensagem = 'Senha atual incorreta';
      throw new Refusal(422, mensagem, { erros: [{ campo: 'senha_atual', mensagem }] });
    },
    'publication.pauseAccount': () => ({ pausados: 1, proximo_cursor: null }),
    'integrations.disconnect': () => ({ ...CONNECTED, a_retirar }),
  });
  openApp('/integracao');
  click(await until(() => screen.getByRole('button', { name: `Desconectar ${name}` })));
  await until(() => screen.getByRole('dialog', { name: 'Desconectar Loja da Ana?' }));
  await until(() => screen.getByRole('radio', { name: 'Só desconectar' }));
  return server;
}

const confirm = () => click(screen.getByRole('button', { name: 'Desconectar' }));
const ERASING = 'Desconectar e apagar dados dos compradores';
const KEPT = 'Os dados de compradores da Amazon serão apagados em 30 dias se você não conectar de novo.';

it('only disconnects unless told, and says when buyers of Amazon go and where Esteira is taken away', async () => {
  const server = await open('Amazon');
  screen.getByText(KEPT);
  confirm();
  await until(() =>
    expect(getToasts().join()).toContain(
      'Na Amazon: Seller Central → Apps e serviços → Gerenciar seus apps.',
    ),
  );
  expect(server.inputs('integrations.disconnect')).toEqual([{ marketplace: 'amazon', conta_id: 'amazon-1' }]);
});

it('erases buyers for the password alone: a wrong one begins nothing', async () => {
  const server = await open('Mercado Livre');
  expect(screen.queryByText(KEPT)).toBeNull();
  await until(() =>
    screen.getByText('2 pedidos ainda não foram entregues. Sem o endereço eles não podem ser enviados.'),
  );
  click(screen.getByRole('radio', { name: ERASING }));
  const password = await until(() => screen.getByLabelText(/^Senha atual/));
  fireEvent.input(password, { target: { value: 'errada' } });
  confirm();
  await until(() => screen.getByText('Senha atual incorreta'));
  expect(server.inputs('publication.pauseAccount')).toEqual([]);
  fireEvent.input(password, { target: { value: 'certa' } });
  confirm();
  await until(() => expect(server.inputs('integrations.disconnect')).toHaveLength(1));
  expect(server.inputs('integrations.disconnect')).toEqual([
    { marketplace: 'mercadolivre', conta_id: 'mercadolivre-1', apagar: { senha_atual: 'certa' } },
  ]);
  await until(() =>
    expect(getToasts().join()).toContain(
      'Retire a Esteira também no Mercado Livre, em Aplicativos conectados.',
    ),
  );
});

it('counts one order in words of its own, and none not at all', async () => {
  await open('Amazon', { pago: 1 });
  await until(() =>
    screen.getByText('1 pedido ainda não foi entregue. Sem o endereço ele não pode ser enviado.'),
  );
  closeApp();
  await open('Amazon', { pago: 0 });
  expect(screen.queryByText(/Sem o endereço/)).toBeNull();
});

it('says nothing of the marketplace that heard of it', async () => {
  await open('Mercado Livre', { a_retirar: false });
  confirm();
  await until(() => expect(getToasts().join()).toContain('Loja da Ana desconectada!'));
  expect(getToasts().join()).not.toContain('Retire');
});

it.each([
  ['Cancelar', () => click(screen.getByRole('button', { name: 'Cancelar' }))],
  ['the cross', () => click(screen.getByRole('button', { name: 'Fechar' }))],
  ['Esc', () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })],
])('%s stops before the next listings are unpublished, and nothing is disconnected', async (_, close) => {
  const server = await open('Mercado Livre');
  const dialog = () => screen.queryByRole('dialog', { name: 'Desconectar Loja da Ana?' });
  server.answers['publication.pauseAccount'] = ({ cursor }: { cursor: string | null }) => ({
    pausados: 1,
    proximo_cursor: cursor === null ? 'seguinte' : null,
  });
  const release = server.hold((call) => call === 'publication.pauseAccount');
  confirm();
  await until(() => expect(server.count('publication.pauseAccount')).toBe(1));
  close();
  await until(() => expect(dialog()).toBeNull());
  // Opened again meanwhile, it stays.
  click(await until(() => screen.getByRole('button', { name: 'Desconectar Mercado Livre' })));
  await until(() => expect(dialog()).not.toBeNull());
  const read = server.count('integrations.accounts');
  release();
  await until(() => expect(server.count('integrations.accounts')).toBeGreaterThan(read));
  await pass(500);
  expect(server.count('publication.pauseAccount')).toBe(1);
  expect(server.count('integrations.disconnect')).toBe(0);
  expect(dialog()).not.toBeNull();
});
