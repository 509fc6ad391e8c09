import { describe, expect, it } from 'vitest';
import { type ReadingOptions, RefusedCsv, readProductCsv } from './read-product-csv';

const COLUMNS = ['fornecedor_id', 'nome', 'sku', 'preco_fornecedor', 'preco_venda_ml', 'estoque'];

/** What is read of a file: where its heading stands, and its records; or the sentence that refuses it. */
async function read(content: string, options: ReadingOptions = {}) {
  async function* bytes() {
    yield new TextEncoder().encode(content);
  }
  try {
    const { layout, place, rows } = await readProductCsv(bytes, options);
    const records = [];
    for await (const piece of rows()) records.push(...piece);
    return { delimiter: layout.delimiter, line: place.line, records };
  } catch (error) {
    if (error instanceof RefusedCsv) return error.message;
    throw error;
  }
}

const rowOf = (line: number, ...cells: string[]) => ({ line, cells });

describe('the separator', () => {
  it.each([',', ';', '\t', '|'])('%j is found', async (delimiter) => {
    const row = ['F', 'Caneca, azul; grande', 'A-1', '1', '2', '3'];
    const quoted = row.map((cell) => `"${cell}"`);
    const content = `${COLUMNS.join(delimiter)}\r\n${quoted.join(delimiter)}\r\n`;
    expect(await read(content)).toEqual({ delimiter, line: 1, records: [rowOf(2, ...row)] });
  });

  it.each([',', ';', '\t', '|', '^', ':'])('%j may be declared', async (delimiter) => {
    for (const declared of [`sep=${delimiter}`, `"sep=${delimiter}"`, `\uFEFF\uFEFFSEP=${delimiter}`]) {
      const content = `${declared}\r\n${COLUMNS.join(delimiter)}\r\n${['F', 'P', '', '1', '2', '3'].join(delimiter)}`;
      expect(await read(content)).toMatchObject({ delimiter, line: 2, records: [{ line: 3 }] });
    }
  });

  it('stands in quotes as what it is, and so do line ends', async () => {
    const content = `${COLUMNS.join('\t')}\n"F\t1"\t"Caneca ""azul""\r\ngrande"\tA\t1\t2\t3\n`;
    expect(await read(content)).toMatchObject({
      records: [rowOf(2, 'F\t1', 'Caneca "azul"\r\ngrande', 'A', '1', '2', '3')],
    });
  });

  it('is not looked for where there is one column', async () => {
    const records = [rowOf(2, 'A,1'), rowOf(3, 'B;2')];
    expect(await read('sku\nA,1\nB;2\n', { isUpdate: true })).toMatchObject({ line: 1, records });
    expect(await read('SKU', { isUpdate: true })).toBe('O arquivo não tem produtos');
  });

  it.each(['\n', '\r\n', '\r', '\r\r\n'])('goes with lines that end in %j', async (end) => {
    const content = [COLUMNS.join('|'), '"F"|P||1|2|"3"', 'F|P||1|2|3', ''].join(end);
    expect(await read(content)).toMatchObject({ delimiter: '|', records: [{ line: 2 }, { line: 3 }] });
  });
});

describe('the heading', () => {
  const HEADING = COLUMNS.join(';');
  const ROW = 'F;P;;1;2;3';

  it('may stand below a title and blank lines; rows keep the number of their line', async () => {
    const content = `Tabela de preços, julho;;;;;\n\n"Válida até\n31/07"\n;;\n${HEADING}\n\n${ROW}\n`;
    expect(await read(content)).toMatchObject({ delimiter: ';', line: 6, records: [{ line: 8 }] });
  });

  it('is looked for in 20 rows', async () => {
    const title = (rows: number) => Array.from({ length: rows }, (_, at) => `Aviso ${at}`).join('\n');
    expect(await read(`${title(19)}\n${HEADING}\n${ROW}`)).toMatchObject({
      line: 20,
      records: [{ line: 21 }],
    });
    expect(await read(`${title(20)}\n${HEADING}\n${ROW}`)).toMatch(
      /^Cabeçalho inválido: coluna desconhecida "aviso 0"/,
    );
  });

  it('is the first one: a row that repeats it is a row', async () => {
    expect(await read(`${HEADING}\n${ROW}\n${HEADING}\n`)).toMatchObject({
      line: 1,
      records: [{ line: 2 }, { line: 3 }],
    });
  });

  it('that needs to be matched is told with its own columns, not with the title', async () => {
    const content = 'Tabela de preços\n\nProduto;Custo;Cor\nCaneca;1;azul\n';
    const names = { produto: 'nome', custo: 'preco_fornecedor', cor: null } as const;
    expect(await read(content)).toMatch(/^Cabeçalho inválido: coluna desconhecida "produto"/);
    expect(await read(content, { names })).toMatch(/^Cabeçalho inválido: falta fornecedor_id/);
    const options = { isUpdate: true, names: { ...names, produto: 'sku' } as const };
    expect(await read(content, options)).toMatchObject({
      line: 3,
      records: [rowOf(4, 'Caneca', '1', 'azul')],
    });
  });

  it('of an update may be one column under a title', async () => {
    expect(await read('Lista\n\nsku\nA-1\n', { isUpdate: true })).toMatchObject({
      line: 3,
      records: [rowOf(4, 'A-1')],
    });
  });

  it('with nothing below it is a file without products', async () => {
    expect(await read(`Título\n${HEADING}\n`)).toBe('O arquivo não tem produtos');
  });
});

it('blank lines without an end are read in time that grows with the file', async () => {
  const begun = performance.now();
  for (const blank of ['\r', '\n', ' ', '\t', '"', ','])
    expect(await read(blank.repeat(4_000_000))).toBeTypeOf('string');
  expect(performance.now() - begun).toBeLessThan(20_000);
});
