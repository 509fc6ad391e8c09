import { runs } from '@esteira/config/vitest/runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameCells } from '../csv/product-csv';
import { RefusedCsv } from '../csv/read-product-csv';
import type { ScannedRecord } from '../csv/scan/csv-scanner';
import { readProductXlsx } from './read-product-xlsx';
import {
  number,
  type Part,
  RELS,
  relationship,
  relationships,
  row,
  text,
  toParts,
  zip,
} from './testing/make-workbook';

const HEADER = row(...['sku', 'nome', 'preco_venda_ml', 'estoque'].map(text));

async function read(parts: Record<string, Part> | Uint8Array): Promise<ScannedRecord[]> {
  const bytes = parts instanceof Uint8Array ? parts : await zip(parts);
  const source = {
    size: bytes.byteLength,
    read: async (position: number, length: number) => bytes.slice(position, position + length),
  };
  const sheet = await readProductXlsx(source, { isUpdate: true });
  const records: ScannedRecord[] = [];
  for await (const piece of sheet.rows()) {
    for (const record of piece) {
      if (!('cells' in record)) records.push(record);
      else
        records.push({
          line: record.line,
          cells: Object.values(nameCells(record.cells, sheet.header)) as string[],
        });
    }
  }
  return records;
}

const cellsOf = async (...rows: string[]) =>
  (await read(toParts(HEADER + rows.join('')))).map((record) =>
    'cells' in record ? record.cells : record.reason,
  );

const refusal = (parts: Record<string, Part> | Uint8Array) =>
  read(parts).then(
    () => 'taken',
    (error) => {
      if (!(error instanceof RefusedCsv)) throw error;
      return error.message;
    },
  );

