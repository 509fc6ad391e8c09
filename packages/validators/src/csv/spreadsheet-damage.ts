import { toPlainText } from '@esteira/domain/text/plain-text';
import type { CsvColumn } from './csv-columns';

/** Said of an identifier that a spreadsheet shows as `7,89123E+12`: its other digits are lost. */
export const ABBREVIATED =
  'Número abreviado pelo Excel, com dígitos perdidos. Na planilha, formate a coluna como Texto, digite o código inteiro e salve de novo';

/**
 * Whether a text is a number as spreadsheets and programs abbreviate it. `1E5`, `12E3` and `1E-05` are codes that
 * people give: these need a decimal sign, or a plus before two digits.
 */
export function isAbbreviated(text: string): boolean {
  return /^\s*-?\d+(?:[.,]\d+E\+?\d{1,3}|E\+\d{2,3})\s*$/i.test(text);
}

const ERROR_VALUE =
  /^(?:#(?:REF!|VALOR!|VALUE!|DIV\/0!|N[UÚ]M!|NULO!|NULL!|NOME\?|NAME\?|N\/D|N\/A|N\/DISP|C[AÁ]LC!|DESPEJAR!|SPILL!|ERROR!|ERRO!|CAMPO!|FIELD!|BLOQUEADO!|BLOCKED!|CONECTAR!|CONNECT!|DESCONHECIDO!|UNKNOWN!|OBTENDO_DADOS|GETTING_DATA)|Err:\d{3})$/i;

const MONTH = '(?:jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez)';
const BRAZILIAN_DATE = new RegExp(`^(?:${MONTH}/\\d{2}(?:\\d{2})?|\\d{1,2}/${MONTH}(?:/\\d{2,4})?)$`);
const WHOLE_DATE = /^(?:\d{1,2}\/\d{1,2}\/\d{4}|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)$/;
const AMERICAN_DATE =
  /^(?:\d{1,2}-)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:-\d{2}(?:\d{2})?)?$/;

/**
 * The lower-case reason why a cell holds what a spreadsheet made of it and not what was meant; null where nothing
 * shows that (docs/product-rules/csv-import.md#csv-damage).
 */
export function findDamage(column: CsvColumn, cell: string): string | null {
  const text = toPlainText(cell);
  if (text.startsWith('#') || text.startsWith('Err:')) {
    if (/^#{3,}$/.test(text)) {
      return 'a planilha mostrou só # porque a coluna é estreita; alargue a coluna e salve de novo';
    }
    if (ERROR_VALUE.test(text))
      return `a planilha tem um erro nesta célula (${text}); corrija e salve de novo`;
  }
  if (column !== 'sku') return null;
  if (BRAZILIAN_DATE.test(text) || WHOLE_DATE.test(text)) {
    return `o Excel trocou este código por uma data (${text}). Na planilha, formate a coluna como Texto, digite o código e salve de novo`;
  }
  return null;
}

/** What looks damaged and may be meant, in lower case; null where nothing does. */
export function doubtSku(cell: string): string | null {
  const text = toPlainText(cell);
  // Of a number Excel stores 15 digits, and writes zeros for the others.
  if (/^\d{15}0+$/.test(text)) return 'o Excel só guarda 15 dígitos: confira os zeros no fim';
  if (AMERICAN_DATE.test(text) && /\d/.test(text)) return 'parece uma data do Excel: confira o código';
  return null;
}
