import { CSV_TEMPLATE_HEADER } from '@esteira/validators/csv/csv-columns';
import { supplierLookup } from '@esteira/validators/csv/product-csv';
import type { ColumnNames } from '@esteira/validators/csv/read-product-csv';
import { describe, expect, it } from 'vitest';
import { rewriteFile } from '../rewrite-file';
import {
  type CsvPreview,
  openFile,
  type PreviewOptions,
  type PreviewResult,
  previewCsv,
} from './preview-file';

const findSupplier = supplierLookup([
  { id: '0192f5a0-0000-7000-8000-000000000001', nome: 'São Bento' },
  { id: '0192f5a0-0000-7000-8000-000000000002', nome: 'Gêmea' },
  { id: '0192f5a0-0000-7000-8000-000000000003', nome: 'gemea' },
]);
const HEADER = 'fornecedor_id;nome;sku;preco_fornecedor;preco_venda_ml;estoque';
const GOOD = 'sao bento;Caneca;;5,00;19,90;10';

function read(content: string | Uint8Array<ArrayBuffer>): Promise<PreviewResult> {
  return previewCsv(new Blob([content]), { findSupplier });
}

async function getPreview(...lines: string[]): Promise<CsvPreview> {
  const result = await read(lines.join('\r\n'));
  if (!result.ok) throw new Error(result.detail);
  return result.preview;
}

describe('a file of another program', () => {
  const lines = [
    'ID;Código;Descrição;NCM;Preço;Estoque;URL Imagens Externas;Descrição Curta',
    '1;C-1;Caneca;1;59,90;10,00;https://a.com/1.jpg|https://a.com/2.jpg;"<p>Azul&nbsp;clara</p>"',
  ];
  const names: ColumnNames = {
    ...{ codigo: 'sku', descricao: 'nome', preco: 'preco_venda_ml', estoque: 'estoque' },
    ...{ 'url imagens externas': 'imagem_url', 'descricao curta': 'descricao', id: null, ncm: null },
  };

  it('is read once its columns are matched, and what it lacks is said for all rows', async () => {
    const constants = { fornecedor_id: 'São Bento', preco_fornecedor: '20' };
    const options = { findSupplier, names, constants };
    const file = new Blob([lines.join('\n')]);
    const result = await previewCsv(file, options);
    if (!result.ok) throw new Error(result.detail);
    expect(result.preview).toMatchObject({ counts: { new: 1, bad: 0 }, ignored: ['ID', 'NCM'] });
    const sheet = await openFile(file, options);
    expect(await (await rewriteFile(sheet, [])).text()).toBe(
      'fornecedor_id;nome;descricao;sku;preco_fornecedor;preco_venda_ml;estoque;imagem_url\r' +
        'São Bento;Caneca;Azul clara;C-1;20;"59,90";"10,00";https://a.com/1.jpg|https://a.com/2.jpg\r',
    );
  });

  it('is sent with each row on its own line, however many lines its description has', async () => {
    const [heading = '', first = ''] = lines;
    const paragraphs = first.replace('<p>Azul&nbsp;clara</p>', '<p>Azul</p><p>Clara</p><p>Grande</p>');
    const own = [heading, paragraphs, paragraphs.replace('Azul', 'Rosa\r\ne Verde'), first];
    const constants = { fornecedor_id: 'São Bento', preco_fornecedor: '20' };
    const sheet = await openFile(new Blob([own.join('\n')]), { names, constants });
    const sent = await previewCsv(await rewriteFile(sheet, []), { findSupplier });
    if (!sent.ok) throw new Error(sent.detail);
    expect(sent.preview.firstRows.map(({ line, cells }) => [line, cells.descricao])).toEqual([
      [2, 'Azul\nClara\nGrande'],
      [3, 'Rosa\ne Verde\nClara\nGrande'],
      [5, 'Azul clara'],
    ]);
  });

  it.each([
    ['has line breaks where WooCommerce writes \\n', 'Published', 'Azul\n\n350 ml\n\nPasta C:\\nova'],
    ['has a \\n where any other one writes it', 'Ativo', 'Azul\n\\n350 ml\n\\n\\nPasta C:\\\\nova'],
  ])('%s', async (_, sign, descricao) => {
    const columns: ColumnNames = {
      ...{
        type: null,
        sku: 'sku',
        name: 'nome',
        [sign.toLowerCase()]: null,
        'regular price': 'preco_venda_ml',
      },
      ...{ stock: 'estoque', description: 'descricao' },
    };
    const constants = { fornecedor_id: 'São Bento', preco_fornecedor: '20' };
    const text = String.raw`<p>Azul</p>\n<p>350 ml</p>\n\nPasta C:\\nova`;
    const file = `Type;SKU;Name;${sign};Regular price;Stock;Description\nsimple;C-1;Caneca;1;59,90;10;${text}`;
    const result = await previewCsv(new Blob([file]), { findSupplier, names: columns, constants });
    if (!result.ok) throw new Error(result.detail);
    expect(result.preview.firstRows[0]?.cells.descricao).toBe(descricao);
  });

  it('lacks what was not entered', async () => {
    const result = await previewCsv(new Blob([lines.join('\n')]), { findSupplier, names });
    expect(result).toMatchObject({
      ok: false,
      detail: expect.stringContaining('falta fornecedor_id, preco_fornecedor'),
    });
  });
});

