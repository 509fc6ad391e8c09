import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import type { Deps } from '../../../core/context';

/** The marketplaces that are not simulated. */
export function realMarketplaces({ marketplaces }: Pick<Deps, 'marketplaces'>): Marketplace[] {
  return MARKETPLACES.filter((marketplace) => marketplaces[marketplace].modo === 'real');
}
