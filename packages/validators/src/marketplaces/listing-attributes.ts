import { hasNoGtin, isGtin } from '@esteira/domain/products/gtin';
import {
  LISTING_CONDITIONS,
  LISTING_TYPES,
  MAX_SAFETY_MARGIN,
  NO_EAN_REASONS,
} from '@esteira/domain/products/listing';
import { z } from 'zod';
import { ABBREVIATED, isAbbreviated } from '../csv/spreadsheet-damage';
import { optionalText, orNull, text, wholeNumber } from '../wire/text';

/** Codes that no marketplace could know are stored as none (docs/product-rules/products.md#ean). */
const ean = text(20, { as: 'identifier' })
  .overwrite((value) => value.replace(/[\s-]/g, ''))
  .refine((value) => isGtin(value) || hasNoGtin(value), {
    error: ({ input }) =>
      isAbbreviated(String(input)) ? ABBREVIATED : 'Código EAN inválido: confira os dígitos',
  })
  .transform((value) => (hasNoGtin(value) ? null : value));

const category = text(30, { as: 'identifier' })
  .toUpperCase()
  .regex(/^MLB\d{1,15}$/, { error: 'Use o código da categoria, como MLB196208' });

/**
 * What real marketplaces ask of a product beyond the specification's fields; all of it optional. The margin is in
 * units held back from the marketplaces.
 */
export const listingAttributesInput = z.object({
  ean: orNull(ean),
  motivo_sem_ean: orNull(z.enum(NO_EAN_REASONS)),
  marca: optionalText(60),
  modelo: optionalText(60),
  condicao: z.enum(LISTING_CONDITIONS).default('novo'),
  tipo_anuncio: z.enum(LISTING_TYPES).default('classico'),
  categoria_ml: orNull(category),
  margem_seguranca: wholeNumber(0, MAX_SAFETY_MARGIN).default(0),
});

/** products.listingAttributes: the same as stored; a product without one has the defaults. */
export const listingAttributes = z.object({
  ean: z.string().nullable(),
  motivo_sem_ean: z.enum(NO_EAN_REASONS).nullable(),
  marca: z.string().nullable(),
  modelo: z.string().nullable(),
  condicao: z.enum(LISTING_CONDITIONS),
  tipo_anuncio: z.enum(LISTING_TYPES),
  categoria_ml: z.string().nullable(),
  margem_seguranca: z.int(),
});

/** What a product without attributes of its own has. */
export const DEFAULT_LISTING_ATTRIBUTES: ListingAttributes = listingAttributesInput.parse({});

export type ListingAttributes = z.output<typeof listingAttributes>;
