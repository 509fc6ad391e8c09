import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';

/** The figures of all time, as their dialog's address names them. */
export const TOTALS = {
  vendas: 'Total de Vendas',
  receita: 'Receita Total',
  lucro: 'Lucro Total',
  pendentes: 'Pedidos Pendentes',
} as const;
export type TotalName = keyof typeof TOTALS;

/** What an address asks about: a figure of all time, of one marketplace if named, or one of the best sellers. */
export type TotalSource =
  | { kind: 'total'; total: TotalName; marketplace: Marketplace | null }
  | { kind: 'best_seller'; rank: number };

/** The address of a figure of all time. */
export const toTotalAddress = (total: TotalName, marketplace?: Marketplace) =>
  marketplace === undefined ? `sempre.${total}` : `sempre.${total}.${marketplace}`;

/** The address of the units of the best seller of a rank, from 1 on. */
export const toBestSellerAddress = (rank: number) => `mais_vendido.${rank}`;

/** Null where an address asks about something else. */
export function findTotal(address: string): TotalSource | null {
  const [kind, name = '', of] = address.split('.');
  if (kind === 'mais_vendido') {
    const rank = Number(name);
    return Number.isInteger(rank) && rank > 0 ? { kind: 'best_seller', rank } : null;
  }
  if (kind !== 'sempre' || !Object.hasOwn(TOTALS, name)) return null;
  const marketplace = MARKETPLACES.find((one) => one === of) ?? null;
  if (of !== undefined && marketplace === null) return null;
  return { kind: 'total', total: name as TotalName, marketplace };
}
