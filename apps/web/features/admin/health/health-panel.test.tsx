import type { PlatformHealth, ServiceHealth } from '@esteira/validators/administration/admin-health';
import { render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../../lib/data/data-provider';
import { HealthPanel } from './health-panel';
import { MailAlert } from './mail-alert';

afterEach(() => vi.unstubAllGlobals());

const NONE = { chamadas: 0, falhas: 0, limitadas: 0, mais_lenta_ms: null };

function health(
  fields: Partial<ServiceHealth> = {},
  mais_antigo_em = new Date().toISOString(),
): PlatformHealth {
  const none = { ultima_hora: NONE, ultimo_dia: NONE, ultima_falha: null };
  return {
    servicos: [
      { ...none, servico: 'mercadolivre', modo: 'real', ...fields },
      { ...none, servico: 'amazon', modo: 'simulado' },
      { ...none, servico: 'mercadopago', modo: 'real' },
    ],
    emails: {
      modo: 'smtp',
      na_fila: 2,
      atrasados: 2,
      mais_antigo_em,
      sem_criptografia: false,
    },
  };
}

function show(data: PlatformHealth) {
  vi.stubGlobal('fetch', async () => Response.json([{ result: { data } }]));
  return render(
    <DataProvider>
      <MailAlert />
      <HealthPanel />
    </DataProvider>,
  );
}

it('tells of each service how its calls went, that a simulated one makes none, and of e-mails held up', async () => {
  const ultima_hora = { chamadas: 1_200, falhas: 600, limitadas: 7, mais_lenta_ms: 2_350 };
  const em = new Date().toISOString();
  const ultima_falha = { em, motivo: 'upstream_unavailable', operacao: 'readOrder' } as const;
  show(health({ ultima_hora, ultimo_dia: ultima_hora, ultima_falha }));
  const row = await screen.findByRole('row', { name: 'Última hora 1.200 600 7 2,4 s' });
  const free = within(screen.getByRole('region', { name: 'Mercado Livre' }));
  expect(free.getByText('Falhando')).toBeDefined();
  expect(free.getByText(/^Última falha: não respondeu \(readOrder\),/)).toBeDefined();
  expect(row).toBeDefined();
  const amazon = within(screen.getByRole('region', { name: 'Amazon' }));
  expect(amazon.getByText('Simulado')).toBeDefined();
  expect(amazon.queryByRole('table')).toBeNull();
  expect(screen.getByText(/^2 e-mails não saíram/)).toBeDefined();
});

it('says where nothing was called', async () => {
  show(health());
  const payments = within(await screen.findByRole('region', { name: 'Mercado Pago' }));
  expect(payments.getByText('Sem chamadas')).toBeDefined();
  expect(payments.getByText('Nenhuma falha nas últimas 24 horas.')).toBeDefined();
});

it('says in a sentence since when the oldest e-mail waits', async () => {
  show(health({}, '2025-11-20T00:01:00Z'));
  expect((await screen.findByText(/O mais antigo/)).textContent).toContain(
    'O mais antigo foi pedido em 19/11/2025 às 21:01.',
  );
});
