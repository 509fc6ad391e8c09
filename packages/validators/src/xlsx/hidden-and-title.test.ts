import { describe, expect, it } from 'vitest';
import { type ReadingOptions, RefusedCsv } from '../csv/read-product-csv';
import { readProductXlsx } from './read-product-xlsx';
import {
  type Part,
  RELS,
  relationship,
  relationships,
  row,
  text,
  toParts,
  zip,
} from './testing/make-workbook';

const HEADER = ['sku', 'nome', 'preco_venda_ml', 'estoque'].map(text).join('');
const sheet = (rows: string, cols = '') => `<worksheet>${cols}<sheetData>${rows}</sheetData></worksheet>`;

/** A workbook of sheets with these names, states and contents. */
function toSheets(...sheets: [name: string, content: string, state?: string][]): Record<string, Part> {
  const entries = sheets.map(
    ([name, , state = 'visible'], at) =>
      `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="s${at}"/>`,
  );
  return toParts('', {
    'xl/workbook.xml': `<workbook xmlns:r="${RELS}"><sheets>${entries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ...sheets.map((_, at) => relationship(`s${at}`, 'worksheet', `worksheets/s${at}.xml`)),
    ),
    ...Object.fromEntries(sheets.map(([, content], at) => [`xl/worksheets/s${at}.xml`, content])),
  });
}

async function open(parts: Record<string, Part>, options: ReadingOptions = { isUpdate: true }) {
  const bytes = await zip(parts);
  return readProductXlsx(
    {
      size: bytes.byteLength,
      read: async (position, length) => bytes.slice(position, position + length),
    },
    options,
  );
}

async function read(parts: Record<string, Part>, options?: ReadingOptions) {
  try {
    const found = await open(parts, options);
    const rows: string[] = [];
    for await (const piece of found.rows()) {
      for (const record of piece)
        rows.push(`${record.line}:${'cells' in record ? record.cells[0] : record.reason}`);
    }
    return { place: found.place, rows, hidden: found.countHidden(), hiddenColumns: found.hiddenColumns };
  } catch (error) {
    if (error instanceof RefusedCsv) return { refusal: error.message, hidden: error.hiddenRows };
    throw error;
  }
}

const product = (n: number, attributes = '') =>
  `<row r="${n}" ${attributes}>${text(`A-${n}`)}${text('P')}</row>`;

describe('rows that a sheet hides', () => {
  const rows = [
    `<row r="1">${HEADER}</row>`,
    product(2),
    product(3, 'hidden="1"'),
    product(4, 'hidden="true"'),
    product(5, 'ht="0" customHeight="1"'),
    product(6, 'hidden="0"'),
    '<row r="7" hidden="1"/>',
  ].join('');

  it('stay out and are counted, blank ones not', async () => {
    expect(await read(toParts(rows))).toMatchObject({ rows: ['2:A-2', '6:A-6'], hidden: 3 });
  });

  it('come in where that is wanted', async () => {
    const found = await read(toParts(rows), { isUpdate: true, withHidden: true });
    expect(found).toMatchObject({ rows: ['2:A-2', '3:A-3', '4:A-4', '5:A-5', '6:A-6'], hidden: 3 });
  });

  it('are told where there are no others', async () => {
    const hidden = `<row r="1">${HEADER}</row>${product(2, 'hidden="1"')}`;
    expect(await read(toParts(hidden))).toEqual({
      refusal:
        'Todas as linhas da planilha estão ocultas. Mostre no Excel as que devem entrar e envie de novo.',
      hidden: 1,
    });
  });
});

describe('what else a sheet hides', () => {
  it('columns are read and named', async () => {
    const cols = '<cols><col min="1" max="2" width="9"/><col min="3" max="4" hidden="1"/></cols>';
    expect(await read(toSheets(['P', sheet(`<row>${HEADER}</row>${product(2)}`, cols)]))).toMatchObject({
      rows: ['2:A-2'],
      hiddenColumns: ['preco_venda_ml', 'estoque'],
    });
  });

  it('a whole sheet stays out', async () => {
    const table = (n: number) => sheet(`<row>${HEADER}</row>${product(n)}`);
    for (const state of ['hidden', 'veryHidden']) {
      const found = await read(toSheets(['Antiga', table(2), state], ['Atual', table(3)]));
      expect(found).toMatchObject({ place: { sheet: 'Atual', line: 1 }, rows: ['3:A-3'] });
    }
  });
});

describe('the heading of a workbook', () => {
  const instructions = sheet(
    ['Como preencher', 'nome', 'sku'].map((cell) => row(text(cell), text('explicação'))).join(''),
  );

  it('may stand on another sheet, below a title and blank rows', async () => {
    const products = sheet(
      `<row r="1">${text('Tabela de preços')}</row><row r="3"/><row r="6">${HEADER}</row>${product(8)}`,
    );
    expect(await read(toSheets(['Instruções', instructions], ['Produtos', products]))).toMatchObject({
      place: { sheet: 'Produtos', line: 6 },
      rows: ['8:A-8'],
    });
  });

  it('of a sheet without rows gives way to one with rows', async () => {
    const template = sheet(`<row>${HEADER}${text('descricao')}</row>`);
    const products = sheet(`<row>${HEADER}</row>${product(2)}`);
    expect(await read(toSheets(['Modelo', template], ['Produtos', products]))).toMatchObject({
      place: { sheet: 'Produtos', line: 1 },
    });
    expect(await read(toSheets(['Modelo', template]))).toMatchObject({
      refusal: 'O arquivo não tem produtos',
    });
  });

  it('that has to be matched is the one of the table', async () => {
    const products = sheet(row(...['Código', 'Produto', 'Cor'].map(text)) + product(2));
    const parts = toSheets(['Instruções', instructions], ['Produtos', products]);
    expect(await read(parts)).toMatchObject({
      refusal: expect.stringMatching(/coluna desconhecida "código"/),
    });
    const names = { codigo: 'sku', produto: 'nome', cor: null } as const;
    expect(await read(parts, { isUpdate: true, names })).toMatchObject({
      place: { sheet: 'Produtos', line: 1 },
      rows: ['2:A-2'],
    });
  });

  it('is not looked for beyond the beginning of further sheets', async () => {
    // What is read of it would be refused: no XML.
    const beyond = '</row>';
    const blank = '<row><c s="1"/></row>'.repeat(100_000) + beyond;
    const sheets: [string, string][] = Array.from({ length: 8 }, (_, at) => [`S${at}`, sheet(blank)]);
    const begun = performance.now();
    const found = await read(toSheets(['Vazia', sheet('')], ...sheets));
    expect(found).toMatchObject({ refusal: expect.stringMatching(/^O arquivo está vazio/) });
    expect(performance.now() - begun).toBeLessThan(30_000);
  });
});

describe('a file with another program’s table', () => {
  it.each<[string, Record<string, Part> | string, RegExp]>([
    [
      'ods',
      { mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' },
      /\.ods\. Abra-a no LibreOffice/,
    ],
    ['Numbers', { 'Index/Document.iwa': 'x' }, /do Numbers\. Use Arquivo → Exportar para → Excel/],
    ['xlsb', { 'xl/workbook.bin': 'x' }, /\.xlsb\. Abra-a no Excel, salve-a como \.xlsx/],
    ['HTML', '\uFEFF <html><table>', /página da web com nome de planilha/],
    ['text', 'sku;nome', /^O arquivo não é uma planilha do Excel \(\.xlsx\)\.$/],
  ])('%s is told how to be saved', async (_, content, sentence) => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : await zip(content);
    const source = {
      size: bytes.byteLength,
      read: async (position: number, length: number) => bytes.slice(position, position + length),
    };
    await expect(readProductXlsx(source)).rejects.toThrow(sentence);
  });
});
