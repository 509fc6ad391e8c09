import { runs } from '@esteira/config/vitest/runs';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CSV_COLUMNS, CSV_TEMPLATE_HEADER } from './csv-columns';
import { CSV_MAX_ROWS } from './product-csv';
import { findColumns, RefusedCsv, readProductCsv } from './read-product-csv';
import { detectDelimiter } from './scan/layout';

const HEADER = 'fornecedor_id;nome;sku;preco_fornecedor;preco_venda_ml;estoque';

/** A file that arrives in pieces of so many bytes. */
function makeFile(content: string | Uint8Array, pieceLength = 64 * 1024) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return async function* () {
    for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.slice(at, at + pieceLength);
  };
}

/** What is read of a file, or the sentence that refuses it. */
async function read(content: string | Uint8Array, pieceLength?: number) {
  try {
    const { encoding, layout, header, rows } = await readProductCsv(makeFile(content, pieceLength));
    const records = [];
    for await (const piece of rows()) records.push(...piece);
    return { encoding, layout, header, records };
  } catch (error) {
    if (error instanceof RefusedCsv) return error.message;
    throw error;
  }
}

function getRefusal(run: () => unknown): string {
  try {
    run();
    return '';
  } catch (error) {
    if (error instanceof RefusedCsv) return error.message;
    throw error;
  }
}

describe('a product file', () => {
  it('is read below its header, blank records and the separator line left out, as often as asked', async () => {
    const csv = await readProductCsv(makeFile(`sep=;\r\n${HEADER}\r\n\r\na;b\r\n;;\r\n"c;d";"e`));
    expect(csv).toMatchObject({ encoding: 'utf-8', layout: { delimiter: ';', lineBreak: '\n' } });
    expect(csv.header).toMatchObject({ indexes: { fornecedor_id: 0, estoque: 5 }, width: 6 });
    for (const _ of [1, 2]) {
      const lines: number[] = [];
      for await (const records of csv.rows()) for (const { line } of records) lines.push(line);
      expect(lines).toEqual([4, 6]);
    }
  });

  it('is UTF-8 when every byte fits it, else Windows-1252', async () => {
    const text = `${HEADER}\nF;Água é;;1;2;3`;
    expect(await read(text)).toMatchObject({ encoding: 'utf-8' });
    const latin = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    expect(await read(latin)).toMatchObject({
      encoding: 'windows-1252',
      records: [{ line: 2, cells: ['F', 'Água é', '', '1', '2', '3'] }],
    });
  });

  it('is read alike in whatever pieces it arrives', async () => {
    const unit = fc.constantFrom(...';,"\n\r aé€', '\r\n', 'F;P;;1;2;3\n');
    const content = fc.oneof(
      fc.string({ unit, maxLength: 60 }).map((text) => new TextEncoder().encode(`${HEADER}\r\n${text}`)),
      fc.string({ unit, maxLength: 60 }).map((text) => new TextEncoder().encode(text)),
      fc.uint8Array({ maxLength: 80 }),
    );
    await fc.assert(
      fc.asyncProperty(content, fc.integer({ min: 2, max: 30 }), async (bytes, pieceLength) => {
        expect(await read(bytes, pieceLength)).toEqual(await read(bytes));
      }),
      { numRuns: runs(500) },
    );
  });

  it('is read as csv-parse reads it where it is well-formed', async () => {
    const columns = CSV_TEMPLATE_HEADER;
    const cell = fc.string({ unit: fc.constantFrom(...'",;\nab é€'), minLength: 1, maxLength: 8 });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 9 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(table, fc.boolean(), async (values, isQuoted) => {
        const quote = (text: string) =>
          isQuoted || /[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
        const text = [columns, ...values.map((row) => row.map(quote).join(','))].join('\r\n');
        const expected = (parse(text, { relax_column_count: true }) as string[][])
          .slice(1)
          .filter((row) => row.some((value) => value.trim() !== ''));
        fc.pre(expected.length > 0);
        const csv = await read(text);
        const cells =
          typeof csv === 'string' ? csv : csv.records.map((record) => 'cells' in record && record.cells);
        expect(cells).toEqual(expected);
      }),
      { numRuns: runs(300) },
    );
  });

  it('tells its layout by the same beginning, however long blank lines go on before it', async () => {
    const text = `${'\n'.repeat(200_000)}${HEADER}\nF;P;;1;2;3`;
    for (const pieceLength of [1000, 64 * 1024, 1_000_000]) {
      expect(await read(text, pieceLength)).toMatchObject({
        layout: { delimiter: ';' },
        records: [{ line: 200_002 }],
      });
    }
  });

  it.each([
    ['', /^O arquivo está vazio\. Colunas esperadas: /],
    [' \r\n\r\n', /^O arquivo está vazio\. Colunas esperadas: /],
    [`${HEADER}\r\n;;;\r\n`, /^O arquivo não tem produtos$/],
    ['nome,preco\nCaneca,5', /^Cabeçalho inválido: coluna desconhecida "preco"/],
    [`"nome;sku\n1;2`, /^Cabeçalho inválido: aspas sem par ou fora de lugar\. /],
    ['PK\u0003\u0004\0\0', /^O arquivo não é um CSV/],
    [new Uint8Array([0xff, 0xfe, 0x6e, 0]), /^Cabeçalho inválido: coluna desconhecida "n"/],
  ])('%j is refused whole', async (content, sentence) => {
    expect(await read(content)).toMatch(sentence);
  });

  it('has at most 200,000 rows', async () => {
    const most = `${HEADER}\n${'F;P;;1;2;3\n'.repeat(CSV_MAX_ROWS)}`;
    expect(await read(most)).toMatchObject({ encoding: 'utf-8' });
    expect(await read(`${most}F;P;;1;2;3`)).toBe('O arquivo tem mais de 200.000 produtos');
  });
});