describe('a sheet', () => {
  it('has its numbers as a Brazilian reads them in the cells', async () => {
    expect(
      await cellsOf(
        row(number(7891234567890), text('Caneca'), number(59.9, 1), number(12)),
        row(number('1E3'), number(45982, 2), number('32.499999999999996', 1), number(0.5, 3)),
        row(text('A'), number(45982.75, 4), number('0.30000000000000004'), number('1.234')),
      ),
    ).toEqual([
      ['Caneca', '7891234567890', '59,9', '12'],
      ['21/11/2025', '1000', '32,5', '50%'],
      ['21/11/2025 18:00', 'A', '0,3', '1,2340'],
    ]);
  });

  it('has texts, shared or rich, and the values of formulas; rows keep their number, blank ones are left out', async () => {
    const shared =
      '<sst><si><t>Açaí</t></si><si><r><t xml:space="preserve">a </t></r><r><t>b_x000D_</t></r><rPh><t>x</t></rPh></si></sst>';
    const rows =
      `<row r="3">${HEADER.slice(5)}<row r="5"><c r="A5" t="s"><v>0</v></c><c r="D5"><f>1+1</f><v>2</v></c></row>` +
      `<row r="6"><c r="B6" t="s"><v>99</v></c></row><row r="9"><c r="A9" t="b"><v>1</v></c><c r="B9" t="s"><v>1</v></c></row>`;
    expect(await read(toParts(rows, { 'xl/sharedStrings.xml': shared }))).toEqual([
      { line: 5, cells: ['', 'Açaí', '', '2'] },
      { line: 9, cells: ['a b\r', 'VERDADEIRO', '', ''] },
    ]);
  });

  it('tells of a cell without a value, and goes on', async () => {
    expect(
      await cellsOf(
        row('<c r="A2"><f>B1</f></c>'),
        row('<c r="C3" t="e"><v>#N/A</v></c>'),
        row(text('A'), text('B')),
      ),
    ).toEqual([
      'a fórmula da célula A2 não tem valor; abra e salve a planilha no Excel',
      'a célula C3 tem um erro (#N/A)',
      ['B', 'A', '', ''],
    ]);
  });

  it('may be coloured as far as it reaches: a format without a text is nothing', async () => {
    const coloured = (n: number) => `<c r="XFD${n}" s="2"/>`;
    const header = HEADER.replace('</row>', `${coloured(1)}</row>`);
    const [cells] = await read(toParts(`${header}<row r="2">${text('A')}${text('B')}${coloured(2)}</row>`));
    expect(cells).toEqual({ line: 2, cells: ['B', 'A', '', ''] });
  });

  it('is the first one that is shown', async () => {
    const sheets = ['veryHidden', 'visible', 'visible'].map(
      (state, at) => `<sheet state="${state}" name="S" sheetId="${at}" r:id="r${at}"/>`,
    );
    const parts = toParts('', {
      'xl/workbook.xml': `<workbook xmlns:r="${RELS}"><workbookPr date1904="1"/><sheets>${sheets.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relationships(
        relationship('r0', 'worksheet', 'a.xml'),
        relationship('r1', 'worksheet', 'b.xml'),
      ),
      'xl/b.xml': `<x:worksheet xmlns:x="m"><x:sheetData>${HEADER}${row(text('A'), text('B'))}</x:sheetData></x:worksheet>`,
    });
    expect(await read(parts)).toMatchObject([{ cells: ['B', 'A', '', ''] }]);
  });
});

describe('a hostile workbook', () => {
  const NO_WORKBOOK = 'O arquivo não é uma planilha do Excel (.xlsx).';
  const TOO_LARGE = /^A planilha é grande demais depois de descompactada/;

  async function* flood(begin: string, piece: string, megabytes: number, end = '') {
    yield begin;
    const block = piece.repeat(Math.ceil((1024 * 1024) / piece.length));
    for (let written = 0; written < megabytes; written += 1) yield block;
    yield end;
  }

  it.each([
    ['blanks', () => flood('<worksheet><sheetData>', ' ', 64)],
    [
      'empty rows',
      () => flood(`<worksheet><sheetData>${HEADER}`, '<row spans="1:16384" s="1" ht="15"/>', 64),
    ],
    ['one text', () => flood('<worksheet><sheetData><row><c t="inlineStr"><is><t>', 'a', 64)],
    ['one attribute', () => flood('<worksheet><sheetData x="', 'a', 64)],
  ])('that bursts with %s is refused while it is unpacked', async (_, sheet) => {
    const bytes = await zip(toParts(sheet));
    expect(bytes.byteLength).toBeLessThan(1024 * 1024);
    expect(await refusal(bytes)).toMatch(/^(A planilha é grande demais|O arquivo não é uma planilha)/);
  });

  it('that bursts with shared texts is refused', async () => {
    const sharedStrings = () => flood('<sst>', `<si><t>${'a'.repeat(1000)}</t></si>`, 64, '</sst>');
    expect(await refusal(toParts(HEADER, { 'xl/sharedStrings.xml': sharedStrings }))).toMatch(TOO_LARGE);
  });

  it('that opens elements without an end is refused before they fill the memory', async () => {
    // Names of every kind, so that it packs badly.
    async function* nested() {
      yield '<worksheet><sheetData>';
      for (let name = 0; name < 20_000; name += 1) yield `<a${(name * 2_654_435_761) % 2 ** 32}>`;
    }
    expect(await refusal(toParts(nested))).toBe(NO_WORKBOOK);
  });

  it('with formats, relationships or one text beyond what Excel takes is refused', async () => {
    const styles = `<styleSheet><cellXfs>${'<xf numFmtId="0"/>'.repeat(70_000)}</cellXfs></styleSheet>`;
    const rels = relationships(
      ...Array.from({ length: 3_000 }, (_, n) => relationship(`x${n}`, 'image', `i${n}`)),
    );
    const long = `<sst><si>${`<r><t>${'a'.repeat(30_000)}</t></r>`.repeat(20)}</si></sst>`;
    const beyond: Record<string, Part>[] = [
      { 'xl/styles.xml': styles },
      { 'xl/_rels/workbook.xml.rels': rels },
      { 'xl/sharedStrings.xml': long },
    ];
    for (const more of beyond) {
      expect(await refusal(toParts(HEADER, more))).toBe(NO_WORKBOOK);
    }
  });

  it('has a row too long told by its line, whether its texts are its own or shared', async () => {
    const long = 'a'.repeat(30_000);
    const shared = { 'xl/sharedStrings.xml': `<sst><si><t>${long}</t></si></sst>` };
    const rows = [
      row(...Array.from({ length: 4 }, () => '<c t="s"><v>0</v></c>')),
      row(`<c t="inlineStr"><is>${`<r><t>${long}</t></r>`.repeat(4)}</is></c>`),
      row(text('A'), text('B')),
    ];
    expect(await read(toParts(HEADER + rows.join(''), shared))).toMatchObject([
      { line: 2, reason: 'texto longo demais para uma linha' },
      { line: 3, reason: 'texto longo demais para uma linha' },
      { line: 4, cells: ['B', 'A', '', ''] },
    ]);
  });

  it('with entities of its own, or XML that is none, is refused', async () => {
    const doctype = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
    for (const sheet of [
      `${doctype}<worksheet>&b;</worksheet>`,
      '<worksheet><sheetData></worksheet>',
      '{}',
    ]) {
      expect(await refusal(toParts('', { 'xl/worksheets/sheet1.xml': sheet }))).toBe(NO_WORKBOOK);
    }
  });

  it('with more columns than any table of products is refused by a sentence of its own', async () => {
    const wide = row(...Array.from({ length: 10_000 }, (_, at) => text(`c${at}`)));
    const sentence = 'A planilha tem mais de 300 colunas. Deixe só as colunas dos produtos e envie de novo.';
    expect(await refusal(toParts(wide))).toBe(sentence);
    expect(await refusal(toParts(`${HEADER}<row><c r="ZZZZZZZ1"><v>1</v></c></row>`))).toBe(sentence);
    expect(await refusal(toParts(`${HEADER}<row><c r="XFD1"><v>1</v></c></row>`))).toBe(sentence);
  });

  it('whose sheet is somewhere else is refused, and nothing is asked for there', async () => {
    const external = relationship('r1', 'worksheet', 'http://127.0.0.1:1/x.xml').replace(
      '/>',
      ' TargetMode="External"/>',
    );
    for (const target of [external, relationship('r1', 'worksheet', '../../../../etc/passwd')]) {
      const parts = toParts(HEADER, { 'xl/_rels/workbook.xml.rels': relationships(target) });
      expect(await refusal(parts)).toBe(NO_WORKBOOK);
    }
  });

  it.each([
    [
      'an old or locked one',
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]),
      /protegida por senha ou é um \.xls antigo/,
    ],
    ['text', new TextEncoder().encode('sku;nome\n1;2'), NO_WORKBOOK],
    ['nothing', new Uint8Array(), NO_WORKBOOK],
    ['the beginning of one', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), NO_WORKBOOK],
  ])('that is %s is told from a workbook', async (_, bytes, sentence) => {
    expect(await refusal(bytes)).toMatch(sentence);
  });

  it('that is another kind of zip, or an empty table, is told so', async () => {
    expect(await refusal({ 'word/document.xml': '<w/>' })).toBe(NO_WORKBOOK);
    expect(await refusal(toParts(''))).toMatch(/^O arquivo está vazio/);
    expect(await refusal(toParts(HEADER))).toBe('O arquivo não tem produtos');
    expect(await refusal(toParts(row(text('Preço')) + row(number(1))))).toMatch(
      /^Cabeçalho inválido: coluna desconhecida/,
    );
  });

  it('of any bytes is taken or refused, never more', async () => {
    const good = await zip(toParts(HEADER + row(text('A'), text('B'), number(1), number(2))));
    const change = fc.record({ at: fc.nat(good.byteLength - 1), to: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 8 }),
        fc.nat(good.byteLength),
        async (changes, cut) => {
          const bytes = good.slice(0, cut % 3 === 0 ? cut : undefined);
          for (const { at, to } of changes) if (at < bytes.byteLength) bytes[at] = to;
          await refusal(bytes);
        },
      ),
      { numRuns: runs(150) },
    );
  });
});