describe('the rows', () => {
  it('are counted by line of the file, blank lines and lines inside quotes included', async () => {
    const { problems, rows, counts } = await getPreview(
      HEADER.replace('sku', 'descricao'),
      'sao bento;Caneca;"grande\r\ne azul";5,00;19,90;10',
      '',
      ';;;;;',
      'sao bento;Copo;;1.234;19,90;10',
    );
    expect({ rows, bad: counts.bad }).toEqual({ rows: 2, bad: 1 });
    expect(problems).toEqual([
      'Linha 6: preco_fornecedor: valor ambíguo "1.234" (use 1234,00 se for milhar)',
    ]);
  });

  it('show every wrong cell of a row, the supplier among them', async () => {
    const { first } = await getPreview(HEADER, GOOD, 'Ninguém;;A-1;x;19,90;-1');
    expect(first.bad).toHaveLength(1);
    expect(first.bad[0]).toMatchObject({ line: 3, cells: { fornecedor_id: 'Ninguém', sku: 'A-1' } });
    expect(first.bad[0]?.problems.map(({ column }) => column)).toEqual([
      'fornecedor_id',
      'nome',
      'preco_fornecedor',
      'estoque',
    ]);
  });

  it('are marked where a cell holds more than is imported, and imported all the same', async () => {
    const { counts, first } = await getPreview(
      `${HEADER};imagem_url`,
      `${GOOD};https://a.com/1.jpg|https://a.com/2.jpg`,
      `${GOOD};https://a.com/1.jpg`,
    );
    expect(counts).toMatchObject({ new: 2, bad: 0, warned: 1 });
    expect(first.warned[0]).toMatchObject({
      line: 2,
      warnings: [{ column: 'imagem_url', reason: 'tem 2 imagens; só a primeira será importada' }],
    });
  });

  it('say of every SKU that Excel abbreviated what happened, and of none that it is repeated', async () => {
    const cut = GOOD.replace(';;', ';7,89123E+12;');
    const { problems } = await getPreview(HEADER, cut, cut);
    expect(problems).toEqual(
      [2, 3].map(
        (line) =>
          `Linha ${line}: sku: número abreviado pelo Excel, com dígitos perdidos. Na planilha, formate a coluna como Texto, digite o código inteiro e salve de novo`,
      ),
    );
  });

  it('name a supplier by id or by a name that only one bears', async () => {
    const { problems } = await getPreview(
      HEADER,
      GOOD,
      GOOD.replace('sao bento', '0192f5a0-0000-7000-8000-000000000002'),
      GOOD.replace('sao bento', 'Gêmea'),
    );
    expect(problems).toEqual(['Linha 4: fornecedor_id: mais de um fornecedor tem este nome, use o ID']);
  });

  it('take a SKU once, ignoring case, and only where the row is good', async () => {
    const { problems } = await getPreview(
      HEADER,
      'sao bento;Estragada;abc;x;19,90;10',
      'sao bento;Primeira;ABC;5;19,90;10',
      'sao bento;Segunda;abc;5;19,90;10',
      'sao bento;Quarta;abc;5;19,90;x',
    );
    expect(problems.slice(1)).toEqual([
      'Linha 4: sku: SKU repetido no arquivo',
      'Linha 5: sku: SKU repetido no arquivo',
      'Linha 5: estoque: deve ser um número inteiro de 0 a 1.000.000',
    ]);
  });

  it('that cannot be read are reported as a whole, and reading goes on', async () => {
    const { firstRows, rows } = await getPreview(
      HEADER,
      'sao bento;Cabo 1;2m;;5,00;19,90;10',
      'sao bento;"Copo"s;;5;9;1',
      GOOD,
    );
    expect(rows).toBe(3);
    expect(firstRows.map(({ problems }) => problems.map(({ column }) => column))).toEqual([
      ['linha'],
      ['linha'],
      [],
    ]);
  });

  it('are shown in part when there are many, with every problem in the file to download', async () => {
    const bad = Array.from({ length: 1000 }, () => 'Ninguém;Copo;;5;9;1');
    const preview = await getPreview(HEADER, ...Array.from({ length: 100 }, () => GOOD), ...bad);
    expect(preview).toMatchObject({ rows: 1100, counts: { new: 100, bad: 1000 }, problemCount: 1000 });
    expect(preview.firstRows.every(({ problems }) => problems.length === 0)).toBe(true);
    expect(preview.firstRows).toHaveLength(50);
    expect(preview.first.bad).toHaveLength(50);
    expect(preview.problems).toHaveLength(200);
    const lines = (await preview.problemFile?.text())?.trimEnd().split('\r\n') ?? [];
    expect(lines).toHaveLength(1001);
    expect(lines.at(-1)).toBe('1101;fornecedor_id;Fornecedor não encontrado');
  });

  it('bring no file of problems when there is none', async () => {
    expect((await getPreview(HEADER, GOOD)).problemFile).toBeNull();
  });
});

