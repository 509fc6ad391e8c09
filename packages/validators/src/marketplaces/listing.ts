import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { LISTING_STATUSES, MAX_LISTING_PRODUCTS } from '@esteira/domain/products/listing';
import { z } from 'zod';
import { isoDate, recordId } from '../wire/text';
import { accountCode } from './accounts';

export type ListingStateName = (typeof LISTING_STATUSES)[number];

/** publication.states: which products. */
export const listingStatesInput = z.object({
  ids: z
    .array(recordId)
    .min(1)
    .max(MAX_LISTING_PRODUCTS, { error: `Peça no máximo ${MAX_LISTING_PRODUCTS} produtos de cada vez` }),
});

/**
 * A product's listing on one real marketplace. `motivo`: why it is not for sale, or why a change was not taken;
 * `avisos`: the marketplace's warnings; all are Portuguese sentences. `desejado` is what the seller asked for last:
 * with `na_fila` it tells what is waited for.
 */
export const listing = z.object({
  produto_id: z.string(),
  marketplace: z.enum(MARKETPLACES),
  status: z.enum(LISTING_STATUSES),
  desejado: z.enum(['publicado', 'pausado', 'encerrado']),
  motivo: z.string().nullable(),
  avisos: z.array(z.string()),
  url: z.string().nullable(),
  /** Null before the marketplace was asked for the first time. */
  sincronizado_em: isoDate.nullable(),
  modo: z.enum(['simulado', 'real']),
});

/** The answer of publication.states; products without a real listing are left out. */
export const listingStates = z.object({ itens: z.array(listing) });

/** publication.accounts: in which accounts the product has a listing that was not ended, and how it stands there. */
export const listingAccountsInput = z.object({ id: recordId });
export const listingAccounts = z.object({
  itens: z.array(z.object({ conta_id: accountCode, status: z.enum(LISTING_STATUSES) })),
});

export type ListingAccounts = z.output<typeof listingAccounts>;
export type ListingStatesInput = z.output<typeof listingStatesInput>;
export type Listing = z.output<typeof listing>;
export type ListingStates = z.output<typeof listingStates>;
