import { expect, it } from 'vitest';
import { isExportedStock, readExportedStock, writeExportedStock } from './exported-stock';
import { findColumns, toHeader } from './read-product-csv';

const position = '0199d2f0-7c1e-7000-8000-00000000000a';

it('is read as it was written, and from a spreadsheet that put blanks around it', () => {
  for (const stock of [
    { units: 10, position },
    { units: 0, position: null },
  ]) {
    expect(readExportedStock(writeExportedStock(stock))).toEqual(stock);
    expect(readExportedStock(`\u00a0${writeExportedStock(stock).toUpperCase()} `)).toEqual(stock);
  }
  expect(readExportedStock(' ')).toBeNull();
});

it.each(['#REF!', '10 (', '10 (x)', '-1', '1,5', `x (${position})`])('is nothing that says %j', (cell) => {
  expect(readExportedStock(cell)).toBe('invalid');
});

it('may stand anywhere in a heading, and is no column of a product', () => {
  const heading = ['\ufeffEstoque_Exportado ', 'sku'];
  expect(isExportedStock(heading[0] ?? '')).toBe(true);
  expect(findColumns(heading, { isUpdate: true })).toEqual({ sku: 1 });
  expect(toHeader(heading, { isUpdate: true })).toMatchObject({ exportedStock: 0, width: 2 });
});