describe('what is stored already', () => {
  const rows = [
    'sao bento;Caneca;CAN-1;x;19,90;10',
    'sao bento;Copo;can-1;5;19,90;10',
    'sao bento;Prato;PRA-1;5;9;1',
  ];

  async function readKnowing(taken: ReadonlyMap<string, null> | null) {
    const asked: string[][] = [];
    const result = await previewCsv(new Blob([[HEADER, ...rows].join('\n')]), {
      findSupplier,
      findStored: async (skus) => {
        asked.push(skus);
        return taken;
      },
    });
    if (!result.ok) throw new Error(result.detail);
    return { asked, preview: result.preview };
  }

  it('is asked for once, and marked at its line beside every other error of the row', async () => {
    const { asked, preview } = await readKnowing(new Map([['can-1', null]]));
    expect(asked).toEqual([['can-1', 'pra-1']]);
    expect(preview).toMatchObject({ rows: 3, counts: { bad: 2 }, knowsSkus: true });
    expect(preview.problems).toEqual([
      'Linha 2: sku: SKU já cadastrado',
      'Linha 2: preco_fornecedor: número inválido (use 25.00, 25,00 ou 1.234,56)',
      'Linha 3: sku: SKU já cadastrado',
    ]);
  });

  it('is left to the import when it cannot be known', async () => {
    const { preview } = await readKnowing(null);
    expect(preview).toMatchObject({ counts: { bad: 1 }, knowsSkus: false });
  });
});

