import { csvCell } from '@esteira/validators/csv/product-csv';
import { BOM } from '../../../lib/download';

/** One `Linha N: coluna: motivo` of an import taken apart. */
const SENTENCE = /^Linha (\d+): ([^:]+): ([\s\S]*)$/;

/** The first bytes and the header of a list of errors, as a Brazilian Excel opens it: UTF-8 marked, `;` between. */
export const ERRORS_HEADER = `${BOM}linha;coluna;motivo\r\n`;

/** One error of an import as a line of that list. A sentence of another form stands as it is under `motivo`. */
export function errorLine(sentence: string): string {
  const [, linha = '', coluna = '', motivo = sentence] = SENTENCE.exec(sentence) ?? [];
  return `${[linha, coluna, motivo].map(csvCell).join(';')}\r\n`;
}

/** All errors of an import as a CSV. */
export function errorsAsCsv(erros: string[]): string {
  return ERRORS_HEADER + erros.map(errorLine).join('');
}
