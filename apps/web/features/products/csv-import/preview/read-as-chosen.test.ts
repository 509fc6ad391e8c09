import { supplierLookup } from '@esteira/validators/csv/product-csv';
import { row, text, toParts, zip } from '@esteira/validators/xlsx/testing/make-workbook';
import { describe, expect, it } from 'vitest';
import { rewriteFile } from '../rewrite-file';
import { openFile, type PreviewOptions, previewCsv } from './preview-file';

const findSupplier = supplierLookup([{ id: '0192f5a0-0000-7000-8000-000000000001', nome: 'F' }]);
const COLUMNS = ['fornecedor_id', 'nome', 'sku', 'preco_fornecedor', 'preco_venda_ml', 'estoque'];

async function preview(file: File, options: Partial<PreviewOptions> = {}) {
  const result = await previewCsv(file, { findSupplier, ...options });
  if (!result.ok) throw new Error(result.detail);
  return result.preview;
}

async function rewrite(file: File, options: Partial<PreviewOptions>): Promise<string[]> {
  const rewritten = await rewriteFile(await openFile(file, options), []);
  return (await rewritten.text()).split('\r');
}

describe('a workbook', () => {
  const product = (name: string) => ['F', name, name, '1', '2', '3'].map(text).join('');
  const rows = (...attributes: string[]) =>
    `<row r="1">${text('Tabela de preços')}</row><row r="3">${COLUMNS.map(text).join('')}</row>` +
    attributes.map((attribute, at) => `<row r="${at + 4}" ${attribute}>${product(`P${at}`)}</row>`).join('');
  const make = async (sheet: string) => new File([(await zip(toParts(sheet))).slice().buffer], 'p.xlsx');

  it('has its sheet, the row of its heading and its hidden rows named; these stay out unless wanted', async () => {
    const file = await make(rows('', 'hidden="1"', 'hidden="1"', ''));
    const left = await preview(file);
    expect(left).toMatchObject({ place: { sheet: 'P', line: 3 }, hidden: { rows: 2, columns: [] }, rows: 2 });
    expect(left.firstRows.map(({ line }) => line)).toEqual([4, 7]);
    const whole = await preview(file, { withHidden: true });
    expect(whole).toMatchObject({ hidden: { rows: 2 }, rows: 4, counts: { new: 4 } });
    // Each row is sent on its own line, so that what the import says of it is found in the workbook.
    const lines = await rewrite(file, { withHidden: true });
    expect(lines.map((line) => line.split(';')[1])).toEqual([
      ...['nome', undefined, undefined, 'P0', 'P1', 'P2', 'P3', undefined],
    ]);
  });

  it('of hidden rows only is refused with their number', async () => {
    const file = await make(rows('hidden="1"'));
    expect(await previewCsv(file, { findSupplier })).toMatchObject({ ok: false, hiddenRows: 1 });
  });

  it('may have a blank row for each that is hidden: they are counted once, however often the file is read', async () => {
    const file = await make(rows('hidden="1"', '') + row());
    const findStored = async () => new Map([['p1', null]]);
    expect((await preview(file, { findStored })).hidden.rows).toBe(1);
  });
});

describe('a CSV whose letters are in doubt', () => {
  const header = COLUMNS.join(';');
  const bytes = Uint8Array.from(`${header}\nF;MEL\xc7O;A;1;2;3\n`, (letter) => letter.charCodeAt(0));
  const file = new File([bytes], 'p.csv');

  it('shows how each encoding reads them, and is read as chosen', async () => {
    const guessed = await preview(file);
    expect(guessed.format).toMatchObject({ encoding: 'windows-1252', isSure: false });
    expect(guessed.format?.samples).toEqual([
      { encoding: 'windows-1252', lines: ['F;MELÇO;A;1;2;3'] },
      { encoding: 'cp850', lines: ['F;MELÃO;A;1;2;3'] },
      { encoding: 'macroman', lines: ['F;MEL«O;A;1;2;3'] },
    ]);
    const chosen = await preview(file, { encoding: 'cp850' });
    expect(chosen.format?.encoding).toBe('cp850');
    expect(chosen.firstRows[0]?.cells.nome).toBe('MELÃO');
    expect(await rewrite(file, { encoding: 'cp850' })).toContain('F;MELÃO;A;1;2;3');
  });

  it('may still be read otherwise when its heading is refused', async () => {
    const broken = new File([bytes.slice(0, header.length), ';x', bytes.slice(header.length)], 'p.csv');
    expect(await previewCsv(broken, { findSupplier, encoding: 'macroman' })).toMatchObject({
      ok: false,
      encoding: { encoding: 'macroman', samples: [{}, {}, {}] },
    });
  });
});