it('a price below the cost is a warning, and the row is imported all the same', async () => {
  const preview = await getPreview(
    HEADER,
    GOOD,
    'sao bento;Copo;;5,00;4,99;10',
    'Ninguém;Copo;;5,00;4,99;10',
  );
  expect(preview).toMatchObject({ rows: 3, counts: { bad: 1, warned: 1 } });
  expect(preview.first.warned).toMatchObject([
    { line: 3, problems: [], warnings: [{ column: 'preco_venda_ml', reason: 'abaixo do custo' }] },
  ]);
});

describe('a file that updates', () => {
  const stored = {
    ...{
      fornecedor_id: '0192f5a0-0000-7000-8000-000000000001',
      nome: 'Caneca',
      descricao: null,
      sku: 'Can-1',
    },
    ...{ preco_fornecedor: 5, preco_venda_ml: 19.9, preco_venda_amazon: null, estoque: 10, imagem_url: null },
    ...{ vendidos: 0, ajustado: null as number | null },
  };

  async function update(lines: string[], options: Partial<PreviewOptions> = {}): Promise<CsvPreview> {
    const result = await previewCsv(new Blob([lines.join('\n')]), {
      findSupplier,
      nameSupplier: () => 'São Bento',
      isUpdate: true,
      findStored: async () => new Map([['can-1', stored]]),
      ...options,
    });
    if (!result.ok) throw new Error(result.detail);
    return result.preview;
  }

  it('is compared with what is stored: new, changed, equal and wrong rows', async () => {
    const preview = await update([
      `${HEADER};preco_venda_amazon`,
      ';;CAN-1;;29,90;7;0',
      ';;can-1;;1;;',
      'são bento;Copo;NOVO;1;2;3;',
      ';Copo;NOVO-2;1;2;3;',
      ';;;1;2;3;',
    ]);
    expect(preview.counts).toEqual({ new: 1, changed: 1, equal: 0, bad: 3, warned: 1 });
    expect(preview.first.changed).toMatchObject([
      { line: 2, before: { preco_venda_ml: '19,90', preco_venda_amazon: '', estoque: '10' } },
    ]);
    expect(preview.problems).toEqual([
      'Linha 3: sku: SKU repetido no arquivo',
      'Linha 5: fornecedor_id: campo obrigatório (o SKU é novo)',
      'Linha 6: sku: campo obrigatório para atualizar',
    ]);
  });

  it('needs no column but the SKU, and an empty cell changes nothing', async () => {
    const preview = await update(['sku;preco_venda_ml;fornecedor_id', 'can-1;19,9;sao bento']);
    expect(preview.counts).toMatchObject({ changed: 0, equal: 1 });
    const { first } = await update(['sku;fornecedor_id;nome', 'can-1;gemea;']);
    expect(first.bad).toHaveLength(1);
  });

  describe('and was exported', () => {
    const position = '0199d2f0-7c1e-7000-8000-000000000000';
    const sold = { ...stored, estoque: 7, vendidos: 3, ajustado: 0 };
    const exported = (estoque: string, product = sold) =>
      update(['estoque_exportado;sku;estoque', `10 (${position});CAN-1;${estoque}`], {
        findStored: async (_, positions) => {
          expect([...positions]).toEqual([['can-1', position]]);
          return new Map([['can-1', product]]);
        },
      });

    it('leaves the stock alone where it was not changed in the file', async () => {
      const preview = await exported('10');
      expect(preview).toMatchObject({ columns: ['sku', 'estoque'], counts: { equal: 1 }, overwritten: 0 });
    });

    it('shows the stock that a difference leads to, and asks nothing', async () => {
      const preview = await exported('15');
      expect(preview.overwritten).toBe(0);
      expect(preview.first.changed).toMatchObject([{ before: { estoque: '7' }, cells: { estoque: '12' } }]);
      expect((await exported('15', { ...sold, estoque: 12, ajustado: 5 })).counts).toMatchObject({
        equal: 1,
      });
    });

    it('names what the import will not do', async () => {
      expect((await exported('2')).problems).toEqual([
        'Linha 2: estoque: insuficiente: há 7 unidades e o arquivo tira 8',
      ]);
      expect((await exported('15', { ...sold, ajustado: 20 })).problems).toEqual([
        'Linha 2: estoque: foi alterado depois da exportação; exporte de novo',
      ]);
    });
  });

  it('counts the units sold lately of products whose stock it replaces, and of no others', async () => {
    const findStored = async () =>
      new Map([
        ['can-1', { ...stored, estoque: 7, vendidos: 3 }],
        ['can-2', { ...stored, sku: 'CAN-2', vendidos: 2 }],
      ]);
    const count = async (...lines: string[]) => (await update(lines, { findStored })).overwritten;
    expect(await count('sku;estoque', 'CAN-1;10', 'CAN-2;10')).toBe(3);
    expect(await count('sku;estoque', 'CAN-1;7', 'CAN-2;9')).toBe(2);
    expect(await count('sku;preco_venda_ml;estoque', 'CAN-1;10;', 'CAN-2;10;')).toBe(0);
  });

  it('counts as to be imported what cannot be compared', async () => {
    const preview = await update(['sku;estoque', 'a;1', 'b;2'], { findStored: async () => null });
    expect(preview).toMatchObject({ knowsSkus: false, counts: { changed: 2, bad: 0 } });
  });
});

