import { readNfe } from '@esteira/domain/nfe';
import { AdapterError } from './adapter-error';

/**
 * The 44-digit key of an NF-e, so that a seller is told in a sentence what marketplaces refuse in codes.
 * @throws AdapterError `validation` for what is no authorised NF-e of production (complaint 26)
 */
export function requireNfe(xml: string): string {
  const reading = readNfe(xml);
  if (!reading.ok) throw new AdapterError('validation', reading.motivo);
  return reading.chave;
}
