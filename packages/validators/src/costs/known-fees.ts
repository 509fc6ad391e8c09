import { FEE_GAPS, KNOWN_FEE_CODES } from '@esteira/domain/profit/known-fees';
import { z } from 'zod';
import { listingAttributesInput } from '../marketplaces/listing-attributes';
import { isoDate, optionalMoney, orNull, recordId, requiredText } from '../wire/text';
import { productCostsInput } from './costs';

/** costs.knownFees: a product as it stands in its form, `id` where it is stored already; prices in reais. */
export const knownFeesInput = z.object({
  id: orNull(recordId),
  nome: requiredText(200),
  preco_venda_ml: optionalMoney(),
  preco_venda_amazon: optionalMoney(),
  ...listingAttributesInput.omit({ margem_seguranca: true }).shape,
  ...productCostsInput.omit({ categoria_tarifa_ml: true, categoria_tarifa_amazon: true }).shape,
});

/**
 * Whether an account was asked for its fees, and why not: the marketplace is simulated, no account is connected, the
 * product has no price there, the seller did not say how it is sent, or the marketplace did not answer.
 */
export const FEE_READINGS = [
  'lida',
  'simulado',
  'sem_conta',
  'sem_preco',
  'sem_logistica',
  'sem_resposta',
] as const;

/** A fee of one unit by the account's own word: in reais, or in percent of the price. */
const knownFee = z.object({
  codigo: z.enum(KNOWN_FEE_CODES),
  origem: z.literal('api'),
  valor: z.number().nullable(),
  percentual: z.number().nullable(),
});

/** `de` and `ate`: the prices in reais that it holds for, both included; null where nothing was read. */
const feeReading = z.object({
  situacao: z.enum(FEE_READINGS),
  tarifas: z.array(knownFee),
  de: z.number().nullable(),
  ate: z.number().nullable(),
  lida_em: isoDate.nullable(),
  /** What was missing to ask for all of them. */
  falta: z.array(z.enum(FEE_GAPS)),
});

/** What each marketplace takes, by the accounts' own word. */
export const knownFees = z.object({ mercadolivre: feeReading, amazon: feeReading });

export type KnownFeesInput = z.output<typeof knownFeesInput>;
/** As the form sends it. */
export type KnownFeesQuestion = z.input<typeof knownFeesInput>;
export type FeeReading = z.output<typeof feeReading>;
export type KnownFees = z.output<typeof knownFees>;