describe('what is put right in the preview', () => {
  const lines = [
    HEADER.replace('sku', 'descricao'),
    'sao bento;A;;1.234;9000;1',
    'sao bento;B;;1.234;9000;1',
    'sao bento;C;"grande\ne azul";x;9;1',
    GOOD,
  ];
  const options = { findSupplier };

  it('tells how many cells are wrong with the same text', async () => {
    const { first } = await getPreview(...lines);
    expect(first.bad.map(({ wrong }) => wrong)).toEqual([
      { preco_fornecedor: { text: '1.234', equal: 2 } },
      { preco_fornecedor: { text: '1.234', equal: 2 } },
      { preco_fornecedor: { text: 'x', equal: 1 } },
    ]);
  });

  it('is one cell, or every one with the same text; and is sent with each row on its line', async () => {
    const corrections = [
      { column: 'preco_fornecedor' as const, line: null, from: '1.234', to: '1234,00' },
      { column: 'preco_fornecedor' as const, line: 4, from: 'x', to: 'y' },
      { column: 'preco_fornecedor' as const, line: 4, from: 'y', to: '5' },
    ];
    const file = new Blob([['', '', ...lines].join('\n')]);
    const moved = corrections.map((one) => ({ ...one, line: one.line === null ? null : one.line + 2 }));
    const result = await previewCsv(file, { ...options, corrections: moved });
    expect(result.ok && result.preview.counts).toMatchObject({ new: 4, bad: 0 });
    const { openFile } = await import('./preview-file');
    const sent = await (await rewriteFile(await openFile(file, {}), moved)).text();
    expect(sent.split('\r').slice(3, 5)).toEqual([
      'sao bento;A;;"1234,00";9000;1',
      'sao bento;B;;"1234,00";9000;1',
    ]);
    const exported = new Blob(['sku;estoque_exportado;estoque\nA;10 (x);1']);
    const told = await rewriteFile(await openFile(exported, { isUpdate: true }), []);
    expect((await told.text()).replace('\uFEFF', '')).toBe('sku;estoque;estoque_exportado\rA;1;10 (x)\r');
    const again = await previewCsv(new Blob([sent]), options);
    expect(again.ok && again.preview.firstRows.map(({ line }) => line)).toEqual([4, 5, 6, 8]);
  });

  it('may be the names of the columns, which are told where they are unknown', async () => {
    const file = new Blob(['Fornecedor;Produto;Custo;Preço;Qtd;Peso\nsao bento;Caneca;5;9;1;300']);
    expect(await previewCsv(file, options)).toMatchObject({
      ok: false,
      heading: ['Fornecedor', 'Produto', 'Custo', 'Preço', 'Qtd', 'Peso'],
    });
    const names: ColumnNames = {
      ...{ fornecedor: 'fornecedor_id', produto: 'nome', custo: 'preco_fornecedor' },
      ...{ preco: 'preco_venda_ml', qtd: 'estoque', peso: null },
    };
    const result = await previewCsv(file, { ...options, names });
    expect(result).toMatchObject({ ok: true, preview: { counts: { new: 1, bad: 0 } } });
  });
});

