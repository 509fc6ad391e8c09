import { countText } from '@esteira/domain/text/count-text';
import type { ProductCsv, ProductSheet } from './read-product-csv';
import { type CsvEncoding, ENCODING_NAMES } from './scan/encodings';

/**
 * What the sender of a file should know of how it was read, as Portuguese sentences without a full stop: rows that were
 * left out, hidden columns, letters that were guessed. For a file that was read to its end.
 */
export function listNotices(sheet: ProductSheet | ProductCsv): string[] {
  const notices: string[] = [];
  const hidden = sheet.countHidden();
  if (hidden > 0) {
    const left = hidden === 1 ? 'não foi importada' : 'não foram importadas';
    notices.push(`${describeHiddenRows(hidden)} ou manualmente ${left}`);
  }
  if (sheet.hiddenColumns.length > 0) notices.push(describeHiddenColumns(sheet.hiddenColumns));
  if ('encoding' in sheet && isWorthALook(sheet.encoding, sheet.isSure)) {
    const name = ENCODING_NAMES[sheet.encoding];
    notices.push(
      `O arquivo foi lido como ${name}. Confira os acentos; se houver erro, salve-o como CSV UTF-8`,
    );
  }
  return notices;
}

/** `2 linhas ocultas pelo filtro`. */
export function describeHiddenRows(count: number): string {
  return countText(count, 'linha oculta pelo filtro', 'linhas ocultas pelo filtro');
}

/** Says that hidden columns are read. */
export function describeHiddenColumns(columns: readonly string[]): string {
  return columns.length === 1
    ? `A coluna ${columns[0]} está oculta na planilha e foi lida`
    : `As colunas ${columns.join(', ')} estão ocultas na planilha e foram lidas`;
}

function isWorthALook(encoding: CsvEncoding, isSure: boolean): boolean {
  return !isSure || encoding === 'cp850' || encoding === 'macroman';
}
