import { type ProductSheet, type ReadingOptions, toProductSheet } from '../csv/read-product-csv';
import { SheetRows } from './sheet-rows';
import { type RandomBytes, WorkbookFile } from './workbook-file';
import { readParts } from './workbook-parts';

/**
 * Reads the table of products in an .xlsx workbook as the same table in a CSV (docs/product-rules/csv-import.md#xlsx-import): the
 * rows, numbered as in their sheet, unpacked as they are taken. Fails with `RefusedCsv`.
 */
export async function readProductXlsx(
  bytes: RandomBytes,
  options: ReadingOptions = {},
): Promise<ProductSheet> {
  const file = await WorkbookFile.open(bytes);
  const parts = await readParts(file);
  const sources = parts.sheets.map(({ name, path }) => {
    const sheet = new SheetRows(file, parts, path);
    return {
      name,
      records: (amounts?: ReadonlySet<number>, maxLength?: number) => sheet.records(amounts, maxLength),
      isHidden: (column: number) => sheet.isHidden(column),
    };
  });
  return toProductSheet(sources, options);
}