describe('the file', () => {
  it('may be what Excel in Brazil saves, with its accents across pieces', async () => {
    const name = 'Lâmpada “Sol” – 10 €';
    const rows = Array.from({ length: 3000 }, () => `sao bento;${name};;5,00;19,90;10`).join('\r\n');
    const result = await read(windows1252(`${HEADER}\r\n${rows}`));
    expect(result).toMatchObject({
      ok: true,
      preview: { format: { encoding: 'windows-1252' }, rows: 3000, counts: { bad: 0 } },
    });
    expect(result.ok && result.preview.firstRows[0]?.cells.nome).toBe(name);
  });

  it('may be UTF-8 with a byte order mark, commas and columns in another order', async () => {
    const result = await read(
      '\uFEFFnome,estoque,fornecedor_id,preco_venda_ml,preco_fornecedor\nÁgua,1,São Bento,9,5',
    );
    expect(result).toMatchObject({
      ok: true,
      preview: { format: { encoding: 'utf-8', delimiter: ',' }, rows: 1, counts: { new: 1, bad: 0 } },
    });
    expect(result.ok && result.preview.columns).toEqual([
      'fornecedor_id',
      'nome',
      'preco_fornecedor',
      'preco_venda_ml',
      'estoque',
    ]);
  });

  it('may begin with a line that tells the separator', async () => {
    const { rows, format, firstRows } = await getPreview('sep=;', HEADER, GOOD);
    expect([rows, format?.delimiter, firstRows[0]?.line]).toEqual([1, ';', 3]);
  });

  it.each([
    ['', /^O arquivo está vazio\. Colunas esperadas: /],
    [`${CSV_TEMPLATE_HEADER}\r\n\r\n`, /^O arquivo não tem produtos$/],
    ['nome,preco\nCaneca,5', /^Cabeçalho inválido: coluna desconhecida "preco"/],
    ['PK\u0003\u0004\0\0', /^O arquivo não é um CSV/],
    [new Uint8Array([0xff, 0xfe, 0x6e, 0]), /^Cabeçalho inválido: coluna desconhecida "n"/],
  ])('%j is refused as the import refuses it', async (content, detail) => {
    expect(await read(content)).toMatchObject({ ok: false, detail: expect.stringMatching(detail) });
  });

  it('is refused beyond 200,000 products', async () => {
    const rows = `${GOOD}\n`.repeat(200_001);
    expect(await read(`${HEADER}\n${rows}`)).toEqual({
      ok: false,
      detail: 'O arquivo tem mais de 200.000 produtos',
      heading: null,
      hiddenRows: 0,
      encoding: null,
    });
  });

  it('tells how much of it was read', async () => {
    const told: number[] = [];
    await previewCsv(new Blob([`${HEADER}\n${`${GOOD}\n`.repeat(5000)}`]), {
      findSupplier,
      onProgress: (fraction) => told.push(fraction),
    });
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told[0]).toBeLessThan(1);
    expect(told.at(-1)).toBe(1);
  });
});

/** For the characters used here. */
function windows1252(text: string): Uint8Array<ArrayBuffer> {
  const special = new Map([
    ['“', 0x93],
    ['”', 0x94],
    ['–', 0x96],
    ['€', 0x80],
  ]);
  return Uint8Array.from(text, (character) => special.get(character) ?? character.charCodeAt(0));
}
