import type { DaySpan } from '@esteira/domain/days';
import { MARKETPLACE_NAMES, MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { COST_LABELS } from '@esteira/domain/profit/cost-texts';
import { COST_CODES, type CostCode } from '@esteira/domain/profit/costs/cost-term';
import { UNKNOWN_ID } from '@esteira/domain/report-period';
import { countText } from '@esteira/domain/text/count-text';
import type { DashboardPeriod, PeriodFigures } from '@esteira/validators/dashboards/dashboard-period';
import { formatPart } from '../period-texts';

/** The figures of a period, as their dialog's address names them. */
export const FIGURES = { vendas: 'Vendas', receita: 'Receita', lucro: 'Lucro', liquido: 'Líquido' } as const;
export type FigureName = keyof typeof FIGURES;

/** The address of the revenue of those orders whose costs are all known, from which their costs are taken. */
export const KNOWN_REVENUE = 'receita_calculada';

/** 'Receita de 2 pedidos' */
export const describeKnownRevenue = (orders: number) =>
  `Receita de ${countText(orders, 'pedido', 'pedidos')}`;

/** A figure that is asked about. */
export interface FigureSource {
  /** What of each order it sums up. */
  figure: FigureName | typeof KNOWN_REVENUE | 'custo';
  /** What it is of, where that is not the whole period: a marketplace, product, supplier, part, or the period before. */
  name: string | null;
  /** The days whose orders count; `momento`: up to then alone. */
  span: DaySpan & { momento?: string };
  /** In reais, or a number of orders; null where it is not known. */
  amount: number | null;
  total: Omit<PeriodFigures, 'cobrados'>;
  /** Narrows the orders to those that count. */
  filter: {
    marketplace?: Marketplace;
    produto_id?: string;
    fornecedor_id?: string;
    custo?: CostCode;
  };
}

const SHARERS = { produto: 'produtos', fornecedor: 'fornecedores' } as const;

/** The address of a figure of the period that this one is compared with. */
export const toBeforeAddress = (figure: FigureName) => `antes.${figure}`;

/** The address of what a kind of cost took. */
export const toCostAddress = (code: CostCode) => `custo.${code}`;

/** The address of a figure of a part of the chart. */
export const toPartAddress = ({ de, ate }: DaySpan, figure: FigureName) => `parte.${de}.${ate}.${figure}`;

/** The address of what a marketplace, product or supplier came to. */
export const toShareAddress = (
  kind: 'marketplace' | keyof typeof SHARERS,
  id: string | null,
  figure: FigureName = 'liquido',
) => `${kind}.${id ?? UNKNOWN_ID}.${figure}`;

/** What an address asks about; null where the period has no such figure. */
export function findFigure(data: DashboardPeriod, address: string): FigureSource | null {
  const [kind = '', ...rest] = address.split('.');
  const [id = ''] = rest;
  switch (kind) {
    case 'antes':
      return findBefore(data, id);
    case 'custo':
      return findCost(data, id);
    case KNOWN_REVENUE:
      return findKnownRevenue(data);
    case 'parte':
      return findPart(data, rest);
    case 'marketplace':
    case 'produto':
    case 'fornecedor':
      return findShare(data, { kind, id, figure: rest[1] ?? 'liquido' });
    default:
      return toSource(address, { name: null, span: toSpan(data), total: data.total, filter: {} });
  }
}

const toSpan = ({ de, ate }: DaySpan): DaySpan => ({ de, ate });

/** Null where the address names no figure. */
function toSource(figure: string, of: Omit<FigureSource, 'figure' | 'amount'>): FigureSource | null {
  if (!Object.hasOwn(FIGURES, figure)) return null;
  const known = figure as FigureName;
  return { ...of, figure: known, amount: of.total[known] };
}

function findBefore({ anterior }: DashboardPeriod, figure: string): FigureSource | null {
  const { momento, total } = anterior;
  const span = { ...toSpan(anterior), ...(momento !== null && { momento }) };
  return toSource(figure, { name: 'Antes', span, total, filter: {} });
}

function findCost(data: DashboardPeriod, id: string): FigureSource | null {
  const code = COST_CODES.find((one) => one === id);
  const taken = data.custos.find(({ codigo }) => codigo === code);
  if (code === undefined || taken === undefined) return null;
  return {
    ...{ figure: 'custo', name: COST_LABELS[code], span: toSpan(data), amount: taken.valor },
    ...{ total: data.total, filter: { custo: code } },
  };
}

function findKnownRevenue(data: DashboardPeriod): FigureSource {
  const { calculados, receita_calculada } = data.total;
  return {
    ...{ figure: KNOWN_REVENUE, name: describeKnownRevenue(calculados), amount: receita_calculada },
    ...{ span: toSpan(data), total: data.total, filter: {} },
  };
}

function findPart({ partes }: DashboardPeriod, [de, ate, figure = '']: string[]): FigureSource | null {
  const part = partes.find((one) => one.de === de && one.ate === ate);
  if (part === undefined) return null;
  return toSource(figure, { name: formatPart(part), span: toSpan(part), total: part.total, filter: {} });
}

interface Share {
  kind: 'marketplace' | keyof typeof SHARERS;
  id: string;
  figure: string;
}

function findShare(data: DashboardPeriod, { kind, id, figure }: Share): FigureSource | null {
  const span = toSpan(data);
  if (kind !== 'marketplace') {
    const row = data[SHARERS[kind]].find((sharer) => (sharer.id ?? UNKNOWN_ID) === id);
    return row
      ? toSource(figure, { name: row.nome, span, total: row, filter: { [`${kind}_id`]: id } })
      : null;
  }
  const marketplace = MARKETPLACES.find((name) => name === id);
  const row = data.marketplaces.find((each) => each.marketplace === marketplace);
  if (marketplace === undefined || row === undefined) return null;
  const name = MARKETPLACE_NAMES[marketplace];
  return toSource(figure, { name, span, total: row.total, filter: { marketplace } });
}
