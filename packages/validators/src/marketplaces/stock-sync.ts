import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { z } from 'zod';

/** A value that a marketplace showed otherwise than it is kept here, when both were last compared. */
export const listingDifference = z.object({
  produto_id: z.string(),
  produto_nome: z.string(),
  marketplace: z.enum(MARKETPLACES),
  /** What the seller calls the account; null where they have one there. */
  conta: z.string().nullable(),
  campo: z.enum(['estoque', 'preco', 'status']),
  /** Both values as they are shown: units, reais, or a status. */
  aqui: z.string(),
  la: z.string(),
  /** ISO 8601, UTC. */
  visto_em: z.string(),
});

export type ListingDifference = z.output<typeof listingDifference>;
