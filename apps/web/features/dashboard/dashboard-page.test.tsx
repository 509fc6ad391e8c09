import { addDays } from '@esteira/domain/days';
import type { DashboardStats, DashboardTodo } from '@esteira/validators/dashboards/dashboard';
import type { DashboardPeriod } from '@esteira/validators/dashboards/dashboard-period';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeServer } from '../../testing/fake-server';
import { click, getButton, getPart } from '../../testing/find';
import { closeApp, openApp, until } from '../../testing/open-app';
import { listOf, PRODUCT } from '../../testing/samples';

const STATS: DashboardStats = {
  ...{ total_vendas: 137, total_vendas_ml: 100, total_vendas_amazon: 37, pedidos_pendentes: 1 },
  ...{ receita_total: 9000, lucro_total: 3000, produtos_estoque_baixo: 0 },
  vendas_mes: [{ mes: '2026-11', vendas: 76 }],
  produtos_mais_vendidos: [{ nome: 'Caneca', vendas: 137 }],
  vendas_por_marketplace: { mercadolivre: 100, amazon: 37 },
};

const NOTHING_TO_DO: DashboardTodo = {
  ...{ aprovar: 0, aprovar_desde: null, enviar: 0, pagar: 0, pagar_valor: 0, despachar: 0 },
  ...{ atrasados: 0, atrasados_desde: null, cancelados: 0, etiquetas: 0, atencao: 0, sem_estoque: 0 },
  ...{ margem_caiu: 0, margem_caiu_em: null, margem_minima: null },
};

const FIGURES = {
  ...{ vendas: 2, receita: 100, lucro: 40, calculados: 2, cobrados: 0, receita_calculada: 100, custos: 80 },
  liquido: 20,
};

/** The same was sold in every period. */
const sellInPeriod = ({ de, ate }: { de: string; ate: string }): DashboardPeriod => ({
  ...{ de, ate, total: FIGURES, partes: [{ de, ate, total: FIGURES, antes: null }], horas: [], custos: [] },
  anterior: { de: addDays(de, -1), ate: addDays(de, -1), momento: null, total: FIGURES },
  ...{ marketplaces: [], produtos: [], fornecedores: [] },
});

