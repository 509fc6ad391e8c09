import { describe, expect, it } from 'vitest';
import { nameCells } from '../csv/product-csv';
import { findDamage } from '../csv/spreadsheet-damage';
import { readProductXlsx } from './read-product-xlsx';
import { row, text, toParts, zip } from './testing/make-workbook';

const HEADER = row(...['sku', 'nome', 'preco_venda_ml', 'estoque'].map(text));

const escapeXml = (code: string) =>
  code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Cells of a workbook whose styles from 1 on are these format codes, or numbers of built-in formats. */
async function readCells(
  formats: readonly (string | number)[],
  cells: string,
  more: Record<string, string> = {},
) {
  const own = formats.map((code, at) =>
    typeof code === 'number' ? '' : `<numFmt numFmtId="${200 + at}" formatCode="${escapeXml(code)}"/>`,
  );
  const xfs = formats.map((code, at) => `<xf numFmtId="${typeof code === 'number' ? code : 200 + at}"/>`);
  const styles = `<styleSheet><numFmts>${own.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${xfs.join('')}</cellXfs></styleSheet>`;
  const bytes = await zip(toParts(HEADER + row(cells), { 'xl/styles.xml': styles, ...more }));
  const source = {
    size: bytes.byteLength,
    read: async (position: number, length: number) => bytes.slice(position, position + length),
  };
  const sheet = await readProductXlsx(source, { isUpdate: true });
  for await (const records of sheet.rows()) {
    for (const record of records) {
      return 'cells' in record ? nameCells(record.cells, sheet.header) : record.reason;
    }
  }
  return null;
}

const sku = async (code: string | number, value: string | number) => {
  const cells = await readCells([code], `<c s="1"><v>${value}</v></c><c t="inlineStr"><is><t>x</t></is></c>`);
  return typeof cells === 'object' ? cells?.sku : cells;
};

