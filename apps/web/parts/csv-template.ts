import { CSV_TEMPLATE_HEADER } from '@esteira/validators/csv/csv-columns';
import { downloadCsv } from '../lib/download';

export const CSV_TEMPLATE_NAME = 'template_produtos.csv';

/** Hands the browser a product file with the header row alone. */
export function downloadCsvTemplate(): void {
  downloadCsv(CSV_TEMPLATE_NAME, `${CSV_TEMPLATE_HEADER}\r\n`);
}
