import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../../lib/data/data-provider';
import { PaymentAlerts } from './payment-alerts';

afterEach(() => vi.unstubAllGlobals());

function show(fields: { sem_notificacoes: boolean; divergentes: number; estornos_parados?: number }) {
  const data = { estornos_parados: 0, ...fields };
  vi.stubGlobal('fetch', async () => Response.json([{ result: { data } }]));
  return render(
    <DataProvider>
      <PaymentAlerts />
    </DataProvider>,
  );
}

it('tells an admin of notifications that stay away and of payments that do not agree', async () => {
  show({ sem_notificacoes: true, divergentes: 2 });
  expect(await screen.findByText(/^O Mercado Pago não avisou de nenhum pagamento/)).toBeDefined();
  expect(screen.getByText(/^2 pagamentos não conferem com o que foi pedido/)).toBeDefined();
});

it('says one payment that does not agree in the singular', async () => {
  show({ sem_notificacoes: false, divergentes: 1 });
  expect(await screen.findByText(/^1 pagamento não confere com o que foi pedido/)).toBeDefined();
  expect(screen.queryByText(/não avisou/)).toBeNull();
  expect(screen.queryByText(/estorno/)).toBeNull();
});

it.each([
  [1, /^1 estorno pedido não foi feito pelo Mercado Pago em um dia/],
  [2, /^2 estornos pedidos não foram feitos pelo Mercado Pago em um dia/],
])('tells of %d refunds that Mercado Pago has not made', async (estornos_parados, text) => {
  show({ sem_notificacoes: false, divergentes: 0, estornos_parados });
  expect(await screen.findByText(text)).toBeDefined();
});
