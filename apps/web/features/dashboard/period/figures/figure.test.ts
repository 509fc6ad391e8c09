import type { DashboardPeriod, PeriodFigures } from '@esteira/validators/dashboards/dashboard-period';
import type { PeriodOrder } from '@esteira/validators/dashboards/period-orders';
import { expect, it } from 'vitest';
import { explain, sumUp } from './figure-orders';
import {
  type FigureSource,
  findFigure,
  KNOWN_REVENUE,
  toBeforeAddress,
  toCostAddress,
  toPartAddress,
  toShareAddress,
} from './figure-source';

const total: PeriodFigures = {
  ...{ vendas: 2, receita: 158, lucro: 98, calculados: 1, cobrados: 0 },
  ...{ receita_calculada: 79, custos: 58.2, liquido: 20.8 },
};

const data: DashboardPeriod = {
  ...{ de: '2026-11-01', ate: '2026-11-22', total },
  custos: [{ codigo: 'frete_vendedor', valor: 14.45 }],
  partes: [{ de: '2026-11-02', ate: '2026-11-08', total, antes: null }],
  horas: [],
  anterior: { de: '2026-10-01', ate: '2026-10-22', momento: '2026-10-22T15:00:00.000Z', total },
  marketplaces: [{ marketplace: 'amazon', total, custos: [] }],
  produtos: [{ ...total, id: 'p1', nome: 'Luminária', unidades: 2 }],
  fornecedores: [{ ...total, id: null, nome: 'Desconhecido', unidades: 2 }],
};

const order = (changes: Partial<PeriodOrder> = {}): PeriodOrder => ({
  ...{ id: 'a', ml_order_id: '2000', marketplace: 'amazon', status: 'pendente', produto_nome: 'Luminária' },
  ...{ quantidade: 1, preco_venda: 79, lucro: 49, custos: 58.2, liquido: 20.8, cobrado: false },
  custo: null,
  criado_em: '2026-11-22T12:00:00Z',
  ...changes,
});

const summing = (figure: FigureSource['figure'], filter: FigureSource['filter'] = {}) => ({ figure, filter });

it('a figure is found by its address, with the orders that count', () => {
  expect(findFigure(data, 'receita')).toMatchObject({ figure: 'receita', name: null, filter: {} });
  expect(findFigure(data, toShareAddress('marketplace', 'amazon'))).toMatchObject({
    ...{ figure: 'liquido', name: 'Amazon', filter: { marketplace: 'amazon' } },
  });
  expect(findFigure(data, toShareAddress('produto', 'p1'))?.filter).toEqual({ produto_id: 'p1' });
  expect(findFigure(data, toShareAddress('fornecedor', null))?.filter).toEqual({
    fornecedor_id: 'desconhecido',
  });
});

it('what is compared, a cost, a part and any figure of a share have their own days, orders and amount', () => {
  expect(findFigure(data, toBeforeAddress('lucro'))).toMatchObject({
    ...{ figure: 'lucro', amount: 98, filter: {} },
    span: { de: '2026-10-01', ate: '2026-10-22', momento: '2026-10-22T15:00:00.000Z' },
  });
  expect(findFigure(data, toCostAddress('frete_vendedor'))).toMatchObject({
    ...{ figure: 'custo', name: 'Frete', amount: 14.45, filter: { custo: 'frete_vendedor' } },
    span: { de: '2026-11-01', ate: '2026-11-22' },
  });
  expect(findFigure(data, toPartAddress({ de: '2026-11-02', ate: '2026-11-08' }, 'receita'))).toMatchObject({
    ...{ figure: 'receita', amount: 158, span: { de: '2026-11-02', ate: '2026-11-08' } },
  });
  expect(findFigure(data, toShareAddress('produto', 'p1', 'vendas'))).toMatchObject({
    ...{ figure: 'vendas', amount: 2, filter: { produto_id: 'p1' } },
  });
});

it.each([
  ...['', 'toString', 'marketplace.x', 'produto.p2', 'outro.p1', 'produto', 'antes', 'antes.custo'],
  ...['custo.ads', 'custo.x', 'parte.2026-11-02', 'parte.2026-11-02.2026-11-08', 'produto.p1.x'],
])('%j is no figure', (address) => {
  expect(findFigure(data, address)).toBeNull();
});

it('each order says how its amount comes about, and they sum to the cent', () => {
  const orders = [order(), order({ quantidade: 3, custos: null, liquido: null })];
  expect(orders.map((each) => explain(each, summing('liquido')))).toEqual([
    'R$\u00a079,00 − R$\u00a058,20, estimado',
    'faltam dados dos custos',
  ]);
  expect(explain(order({ cobrado: true }), summing('liquido'))).toBe(
    'R$\u00a079,00 − R$\u00a058,20, cobrado',
  );
  expect(orders.map((each) => explain(each, summing('receita')))).toEqual(['1 unidade', '3 unidades']);
  expect(explain(order(), summing('lucro'))).toBe('R$\u00a079,00 − R$\u00a030,00');
  const freights = [order({ custo: 14.45 }), order({ custo: 7.5 }), order({ custos: null })];
  expect(sumUp(freights, 'custo')).toBe('R$\u00a021,95');
  expect([sumUp(orders, 'vendas'), sumUp(orders, 'lucro'), sumUp(orders, 'liquido')]).toEqual([
    ...['2', 'R$\u00a098,00', 'R$\u00a020,80'],
  ]);
});

it('the revenue that costs are taken from is of those orders alone whose costs are all known', () => {
  const source = findFigure(data, KNOWN_REVENUE);
  expect(source).toMatchObject({ name: 'Receita de 1 pedido', amount: 79, filter: {} });
  const orders = [order(), order({ custos: null, liquido: null })];
  expect(sumUp(orders, KNOWN_REVENUE)).toBe('R$\u00a079,00');
  expect(orders.map((each) => explain(each, summing(KNOWN_REVENUE)))).toEqual([
    ...['1 unidade', 'faltam dados dos custos'],
  ]);
});

it('only what the marketplace takes was charged or is estimated until then', () => {
  const charged = order({ cobrado: true, custo: 1.5 });
  const freight = summing('custo', { custo: 'frete_vendedor' });
  expect([explain(charged, freight), explain(order({ custo: 7.5 }), freight)]).toEqual([
    ...['de R$\u00a079,00, cobrado', 'de R$\u00a079,00, estimado'],
  ]);
  for (const custo of ['embalagem', 'imposto', 'fornecedor'] as const) {
    expect(explain(charged, summing('custo', { custo }))).toBe('de R$\u00a079,00');
  }
});