const openDashboard = (answers: Record<string, (input: never) => unknown>, address = '/') => {
  const server = new FakeServer({
    'dashboard.stats': () => STATS,
    'dashboard.todo': () => NOTHING_TO_DO,
    'dashboard.period': sellInPeriod,
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
    'products.list': ({ busca = '' }: { busca?: string }) =>
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

it('the orders that the total leaves out are counted beside it and lead to their list', async () => {
  openDashboard({ 'dashboard.todo': () => ({ ...NOTHING_TO_DO, cancelados: 52 }) });
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
  fireEvent.click(period.getByRole('button', { name: 'Hoje' }));
  await until(() => expect(server.count('dashboard.period')).toBe(1));
  expect(server.inputs('dashboard.period')).toEqual([
    { de: expect.stringMatching(/^20/), ate: expect.stringMatching(/^20/) },
  ]);
  expect(period.queryByText(/^Escolha duas datas/)).toBeNull();
});

it("yesterday's profit takes one click", async () => {
  const server = openDashboard({});
  const period = await until(() => within(getPart('Período')));
  await until(() => period.getByRole('button', { name: /, lucro: por que este número/ }));
  fireEvent.click(period.getByRole('button', { name: 'Ontem' }));
  await until(() => expect(server.count('dashboard.period')).toBe(2));
  const [month, yesterday] = server.inputs('dashboard.period') as { de: string; ate: string }[];
  // The first of a month is a day like any other, unless it is asked for as this month so far.
  expect(month).toMatchObject({ este_mes: true });
  expect(yesterday).toEqual({ de: yesterday?.ate, ate: addDays(month?.ate ?? '', -1) });
  expect(location.search).toBe('?periodo=ontem');
  await until(() => period.getByText(/comparado com/));
  expect(period.getByRole('button', { name: /^R\$.40,00, lucro: por que/ }).textContent).toMatch(/40,00/);
});

it('says what to do, then the period, then the totals, and draws nothing that the period would push down', async () => {
  const server = openDashboard({ 'dashboard.stats': () => ({ ...STATS, produtos_estoque_baixo: 1 }) });
  const release = server.hold((call) => call === 'dashboard.period');
  const heads = () => [...document.querySelectorAll('main h2')].map((head) => head.textContent);
  await until(() => expect(server.count('dashboard.period')).toBe(1));
  expect(screen.queryByText('Total de Vendas')).toBeNull();
  release();
  await until(() => screen.getByText('Vendas por Mês'));
  expect(heads()).toEqual([
    ...['O que fazer agora', 'Período', '1 produto com estoque baixo (menos de 5 unidades)'],
    ...['Vendas por Mês', 'Produtos Mais Vendidos', 'Vendas por Marketplace'],
    expect.stringMatching(/^Período em detalhe: /),
  ]);
  expect(document.querySelector('main')?.textContent).not.toMatch(/Por que este número/);
  const names = screen
    .getAllByTitle('Por que este número?')
    .map((figure) => figure.getAttribute('aria-label'));
  expect(names).toContain('137, Total de Vendas: por que este número?');
});

it('the chart tells the values of a part by pointer, by touch and by keyboard', async () => {
  openDashboard({
    'dashboard.period': ({ de, ate }: { de: string; ate: string }) => ({
      ...sellInPeriod({ de, ate }),
      partes: ['2026-11-01', '2026-11-02'].map((day, index) => ({
        ...{ de: day, ate: day, total: { ...FIGURES, receita: 100 + index } },
        antes: { de: '2026-10-01', ate: '2026-10-01', receita: 7 },
      })),
    }),
  });
  const slider = await until(() => screen.getByLabelText('Vendas no gráfico'));
  expect(slider.getAttribute('aria-valuetext')?.replace(/\s/g, ' ')).toBe(
    '02/11: Receita R$ 101,00, Lucro R$ 40,00, Líquido R$ 20,00, Receita em 01/10 R$ 7,00',
  );
  fireEvent.focus(slider);
  fireEvent.change(slider, { target: { value: '0' } });
  screen.getByText('Receita em 01/10');
  expect(slider.getAttribute('aria-valuetext')).toMatch(/^01\/11: Receita R\$.100,00/);
  fireEvent.blur(slider);
  expect(screen.queryByText('Receita em 01/10')).toBeNull();
  const plot = slider.parentElement ?? document.body;
  plot.getBoundingClientRect = () => new DOMRect(0, 0, 200, 100);
  fireEvent.pointerDown(plot, { pointerType: 'touch', clientX: 0 });
  fireEvent.pointerLeave(plot, { pointerType: 'touch' });
  screen.getByText('Receita em 01/10');
  fireEvent.pointerMove(plot, { pointerType: 'mouse', clientX: 0 });
  fireEvent.pointerLeave(plot, { pointerType: 'mouse' });
  expect(screen.queryByText('Receita em 01/10')).toBeNull();
});

const ACCOUNT = {
  ...{
    apelido: null,
    vendedor_id: null,
    estado: 'simulada',
    padrao: false,
    ativos: 0,
    pausados: 0,
    lido_em: null,
  },
  marketplace: 'mercadolivre',
};

it('a seller who has sold nothing sees the months, best sellers and marketplaces too, with nothing behind their zeros', async () => {
  openDashboard({
    'dashboard.stats': () => ({
      ...{ ...STATS, total_vendas: 0, total_vendas_ml: 0, total_vendas_amazon: 0, pedidos_pendentes: 0 },
      ...{ receita_total: 0, lucro_total: 0, produtos_mais_vendidos: [] },
      vendas_mes: ['2026-10', '2026-11'].map((mes) => ({ mes, vendas: 0 })),
      vendas_por_marketplace: { mercadolivre: 0, amazon: 0 },
    }),
    'dashboard.period': (span: { de: string; ate: string }) => ({
      ...sellInPeriod(span),
      total: { ...FIGURES, vendas: 0 },
    }),
  });
  const panelOf = (title: string) => within(screen.getByText(title).closest('section') as HTMLElement);
  const months = await until(() => panelOf('Vendas por Mês').getAllByRole('listitem'));
  expect(months.map((month) => month.textContent)).toEqual(['out. de 20260', 'nov. de 20260']);
  panelOf('Produtos Mais Vendidos').getByText('Nenhum produto cadastrado foi vendido ainda.');
  const shares = panelOf('Vendas por Marketplace').getAllByRole('listitem');
  expect(shares.map((share) => share.textContent)).toEqual([
    expect.stringMatching(/Mercado Livre00,0%$/),
    expect.stringMatching(/Amazon00,0%$/),
  ]);
  expect(screen.queryAllByTitle('Por que este número?')).toEqual([]);
});

it('from the second account on the figures of all and of one are told apart, down to their orders', async () => {
  const server = openDashboard({
    'integrations.accounts': () => ({
      itens: [
        { ...ACCOUNT, id: 'mercadolivre-1', nome: 'Loja A' },
        { ...ACCOUNT, id: 'mercadolivre-2', nome: 'Loja B' },
      ],
    }),
    'dashboard.accounts': () =>
      ['A', 'B'].map((name, index) => ({
        ...{ marketplace: 'mercadolivre', vendas: 50, receita: 100 },
        conta: { id: `mercadolivre-${index + 1}`, nome: `Loja ${name}` },
      })),
    'dashboard.periodOrders': () => listOf(),
    'dashboard.months': () => ({ meses: [] }),
  });
  const account = await until(() => screen.getByRole('combobox', { name: 'Conta' }));
  const splits = () =>
    screen.queryAllByText(/^Loja [AB]$/, { selector: 'span' }).map((one) => one.textContent);
  await until(() => expect(splits()).toEqual(['Loja A', 'Loja B']));
  fireEvent.change(account, { target: { value: 'mercadolivre-2' } });
  const conta_id = 'mercadolivre-2';
  await until(() => expect(server.inputs('dashboard.stats')).toEqual([undefined, { conta_id }]));
  await until(() => expect(server.inputs('dashboard.period')[1]).toMatchObject({ conta_id }));
  expect(location.search).toBe('?conta_id=mercadolivre-2');
  expect(splits()).toEqual(['Loja B']);
  expect(getButton(/^76 vendas em/).getAttribute('href')).toMatch(/&conta_id=mercadolivre-2$/);
  click(await until(() => getButton('137, Total de Vendas: por que este número?')));
  await until(() => expect(server.inputs('dashboard.months')).toEqual([{ conta_id }]));
  history.back();
  click(await until(() => getButton(/^2, vendas: por que este número/)));
  await until(() => expect(server.inputs('dashboard.periodOrders')[0]).toMatchObject({ conta_id }));
});

it('with one account on each marketplace nothing is to be chosen', async () => {
  openDashboard({
    'integrations.accounts': () => ({
      itens: ['mercadolivre', 'amazon'].map((marketplace) => ({
        ...ACCOUNT,
        ...{ marketplace, id: `${marketplace}-1`, nome: 'Conta 1' },
      })),
    }),
  });
  await until(() => screen.getByText('Vendas por Mês'));
  expect(screen.queryByRole('combobox', { name: 'Conta' })).toBeNull();
});

it('a cost within a figure is taken off with the minus of all amounts', async () => {
  openDashboard({ 'dashboard.periodOrders': () => listOf() }, '/?porque=lucro');
  const parts = await until(() => {
    const [list] = within(screen.getByRole('dialog', { name: 'Por que este número?' })).getAllByRole('term');
    return list?.closest('dl')?.textContent?.replaceAll('\u00a0', ' ');
  });
  expect(parts).toBe('ReceitaR$ 100,00Custo do fornecedor\u2212R$ 60,00LucroR$ 40,00');
});
