import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { z } from 'zod';
import { orAbsent, text } from '../wire/text';

/** publication.supplierListings: whose listings. */
export const supplierListingsInput = z.object({ fornecedor_id: text(200, { as: 'opaque' }) });

/** publication.pauseSupplier, resumeSupplier: a run goes on where the call before it ended. */
export const supplierListingsRunInput = supplierListingsInput.extend({
  cursor: orAbsent(text(500, { as: 'opaque' })),
});

/** How many listings of a supplier's products are for sale, and how many were paused with it. */
export const supplierListings = z.object({ publicados: z.int(), pausados: z.int() });

/** What became of the listings of one call; `proximo_cursor` is null where the run is done. */
export const supplierListingsRun = z.object({
  resultados: z.array(
    z.object({
      produto_id: z.string(),
      nome: z.string(),
      marketplace: z.enum(MARKETPLACES),
      ok: z.boolean(),
      /** On a real marketplace it is done later. */
      na_fila: z.literal(true).optional(),
      detail: z.string(),
    }),
  ),
  proximo_cursor: z.string().nullable(),
});

export type SupplierListingsRunInput = z.output<typeof supplierListingsRunInput>;
export type SupplierListings = z.output<typeof supplierListings>;
export type SupplierListingsRun = z.output<typeof supplierListingsRun>;
