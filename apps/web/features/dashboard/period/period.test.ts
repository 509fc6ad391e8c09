import type { DashboardPeriod, PeriodFigures } from '@esteira/validators/dashboards/dashboard-period';
import { describe, expect, it } from 'vitest';
import { toChartItems, toReadings } from './chart/chart-items';
import { layOutChart, listGridLines, toLines } from './chart/chart-scale';
import { parsePeriod } from './period-search';
import { describeChange, describeNet, formatPart, formatSpan, hasLikeNet } from './period-texts';

const now = new Date('2026-11-21T15:00:00Z');
const read = (address: string) => parsePeriod(new URLSearchParams(address), now).span;

const figures = (changes: Partial<PeriodFigures> = {}): PeriodFigures => ({
  ...{ vendas: 2, receita: 100, lucro: 40, calculados: 2, cobrados: 0, receita_calculada: 100, custos: 80 },
  liquido: 20,
  ...changes,
});

describe('the period in the address', () => {
  it('is this month without a word, and what is no period is none', () => {
    expect(read('')).toEqual({ de: '2026-11-01', ate: '2026-11-21' });
    expect(read('periodo=7d')).toEqual({ de: '2026-11-15', ate: '2026-11-21' });
    expect(read('periodo=mes_passado')).toEqual({ de: '2026-10-01', ate: '2026-10-31' });
    expect(read('periodo=toString')).toEqual(read(''));
    const dates = 'periodo=datas&de=2026-01-01&ate=2026-02-01';
    expect(read(dates)).toEqual({ de: '2026-01-01', ate: '2026-02-01' });
    for (const wrong of [
      'de=2026-02-01&ate=2026-01-01',
      'de=2024-01-01&ate=2026-01-01',
      'de=x&ate=2026-13-01',
      'de=9999-12-30&ate=9999-12-31',
      'de=1999-12-30&ate=2000-01-01',
      'de=2100-12-31&ate=2101-01-01',
      'de=2026-02-30&ate=2026-03-10',
      '',
    ]) {
      expect(read(`periodo=datas&${wrong}`)).toBeNull();
    }
  });

  it('is written as its days', () => {
    expect(formatSpan({ de: '2026-11-01', ate: '2026-11-21' })).toBe('01/11 a 21/11/2026');
    expect(formatSpan({ de: '2025-12-30', ate: '2026-01-02' })).toBe('30/12/2025 a 02/01/2026');
    expect(formatSpan({ de: '2026-11-21', ate: '2026-11-21' })).toBe('21/11/2026');
    expect(formatPart({ de: '2026-11-16', ate: '2026-11-21' })).toBe('16/11 a 21/11');
    expect(formatPart({ de: '2026-11-16', ate: '2026-11-16' })).toBe('16/11');
  });
});

describe('the figures', () => {
  it('change in percent, where there is something to compare with', () => {
    expect([describeChange(150, 100), describeChange(97, 100), describeChange(100, 100)]).toEqual([
      ...['+50%', '−3%', '0%'],
    ]);
    expect([describeChange(150, 0), describeChange(null, 100), describeChange(1, null)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('say of how many orders the net value is, and whether it was charged', () => {
    expect(describeNet(figures())).toBe('estimado, de todos os pedidos');
    expect(describeNet(figures({ vendas: 3, cobrados: 1 }))).toBe('em parte cobrado, de 2 de 3 pedidos');
    expect(describeNet(figures({ cobrados: 2 }))).toBe('cobrado, de todos os pedidos');
    expect(describeNet(figures({ calculados: 0 }))).toBe('Nenhum pedido tem todos os custos conhecidos');
    const anterior = { de: '', ate: '', momento: null, total: figures() };
    expect(hasLikeNet({ total: figures(), anterior })).toBe(true);
    expect(hasLikeNet({ total: figures({ vendas: 3 }), anterior })).toBe(false);
  });
});

describe('the chart', () => {
  const part = (changes: Partial<PeriodFigures>) => ({
    antes: null,
    total: figures(changes),
  });

  it('lays every figure out over one scale with zero in it', () => {
    const chart = layOutChart([
      part({}),
      part({ receita: 0, lucro: 0, liquido: null }),
      part({ lucro: -100, liquido: -50 }),
    ]);
    expect([chart.top, chart.bottom, chart.zero]).toEqual([100, -100, 50]);
    expect(chart.parts[0]).toEqual({
      ...{ left: 0, width: 33.33, net: 40, before: null },
      revenue: { top: 0, height: 50 },
      profit: { top: 30, height: 20 },
    });
    expect(chart.parts[2]?.profit).toEqual({ top: 50, height: 50 });
    expect(toLines(chart, 'net')).toEqual(['16.67,40', '83.34,75']);
  });

  it.each([
    [10_400, 12_000],
    [12_600, 15_000],
    [4_250, 5_000],
    [61_000, 80_000],
    [99.9, 100],
    [0.4, 0.4],
  ])('of R$ %d at most ends at a round R$ %d, so that it fills most of its height', (most, top) => {
    expect(layOutChart([part({ receita: most, lucro: 0, liquido: 0 })]).top).toBeCloseTo(top);
  });

  it.each([
    [{ receita: 12_000 }, [0, 5_000, 10_000]],
    [{ receita: 3_000 }, [0, 1_000, 2_000, 3_000]],
    [{ receita: 100, lucro: -100 }, [-100, -50, 0, 50, 100]],
    [{ receita: 0.3 }, [0, 0.1, 0.2, 0.3]],
  ])('of %o has a few lines at round values', (most, values) => {
    const lines = listGridLines(layOutChart([part({ lucro: 0, liquido: 0, ...most })]));
    expect(lines.map(({ value }) => Math.round(value * 100) / 100)).toEqual(values);
  });

  it('shows the period before as a line, and says of each day what it is compared with', () => {
    const day = { de: '2026-11-01', ate: '2026-11-01', total: figures() };
    const antes = { de: '2026-10-01', ate: '2026-10-01', receita: 50 };
    const period = {
      ...{
        de: '2026-11-01',
        ate: '2026-11-02',
        horas: [],
        partes: [
          { ...day, antes },
          { ...day, antes: null },
        ],
      },
      anterior: { de: '2026-10-01', ate: '2026-10-02', momento: null, total: figures() },
    } as unknown as DashboardPeriod;
    const items = toChartItems(period);
    expect(toLines(layOutChart(items), 'before')).toEqual(['25,50']);
    const read = (item: (typeof items)[number]) => toReadings(item).map((reading) => reading.join(' '));
    expect(items.map(({ tick }) => tick)).toEqual(['01/11', '01/11']);
    expect(items.map(read)).toEqual([
      [
        'Receita R$\u00a0100,00',
        'Lucro R$\u00a040,00',
        'Líquido R$\u00a020,00',
        'Receita em 01/10 R$\u00a050,00',
      ],
      ['Receita R$\u00a0100,00', 'Lucro R$\u00a040,00', 'Líquido R$\u00a020,00'],
    ]);
    const horas = [{ hora: 9, total: figures(), antes: 7 }];
    expect(
      toChartItems({ ...period, horas }).map(({ label, before, tick }) => [label, before, tick]),
    ).toEqual([['01/11, 9h', '02/10, 9h', '9h']]);
  });

  it('of nothing is empty and still a chart', () => {
    const chart = layOutChart([part({ receita: 0, lucro: 0, liquido: 0 })]);
    expect([chart.top, chart.bottom, chart.zero]).toEqual([0, 0, 0]);
    expect(layOutChart([]).parts).toEqual([]);
  });
});
