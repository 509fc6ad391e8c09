import type { IntegrationStatus } from '@esteira/validators/marketplaces/integration';
import { act, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../lib/data/data-provider';
import { trpc } from '../../lib/data/trpc';
import { paths } from '../../paths';
import { ReconnectBanner } from './reconnect-banner';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const conexao = {
  conta_nome: 'LOJADAANA',
  status: 'reconectar',
  motivo: 'O Mercado Livre não aceita mais a autorização.',
  conectado_em: '2026-11-20T12:00:00.000Z',
} as const;

const simulated: IntegrationStatus = {
  mercadolivre: { modo: 'simulado', conexao: null },
  amazon: { modo: 'simulado', conexao: null, pode_autorizar: false },
  pagamento: { modo: 'simulado' },
  a_reconectar: [],
};
const lost = { marketplace: 'mercadolivre', nome: 'LOJADAANA' } as const;
const refused: IntegrationStatus = {
  ...simulated,
  mercadolivre: { modo: 'real', conexao },
  a_reconectar: [lost],
};

/** Says what is known beside the banner: what is not there can only be missed once it is. */
function Known() {
  return <output>{trpc.integrations.status.useQuery(undefined, { enabled: false }).status}</output>;
}

/** Whatever else is asked again at every return of the seller. */
function Other() {
  trpc.auth.me.useQuery(undefined, { staleTime: 0 });
  return null;
}

/** Opens a page whose questions are answered so; returns the addresses that were asked. */
function openPage(path: string, answer: (url: string) => Response | Promise<Response>) {
  const asked = vi.fn(async (url: string) => answer(url));
  vi.stubGlobal('fetch', asked);
  render(
    <MemoryRouter initialEntries={[path]}>
      <DataProvider>
        <ReconnectBanner />
        <Known />
        <Other />
      </DataProvider>
    </MemoryRouter>,
  );
  return (procedure: string) => asked.mock.calls.filter(([url]) => url.includes(procedure)).length;
}

const procedures = (url: string) => new URL(url, 'http://esteira.test').pathname.split(',');
const telling = (data: IntegrationStatus) => (url: string) =>
  Response.json(procedures(url).map(() => ({ result: { data } })));
const banner = () => screen.queryByRole('complementary');
const isKnown = (outcome: 'success' | 'error') => screen.findByText(outcome);

it('names the account that must be connected again, and leads to where that is done', async () => {
  openPage(paths.orders, telling(refused));
  const shown = await screen.findByRole('complementary', { name: 'Conta a reconectar' });
  expect(shown.textContent).toContain('A conta LOJADAANA do Mercado Livre precisa ser reconectada.');
  expect(shown.textContent).toContain('Enquanto isso, pedidos e anúncios não são atualizados.');
  expect(shown.contains(screen.getByRole('alert'))).toBe(true);
  expect(screen.getByRole('link', { name: 'Reconectar' }).getAttribute('href')).toBe('/integracao');
});

it('names both accounts in one banner', async () => {
  const a_reconectar = [lost, { marketplace: 'amazon', nome: 'Ana' } as const];
  openPage(paths.dashboard, telling({ ...refused, a_reconectar }));
  expect((await screen.findByRole('complementary')).textContent).toContain(
    'As contas LOJADAANA do Mercado Livre e Ana da Amazon precisam ser reconectadas.',
  );
});

it('tells from when on buyers of Amazon’s are erased', async () => {
  openPage(
    paths.integrations,
    telling({ ...simulated, apaga_amazon_a_partir_de: '2026-12-04T15:00:00.000Z' }),
  );
  expect((await screen.findByRole('complementary', { name: 'Dados de compradores' })).textContent).toContain(
    'A partir de 04/12/2026 os dados de compradores da Amazon são apagados 30 dias após a entrega.',
  );
});

it('asks for another password where Amazon wants one', async () => {
  openPage(paths.orders, telling({ ...simulated, senha_antiga: true }));
  const shown = await screen.findByRole('complementary', { name: 'Senha' });
  expect(shown.textContent).toContain('Sua senha tem mais de um ano.');
});

it('leaves it to the page Integrações where that is open', async () => {
  openPage(paths.integrations, telling(refused));
  await isKnown('success');
  expect(banner()).toBeNull();
});

it.each([
  ['everything is simulated', simulated],
  [
    'the account is connected',
    { ...simulated, mercadolivre: { modo: 'real', conexao: { ...conexao, status: 'conectado' } } },
  ],
  ['no account was ever connected', { ...simulated, mercadolivre: { modo: 'real', conexao: null } }],
] as const)('shows nothing while %s', async (_, status) => {
  openPage(paths.orders, telling(status));
  await isKnown('success');
  expect(banner()).toBeNull();
});

it('shows nothing while it does not know', async () => {
  const timesAsked = openPage(paths.orders, () => new Promise(() => {}));
  await waitFor(() => expect(timesAsked('integrations.status')).toBe(1));
  expect(banner()).toBeNull();
});

it('shows nothing when the server does not say', async () => {
  const error = { message: 'x', code: -32003, data: { httpStatus: 403, detail: 'x', path: 'x' } };
  openPage(paths.orders, (url) =>
    Response.json(
      procedures(url).map(() => ({ error })),
      { status: 403 },
    ),
  );
  await isKnown('error');
  expect(banner()).toBeNull();
});

/** An hour later the seller comes back to the window. */
async function comeBack(): Promise<void> {
  vi.setSystemTime(Date.now() + 60 * 60_000);
  await act(async () => {
    window.dispatchEvent(new Event('visibilitychange'));
  });
}

it.each([
  ['asks again when the seller comes back to a shop that sells for real', refused, 2],
  ['asks once while nothing is real', simulated, 1],
] as const)('%s', async (_, status, times) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const timesAsked = openPage(paths.orders, telling(status));
  await isKnown('success');
  await comeBack();
  await waitFor(() => expect(timesAsked('auth.me')).toBe(2));
  expect(timesAsked('integrations.status')).toBe(times);
});
