import type { Marketplace } from '@esteira/domain/marketplaces';
import { createContext } from 'react';

/** Opens what makes the net value of a product, on one marketplace or on both; null where nothing can be opened. */
export const ExplainNet = createContext<((productId: string, marketplace?: Marketplace) => void) | null>(
  null,
);
