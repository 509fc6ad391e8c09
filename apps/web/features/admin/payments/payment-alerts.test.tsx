import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../../lib/data/data-provider';
import { PaymentAlerts } from './payment-alerts';

afterEach(() => vi.unstubAllGlobals());

function show(data: { sem_notificacoes: boolean; divergentes: number }) {
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
});
