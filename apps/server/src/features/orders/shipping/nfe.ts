import { readNfe } from '@esteira/domain/nfe';
import { AppError } from '../../../core/errors';

/**
 * The access key of an NF-e that can open the way to a label.
 * @throws AppError `invalid`
 */
export function readNfeKey(xml: string): string {
  const reading = readNfe(xml);
  if (reading.ok) return reading.chave;
  const { motivo: mensagem } = reading;
  throw new AppError('invalid', mensagem, { erros: [{ campo: 'xml', mensagem }] });
}