describe('the SKU of a number', () => {
  it.each<[string | number, string | number, string]>([
    ['0000000000000', 42, '0000000000042'],
    ['00000', 42, '00042'],
    ['"SKU-"0000', 17, 'SKU-0017'],
    ['\\S\\K\\U\\-0000', 17, 'SKU-0017'],
    ['000-000', 123456, '123-456'],
    ['00000\\-000', 1310100, '01310-100'],
    ['000\\.000\\.000\\-00', 12345678901, '123.456.789-01'],
    ['[$-416]00000', 42, '00042'],
    ['[Red]00000;[Blue]-00000', 42, '00042'],
    ['[<=99999]00000;00000-000', 1310100, '01310-100'],
    ['00000_);(00000)', 42, '00042'],
    ['0;-0;"nenhum"', 0, 'nenhum'],
    ['#,##0', 1234567, '1.234.567'],
    ['#,##0.00', 1234.5, '1.234,50'],
    ['0', 42.7, '43'],
    ['0.0', 1.5, '1,5'],
    ['0%', 0.5, '50%'],
    [10, 0.125, '12,50%'],
    [3, 1234, '1.234'],
    ['dd/mm/yyyy', 45982, '21/11/2025'],
    [14, 45982, '21/11/2025'],
    [15, 45982, '21/nov/25'],
    [16, 45982, '21/nov'],
    [17, 45982, 'nov/25'],
    [22, 45982.75, '21/11/2025 18:00'],
    [0, 7891234567890, '7891234567890'],
    ['General', 7891234567890, '7891234567890'],
    ['GENERAL', 12345678901.5, '12345678901,5'],
    ['@', 7891234567890, '7891234567890'],
    ['"EAN "@', 7891234567890, 'EAN 7891234567890'],
    ['0', '7.89123456789E+12', '7891234567890'],
    ['0.00E+00', 7891234567890, '7891234567890'],
    [11, 7891234567890, '7891234567890'],
    [48, 7891234567890, '7891234567890'],
    ['"', 42, '42'],
    [0, 'A-17', 'A-17'],
  ])('under the format %j of %s is %j', async (code, value, shown) => {
    expect(await sku(code, value)).toBe(shown);
  });

  it.each([15, 16, 17])('is refused where Excel made a day of it under its own format %d', async (id) => {
    const shown = await sku(id, 46001);
    expect(findDamage('sku', shown ?? '')).toMatch(/^o Excel trocou este código por uma data/);
  });

  it('is the day that a workbook counts from 1904', async () => {
    const workbook = toParts('')['xl/workbook.xml'] as string;
    const cells = await readCells(['dd/mm/yyyy'], '<c s="1"><v>44520</v></c>', {
      'xl/workbook.xml': workbook.replace('<sheets>', '<workbookPr date1904="1"/><sheets>'),
    });
    expect(cells).toMatchObject({ sku: '21/11/2025' });
  });

  it('is read in time that grows with the length of the format', async () => {
    const codes = ['['.repeat(200_000), '"'.repeat(40_001), '0'.repeat(200_000)];
    const begun = performance.now();
    for (const code of codes) expect(await sku(code, 42)).toBe('42');
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});

describe('a text', () => {
  it('is shown with what its format adds', async () => {
    const cells = await readCells(
      ['"SKU-"@', '@'],
      ['<c s="1" t="str"><f>A1</f><v>17</v></c>', '<c s="2" t="inlineStr"><is><t>00042</t></is></c>'].join(
        '',
      ),
    );
    expect(cells).toMatchObject({ sku: 'SKU-17', nome: '00042' });
  });

  it('may be a truth, or a day as ISO 8601 writes it', async () => {
    const cells = await readCells(
      ['General'],
      '<c t="b"><v>1</v></c><c t="d"><v>2025-11-21T00:00:00.000</v></c>',
    );
    expect(cells).toMatchObject({ sku: 'VERDADEIRO', nome: '21/11/2025' });
  });

  it('that is shared, where the workbook has no shared texts, is no empty cell', async () => {
    await expect(readCells(['General'], '<c t="s"><v>0</v></c>')).rejects.toThrow(
      'Faltam os textos da planilha. Abra-a no Excel, salve-a de novo como .xlsx e envie.',
    );
  });
});

describe('an amount', () => {
  const amounts = async (
    price: [string | number, string | number],
    stock: [string | number, string | number],
  ) => {
    const cells = await readCells(
      [price[0], stock[0]],
      `<c t="inlineStr"><is><t>A</t></is></c><c/><c s="1"><v>${price[1]}</v></c><c s="2"><v>${stock[1]}</v></c>`,
    );
    return typeof cells === 'object' ? [cells?.preco_venda_ml, cells?.estoque] : cells;
  };

  it('is its value, whatever of it is shown', async () => {
    expect(await amounts(['0', 59.9], ['000', 12])).toEqual(['59,9', '12']);
    expect(await amounts(['#,##0', 1234.5], ['#,##0', 1234])).toEqual(['1234,5', '1234']);
    expect(await amounts(['"R$ "0', 59.9], ['0" un"', 7])).toEqual(['59,9', '7']);
    expect(await amounts([';;;', 59.9], ['@', 7])).toEqual(['59,9', '7']);
  });

  it('that a formula calculated has the cents that are shown', async () => {
    expect(await amounts(['"R$"\\ #,##0.00', 22.884999], ['0', 7])).toEqual(['22,88', '7']);
  });

  it.each([
    [29.985, '29,99'],
    [1.005, '1,01'],
    [67.365, '67,37'],
    [17.415, '17,42'],
    [-29.985, '-29,99'],
  ])('of half a cent more, %d, is rounded as Excel rounds it', async (value, shown) => {
    expect(await amounts(['#,##0.00', value], ['0', 7])).toEqual([shown, '7']);
  });

  it('is read under a format of more decimals than a number has', async () => {
    expect(await amounts([`0.${'0'.repeat(101)}`, 59.9], ['0', 7])).toEqual(['59,9', '7']);
  });

  it('that became a day or a share is no amount', async () => {
    expect(await amounts(['dd/mm/yyyy', 45982], ['0%', 0.5])).toEqual(['21/11/2025', '50%']);
  });
});
