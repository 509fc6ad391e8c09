import type { Notice } from '@esteira/validators/accounts/notices';
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeServer } from '../../testing/fake-server';
import { click, getButton } from '../../testing/find';
import { closeApp, openApp, until } from '../../testing/open-app';

const order = { pedido_id: 'p1', ml_order_id: '123', produto_nome: 'Caneca' };
const NEWEST = '2026-11-22T10:00:00.000Z';
const ITENS: Notice[] = [
  { ...order, id: 'a', em: NEWEST, tipo: 'venda', marketplace: 'amazon', conta: null, preco_venda: 59.9 },
  {
    ...order,
    id: 'b',
    em: '2026-11-22T09:00:00.000Z',
    tipo: 'atencao',
    codigo: 'bloqueado',
    mensagem: 'Fraude',
  },
];

async function openBell(): Promise<FakeServer> {
  let lido_ate = '2026-11-21T00:00:00.000Z';
  const server = new FakeServer({
    'notices.unread': () => ({ nao_lidos: 2 }),
    'notices.list': () => ({ itens: ITENS, lido_ate }),
    'notices.markRead': ({ ate }: { ate: string }) => {
      lido_ate = ate;
      return null;
    },
  });
  openApp('/tutorial');
  click(await until(() => getButton(/^Notificações/)));
  await until(() => screen.getByRole('tab', { name: 'Importante (1)', selected: true }));
  screen.getByText('Requer atenção: Pedido #123');
  return server;
}

afterEach(closeApp);

it('what was not in sight stays unread: all is read once each tab with something unread was opened', async () => {
  const server = await openBell();
  expect(server.count('notices.markRead')).toBe(0);
  click(screen.getByRole('tab', { name: 'Vendas (1)' }));
  screen.getByText('Venda na Amazon: Caneca');
  await until(() => expect(server.inputs('notices.markRead')).toEqual([{ ate: NEWEST }]));
  await until(() => expect(screen.queryByText('Marcar todas como lidas')).toBeNull());
});

it('marks all as read at one click', async () => {
  const server = await openBell();
  click(getButton('Marcar todas como lidas'));
  await until(() => expect(server.inputs('notices.markRead')).toEqual([{ ate: NEWEST }]));
});
