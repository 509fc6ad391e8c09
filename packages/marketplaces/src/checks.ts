import { AdapterError } from './adapter-error';
import type { ListingProduct } from './port';
import { readNfe } from './read-nfe';

const NO_PRICE = 'O preço precisa ser maior que zero.';

/** Why no marketplace would take this price (cents) and stock (units), as Portuguese sentences; empty when it would. */
export function offerRefusals({
  preco_centavos,
  estoque,
}: Pick<ListingProduct, 'preco_centavos' | 'estoque'>): string[] {
  return [
    ...(isWholeFrom(1, preco_centavos) ? [] : [NO_PRICE]),
    ...(isWholeFrom(1, estoque) ? [] : ['O anúncio precisa de ao menos 1 unidade em estoque.']),
  ];
}

/** @throws AdapterError `validation` unless it is a whole number of units from zero. */
export function requireStock(estoque: number): void {
  requireWhole(0, estoque, 'O estoque precisa ser um número inteiro a partir de zero.');
}

/** @throws AdapterError `validation` unless it is a whole number of cents above zero. */
export function requirePrice(preco_centavos: number): void {
  requireWhole(1, preco_centavos, NO_PRICE);
}

/**
 * The access key of an NF-e, so that a seller is told in a sentence what marketplaces refuse in codes.
 * @throws AdapterError `validation` for what is no authorised NF-e of production
 */
export function requireNfe(xml: string): string {
  const reading = readNfe(xml);
  if (!reading.ok) throw new AdapterError('validation', reading.motivo);
  return reading.chave;
}

function requireWhole(min: number, value: number, mensagem: string): void {
  if (!isWholeFrom(min, value)) throw new AdapterError('validation', mensagem);
}

/** Whether `value` is a whole number of at least `min`. */
export function isWholeFrom(min: number, value: number): boolean {
  return Number.isSafeInteger(value) && value >= min;
}

/** By so much the clocks of both sides may differ. */
const CLOCK_SKEW_MS = 5_000;

/** Whether what a marketplace dates `made` can be the work of an attempt that began at `since`; null: never so. */
export function isMadeSince(made: Date | null, since: Date | null | undefined): boolean {
  if (made === null || !since) return false;
  return made.getTime() >= since.getTime() - CLOCK_SKEW_MS;
}