describe('findColumns', () => {
  it('may have 300 columns; 10,000 are refused by a sentence, blank ones beyond them do not count', async () => {
    const wide = (columns: number) => Array.from({ length: columns }, (_, n) => `c${n}`).join(';');
    expect(await read(`${wide(10_000)}\n1`)).toBe(
      'A planilha tem mais de 300 colunas. Deixe só as colunas dos produtos e envie de novo.',
    );
    expect(await read(`${wide(300)}\n1`)).toMatch(/^Cabeçalho inválido: coluna desconhecida "c0"/);
    const blank = ';'.repeat(1_000);
    expect(await read(`${HEADER}${blank}\nF;A;;1;2;3${blank}\n`)).toMatchObject({ records: [{ line: 2 }] });
  });

  it('accepts the template', () => {
    expect(Object.keys(findColumns(CSV_TEMPLATE_HEADER.split(',')))).toEqual([...CSV_COLUMNS]);
  });

  it('finds columns by name in any order, ignoring case, spaces, a byte order mark and empty cells', () => {
    const cells = ['\uFEFFEstoque', ' NOME ', 'preco_venda_ml', 'preco_fornecedor', 'fornecedor_id', '', ''];
    expect(findColumns(cells)).toEqual({
      estoque: 0,
      nome: 1,
      preco_venda_ml: 2,
      preco_fornecedor: 3,
      fornecedor_id: 4,
    });
  });

  it('accepts every permutation of the columns', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...CSV_COLUMNS], { minLength: CSV_COLUMNS.length }), (cells) => {
        const indexes = findColumns(cells);
        expect(CSV_COLUMNS.every((column) => cells[indexes[column] ?? -1] === column)).toBe(true);
      }),
    );
  });

  it.each([
    [['nome', 'estoque'], 'falta fornecedor_id, preco_fornecedor, preco_venda_ml'],
    [[...CSV_COLUMNS, 'cor'], 'coluna desconhecida "cor"'],
    [[...CSV_COLUMNS, 'nome'], 'coluna nome repetida'],
    [[], 'falta fornecedor_id, nome, preco_fornecedor, preco_venda_ml, estoque'],
    [['PK\u0003\u0004\u0000\ud800'.repeat(50)], 'coluna desconhecida "pk pk'],
    [['__proto__'], 'coluna desconhecida "__proto__"'],
  ])('refuses %j and says what was expected', (cells, what) => {
    const detail = getRefusal(() => findColumns(cells));
    expect(detail).toContain(`Cabeçalho inválido: ${what}`);
    expect(detail).toContain(`Colunas esperadas: ${CSV_COLUMNS.join(', ')}`);
    expect(detail).not.toMatch(/\p{C}/u);
  });
});

describe('detectDelimiter', () => {
  it.each([
    ['a,b,c', ','],
    ['a;b;c', ';'],
    ['"a,b,c,d";b;c', ';'],
    ['"a;b"";c",d', ','],
    ['nome', ','],
    ['', ','],
    ['"aberta;;;', ','],
  ])('of %j is %j', (line, delimiter) => {
    expect(detectDelimiter(line)).toBe(delimiter);
  });

  it('copes with a first line of megabytes', () => {
    expect(detectDelimiter(`a;b;${'"x'.repeat(2_000_000)}`)).toBe(';');
  });
});
