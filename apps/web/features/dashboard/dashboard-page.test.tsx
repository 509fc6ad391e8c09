import type { DashboardStats, DashboardTrend } from '@esteira/validators/dashboards/dashboard';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeServer } from '../../testing/fake-server';
import { click, getButton, getPart } from '../../testing/find';
import { closeApp, fill, openApp, until } from '../../testing/open-app';
import { listOf, PRODUCT } from '../../testing/samples';

const STATS: DashboardStats = {
  ...{ total_vendas: 137, total_vendas_ml: 100, total_vendas_amazon: 37, pedidos_pendentes: 1 },
  ...{ receita_total: 9000, lucro_total: 3000, produtos_estoque_baixo: 0 },
  vendas_mes: [{ mes: '2026-11', vendas: 76 }],
  produtos_mais_vendidos: [{ nome: 'Caneca', vendas: 137 }],
  vendas_por_marketplace: { mercadolivre: 100, amazon: 37 },
};

const NO_MONTH = { vendas: 0, receita: 0, lucro: 0 };
const NO_TREND: DashboardTrend = {
  atual: { mes: '2026-11', ...NO_MONTH },
  anterior: { mes: '2026-10', ...NO_MONTH, ate: '2026-10-21T15:30:00.000Z' },
  cancelados: 0,
};

const openDashboard = (answers: Record<string, (input: { busca?: string }) => unknown>, address = '/') => {
  const server = new FakeServer({
    'dashboard.stats': () => STATS,
    'dashboard.trend': () => NO_TREND,
    ...answers,
  });
  openApp(address);
  return server;
};

const seeHeading = (name: string) =>
  until(() => expect(document.querySelector('h1')?.textContent).toBe(name));

afterEach(closeApp);

it('low stock leads to the product, by its SKU where it has one', async () => {
  const low = [
    { ...PRODUCT, id: 'p2', nome: 'Teclado & Mouse', estoque: 2 },
    { ...PRODUCT, id: 'p3', nome: 'Monitor', estoque: 3, sku: 'MON-27' },
  ];
  openDashboard({
    'dashboard.stats': () => ({ ...STATS, produtos_estoque_baixo: 2 }),
    'dashboard.lowStock': () => low,
    'products.list': ({ busca = '' }) =>
      listOf(...low.filter(({ nome, sku }) => [nome, sku].includes(busca))),
  });
  const card = (id: string) => document.querySelector(`[data-item="${id}"]`);
  await until(() => screen.getByText('2 produtos com estoque baixo', { exact: false }));
  click(await until(() => getButton('Teclado & Mouse')));
  await seeHeading('Produtos');
  await until(() => expect(card('p2')).not.toBeNull());
  expect(card('p3')).toBeNull();
  history.back();
  await seeHeading('Dashboard');
  click(await until(() => getButton('Monitor')));
  await until(() => expect(card('p3')).not.toBeNull());
  expect(location.pathname + location.search).toBe('/produtos?busca=MON-27');
});

it('the figures compare this month with the same days of the one before', async () => {
  openDashboard({
    'dashboard.trend': () => ({
      atual: { mes: '2026-11', vendas: 76, receita: 6390, lucro: 50 },
      anterior: { ...NO_TREND.anterior, vendas: 61, receita: 6390, lucro: 100 },
      cancelados: 0,
    }),
  });
  for (const [text, before] of [
    ['76 em novembro · +25% em relação a 1–21 de outubro', '1–21 de outubro: 61'],
    ['R$ 6.390,00 em novembro · 0% em relação a 1–21 de outubro', '1–21 de outubro: R$ 6.390,00'],
    ['R$ 50,00 em novembro · −50% em relação a 1–21 de outubro', '1–21 de outubro: R$ 100,00'],
  ] as const) {
    const figure = await until(() => screen.getByTitle(before));
    expect(figure.textContent?.replace(/\s/g, ' ')).toBe(text);
  }
  expect(screen.queryByText(/cancelado/)).toBeNull();
});

it('the orders that the total leaves out are counted beside it and lead to their list', async () => {
  openDashboard({ 'dashboard.trend': () => ({ ...NO_TREND, cancelados: 52 }) });
  click(await until(() => getButton('sem os 52 cancelados')));
  await seeHeading('Pedidos');
  expect(location.pathname + location.search).toBe('/pedidos?status=cancelado');
});

it('an address with dates out of range asks for others, and the server for nothing', async () => {
  const server = openDashboard({}, '/?periodo=datas&de=9999-12-01&ate=9999-12-31');
  const period = await until(() => within(getPart('Período')));
  expect(period.getByRole('alert').textContent).toBe(
    'Escolha duas datas de 2000 a 2100, da mais antiga para a mais recente, com no máximo 366 dias',
  );
  expect(server.count('dashboard.period')).toBe(0);
  fill(period.getByLabelText('Período'), 'hoje');
  await until(() => expect(server.count('dashboard.period')).toBe(1));
  expect(server.inputs('dashboard.period')).toEqual([
    { de: expect.stringMatching(/^20/), ate: expect.stringMatching(/^20/) },
  ]);
  expect(period.queryByText(/^Escolha duas datas/)).toBeNull();
});
