import { CSV_TEMPLATE_HEADER } from '@esteira/validators/csv/product-csv';
import { downloadCsv } from '../../../lib/download';

/** The header row alone (decisions §12). */
export function downloadTemplate(): void {
  downloadCsv('template_produtos.csv', `${CSV_TEMPLATE_HEADER}\r\n`);
}
