import type { Marketplace } from '../../marketplaces';
import { type FeeTable, findRules } from './fee-table';

/** The categories that a marketplace's commissions of a `YYYY-MM-DD` day are known of, as it names them, by name. */
export function listCategories(table: FeeTable, marketplace: Marketplace, day: string): string[] {
  const names = findRules(table, 'commission', { marketplace, day }).map(({ category }) => category);
  return [...new Set(names)].sort((a, b) => a.localeCompare(b, 'pt-BR'));
}
