import { CSV_FILE_PROBLEMS } from './product-csv';

/** How a spreadsheet of another kind becomes one that is read, by the end of its name. */
const HOW_TO_SAVE: Readonly<Record<string, string>> = {
  xls: 'Abra a planilha no Excel e salve-a como .xlsx',
  xlsb: 'Abra a planilha no Excel e salve-a como .xlsx',
  xlsm: 'Abra a planilha no Excel e salve-a como .xlsx',
  ods: 'Abra a planilha no LibreOffice e salve-a como .xlsx',
  numbers: 'No Numbers, use Arquivo → Exportar para → Excel',
  txt: 'Se for uma tabela, troque o final do nome para .csv',
  tsv: 'Se for uma tabela, troque o final do nome para .csv',
};

/** Why a file of that name is not imported, in Portuguese without a full stop; null: it may be one. */
export function refuseFileName(name: string): string | null {
  const ending = /\.(\w+)$/.exec(name.slice(-10))?.[1]?.toLowerCase() ?? '';
  if (ending === 'csv' || ending === 'xlsx') return null;
  const how = Object.hasOwn(HOW_TO_SAVE, ending) ? HOW_TO_SAVE[ending] : null;
  return how === null ? CSV_FILE_PROBLEMS.extension : `${CSV_FILE_PROBLEMS.extension}. ${how}`;
}

/** Whether a file is a workbook by its name. */
export function isWorkbookName(name: string): boolean {
  return /\.xlsx$/i.test(name);
}
