import { MARKETPLACE_NAMES, MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { UNKNOWN_ID } from '@esteira/domain/report-period';
import type { DashboardPeriod, PeriodFigures } from '@esteira/validators/dashboard-period';

/** The figures of a period, as their dialog's address names them. */
export const FIGURES = { vendas: 'Vendas', receita: 'Receita', lucro: 'Lucro', liquido: 'Líquido' } as const;
export type FigureName = keyof typeof FIGURES;

/** A figure that is asked about: of the whole period, or of one marketplace, product or supplier. */
export interface FigureSource {
  figure: FigureName;
  /** What it is of; null: of the whole period. */
  name: string | null;
  total: Omit<PeriodFigures, 'cobrados'> & { cobrados?: number };
  /** Narrows the orders to those that count. */
  filter: { marketplace?: Marketplace; produto_id?: string; fornecedor_id?: string };
}

const SHARERS = { produto: 'produtos', fornecedor: 'fornecedores' } as const;

/** The address of what a marketplace, product or supplier came to. */
export const toShareAddress = (kind: 'marketplace' | keyof typeof SHARERS, id: string | null) =>
  `${kind}.${id ?? UNKNOWN_ID}`;

/** What an address asks about; null where the period has no such figure. */
export function findFigure(data: DashboardPeriod, address: string): FigureSource | null {
  if (Object.hasOwn(FIGURES, address)) {
    return { figure: address as FigureName, name: null, total: data.total, filter: {} };
  }
  const [kind = '', id = ''] = address.split('.', 2);
  if (kind === 'marketplace') return findMarketplace(data, id);
  if (kind !== 'produto' && kind !== 'fornecedor') return null;
  const row = data[SHARERS[kind]].find((sharer) => (sharer.id ?? UNKNOWN_ID) === id);
  if (row === undefined) return null;
  return { figure: 'liquido', name: row.nome, total: row, filter: { [`${kind}_id`]: id } };
}

function findMarketplace(data: DashboardPeriod, id: string): FigureSource | null {
  const marketplace = MARKETPLACES.find((name) => name === id);
  const row = data.marketplaces.find((each) => each.marketplace === marketplace);
  if (marketplace === undefined || row === undefined) return null;
  return {
    figure: 'liquido',
    name: MARKETPLACE_NAMES[marketplace],
    total: row.total,
    filter: { marketplace },
  };
}
