import { products } from '@esteira/db/schema/products/products';
import { stockMovements } from '@esteira/db/schema/products/stock-movements';
import { CSV_COLUMNS, CSV_TEMPLATE_HEADER } from '@esteira/validators/csv/csv-columns';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvUpload } from '../../../testing/files/csv-upload';
import { makeProduct, makeSupplier, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const HEADER = 'fornecedor_id;nome;sku;preco_fornecedor;preco_venda_ml;estoque';

/** A seller with one supplier, `São José`. */
async function makeSeller() {
  const user = await makeUser(server);
  return { user, supplier: await makeSupplier(server, user, { nome: 'São José' }) };
}

function send(user: TestUser, csv: string | Uint8Array, filename?: string) {
  return server.call('POST', '/api/produtos/importar-csv', {
    token: user.token,
    ...csvUpload(csv, filename),
  });
}

async function imported(user: TestUser, csv: string | Uint8Array): Promise<string[]> {
  const answer = await send(user, csv);
  expect(answer.status).toBe(200);
  return [`${answer.body.produtos_criados} criados`, ...answer.body.erros];
}

function stored(user: TestUser) {
  return server.db.select().from(products).where(eq(products.usuario_id, user.id)).orderBy(asc(products.id));
}

describe('files as spreadsheets write them', () => {
  it('UTF-16 with tabs, which Excel calls Unicode text', async () => {
    const { user } = await makeSeller();
    const text = `\uFEFF${HEADER}\r\nsão josé;Pão de açúcar;A-1;1,00;2,00;3\r\n`.replaceAll(';', '\t');
    expect(await imported(user, Buffer.from(text, 'utf16le'))).toEqual(['1 criados']);
    expect(await stored(user)).toMatchObject([{ nome: 'Pão de açúcar', preco_venda_ml: 2 }]);
  });

  it('Excel in Brazil: Windows-1252, semicolons, CRLF, decimal commas', async () => {
    const { user, supplier } = await makeSeller();
    const text = [
      CSV_TEMPLATE_HEADER.replaceAll(',', ';'),
      'sao josé;Lâmpada \x93Sol\x94 \x80 10;"Térmica; 500 ml\n2ª linha ""boa""";LAM-1;1.234,56;59,9;64,00;100;https://exemplo.com.br/a.jpg',
      `${supplier.id};Caneca;;CAN-1;25;59,90;;0;`,
    ].join('\r\n');
    expect(await imported(user, Buffer.from(text, 'latin1'))).toEqual(['2 criados']);
    expect(await stored(user)).toMatchObject([
      {
        nome: 'Lâmpada “Sol” € 10',
        descricao: 'Térmica; 500 ml\n2ª linha "boa"',
        sku: 'LAM-1',
        fornecedor_id: supplier.id,
        preco_fornecedor: 1234.56,
        preco_venda_ml: 59.9,
        preco_venda_amazon: 64,
        estoque: 100,
        imagem_url: 'https://exemplo.com.br/a.jpg',
        publicado_ml: false,
      },
      { nome: 'Caneca', descricao: null, preco_venda_amazon: null, estoque: 0, imagem_url: null },
    ]);
  });

  it('UTF-8 with a byte order mark, commas, columns in another order, optional ones missing', async () => {
    const { user } = await makeSeller();
    const csv =
      '\uFEFFNome,ESTOQUE,fornecedor_id,preco_venda_ml,preco_fornecedor\n"Água, 1 l",3,São José,10.50,"1.000,00"\n';
    expect(await imported(user, csv)).toEqual(['1 criados']);
    expect(await stored(user)).toMatchObject([
      { nome: 'Água, 1 l', sku: null, preco_venda_ml: 10.5, preco_fornecedor: 1000, estoque: 3 },
    ]);
  });

  it('a line that tells the separator, blank lines and rows of nothing but separators', async () => {
    const { user } = await makeSeller();
    const csv = `sep=;\r\n${HEADER}\r\n\r\nSão José;Um;;1;2;3\r\n;;;;;\r\nSão José;Dois;;x;2;3\r\n;;;;;\r\n`;
    expect(await imported(user, csv)).toEqual([
      '1 criados',
      'Linha 6: preco_fornecedor: número inválido (use 25.00, 25,00 ou 1.234,56)',
    ]);
  });

  it('texts that mean something where arrays of texts are written', async () => {
    const { user } = await makeSeller();
    const names = ['NULL', 'null', '{1,2}', 'a\\b "c"', 'fim\\', '"', '\\"', ', ,', '[0:1]={a,b}', '\\N'];
    const rows = names.map((name, n) => `São José;"${name.replaceAll('"', '""')}";S-${n};1;2;0`);
    expect(await imported(user, [HEADER, ...rows].join('\n'))).toEqual([`${names.length} criados`]);
    expect((await stored(user)).map(({ nome }) => nome)).toEqual(names);
  });

  it('accents that fall between two pieces of a large file, in either encoding', async () => {
    const { user } = await makeSeller();
    const text = `${HEADER}\n${Array.from({ length: 3000 }, (_, n) => `são josé;Ação é ${n};;1;2;0`).join('\n')}`;
    expect(await imported(user, Buffer.from(text))).toEqual(['3000 criados']);
    expect(await imported(user, Buffer.from(text, 'latin1'))).toEqual(['3000 criados']);
    const names = new Set((await stored(user)).map(({ nome }) => nome.replace(/\d+/, '')));
    expect(names).toEqual(new Set(['Ação é ']));
  });

  it('cells that a spreadsheet would run are stored as they are', async () => {
    const { user } = await makeSeller();
    const csv = `${HEADER}\nSão José;=1+1;@S;1;2;3\nSão José;-Menos;+S;1;2;3`;
    expect(await imported(user, csv)).toEqual(['2 criados']);
    expect((await stored(user)).map(({ nome, sku }) => [nome, sku])).toEqual([
      ['=1+1', '@S'],
      ['-Menos', '+S'],
    ]);
  });
});

it('reads decimals that change nothing, and one picture of several', async () => {
  const { user } = await makeSeller();
  const csv = [
    `${HEADER};imagem_url`,
    'são josé;Caneca;A-1;R$ 25,0000;59,9000;12,0000;"https://a.com/1 a.jpg\nhttps://a.com/2.jpg"',
    'são josé;Copo;A-2;1.234,5600;2000.000;10,0;https://a.com/1.jpg;',
  ].join('\n');
  expect(await imported(user, csv)).toEqual(['2 criados']);
  expect(await stored(user)).toMatchObject([
    { preco_fornecedor: 25, preco_venda_ml: 59.9, estoque: 12, imagem_url: 'https://a.com/1%20a.jpg' },
    { preco_fornecedor: 1234.56, preco_venda_ml: 2000, estoque: 10, imagem_url: 'https://a.com/1.jpg' },
  ]);
});

describe('wrong rows', () => {
  it('are told to hold what a spreadsheet destroyed, of new products and of changed ones', async () => {
    const { user } = await makeSeller();
    const csv = [
      HEADER,
      'são josé;Um;7,89123E+12;1;2;3',
      'são josé;Dois;7,89123E+12;1;2;3',
      'são josé;#N/D;mar/24;1;2;#####',
    ].join('\n');
    const abbreviated = expect.stringMatching(/^Linha [23]: sku: número abreviado pelo Excel/);
    const damaged = [
      abbreviated,
      abbreviated,
      expect.stringMatching(/^Linha 4: nome: a planilha tem um erro/),
      expect.stringMatching(/^Linha 4: sku: o Excel trocou este código por uma data/),
      expect.stringMatching(/^Linha 4: estoque: a planilha mostrou só #/),
    ];
    expect(await imported(user, csv)).toEqual(['0 criados', ...damaged]);
    const updated = await server.call('POST', '/api/produtos/importar-csv?atualizar=1', {
      token: user.token,
      ...csvUpload(csv),
    });
    expect(updated.body).toMatchObject({ produtos_criados: 0, produtos_atualizados: 0, erros: damaged });
  });

  it('are told with the line of the file and every wrong cell, while the others are created', async () => {
    const { user } = await makeSeller();
    await makeSupplier(server, user, { nome: 'Gêmea' });
    await makeSupplier(server, user, { nome: 'gemea' });
    const csv = [
      HEADER.replace('sku', 'sku;descricao'),
      'são josé;Boa;;"duas\nlinhas";5,00;19,90;10',
      'são josé;Ambígua;;;1.234;19,90;10',
      'Ninguém;;A-1;;-1;19,9012;-1',
      'gêmea;Qual;;;5;9;1',
      'são josé;Cabo 1;2m;;5;9;1;2',
      'são josé;"Copo"s;;;5;9;1',
      'são josé;Cara;;;10.000.000,00;9;1000001',
      `são josé;${'n'.repeat(201)};;;1;2;3`,
      'são josé;Boa também;;;5;9;1',
    ].join('\r\n');
    expect(await imported(user, csv)).toEqual([
      '2 criados',
      'Linha 4: preco_fornecedor: valor ambíguo "1.234" (use 1234,00 se for milhar)',
      'Linha 5: fornecedor_id: Fornecedor não encontrado',
      'Linha 5: nome: campo obrigatório',
      'Linha 5: preco_fornecedor: não pode ser negativo',
      'Linha 5: preco_venda_ml: use no máximo 2 casas decimais',
      expect.stringMatching(/^Linha 5: estoque: deve ser um número inteiro de 0 a 1.000.000$/),
      'Linha 6: fornecedor_id: mais de um fornecedor tem este nome, use o ID',
      'Linha 7: linha: tem 8 colunas e o cabeçalho 7; textos com o separador precisam de aspas',
      'Linha 8: linha: aspas sem par ou fora de lugar',
      'Linha 9: preco_fornecedor: deve ser no máximo 9.999.999,99',
      expect.stringMatching(/^Linha 9: estoque: /),
      expect.stringMatching(/^Linha 10: nome: /),
    ]);
    expect((await stored(user)).map(({ nome }) => nome)).toEqual(['Boa', 'Boa também']);
  });

  it('another seller’s supplier is unknown, by id and by name', async () => {
    const { supplier } = await makeSeller();
    const user = await makeUser(server);
    const csv = `${HEADER}\n${supplier.id};Um;;1;2;3\nSão José;Dois;;1;2;3`;
    expect(await imported(user, csv)).toEqual([
      '0 criados',
      'Linha 2: fornecedor_id: Fornecedor não encontrado',
      'Linha 3: fornecedor_id: Fornecedor não encontrado',
    ]);
  });

  it('a deleted supplier is unknown', async () => {
    const { user, supplier } = await makeSeller();
    await server.call('DELETE', `/api/fornecedores/${supplier.id}`, { token: user.token });
    expect(await imported(user, `${HEADER}\n${supplier.id};Um;;1;2;3`)).toEqual([
      '0 criados',
      'Linha 2: fornecedor_id: Fornecedor não encontrado',
    ]);
  });

  it('come in the order of the lines, whatever found them and however many there are', async () => {
    const { user } = await makeSeller();
    const rows = Array.from(
      { length: 1500 },
      (_, n) => `são josé;P${n};S-${n % 3 === 0 ? 0 : n};1;2;${n % 7 ? 1 : 'x'}`,
    );
    const answer = await send(user, [HEADER, ...rows].join('\n'));
    const lines = answer.body.erros.map((error: string) => Number(/^Linha (\d+)/.exec(error)?.[1]));
    expect(lines).toEqual(lines.toSorted((a: number, b: number) => a - b));
    expect(lines).toHaveLength(1500 - answer.body.produtos_criados);
  });
});

describe('SKUs', () => {
  it('that are stored or stand twice in the file are the row’s error, ignoring case', async () => {
    const { user, supplier } = await makeSeller();
    await makeProduct(server, user, { fornecedor_id: supplier.id, sku: 'Antigo' });
    const csv = [HEADER, ...['ANTIGO', 'novo', 'NOVO', ''].map((sku) => `são josé;P;${sku};1;2;3`)].join(
      '\n',
    );
    expect(await imported(user, csv)).toEqual([
      '2 criados',
      'Linha 2: sku: SKU já cadastrado',
      'Linha 4: sku: SKU repetido no arquivo',
    ]);
  });

  it('are never created twice by importing the same file again', async () => {
    const { user } = await makeSeller();
    const rows = Array.from({ length: 1200 }, (_, n) => `são josé;P${n};S-${n};1;2;3`);
    const csv = [HEADER, ...rows].join('\r\n');
    expect(await imported(user, csv)).toEqual(['1200 criados']);
    const again = await imported(user, csv);
    expect(again).toHaveLength(1201);
    expect(again.slice(0, 2)).toEqual(['0 criados', 'Linha 2: sku: SKU já cadastrado']);
  });

  it('of deleted products and of other sellers are free', async () => {
    const [{ user, supplier }, other] = [await makeSeller(), await makeSeller()];
    const { id } = await makeProduct(server, user, { fornecedor_id: supplier.id, sku: 'X-1' });
    await server.call('DELETE', `/api/produtos/${id}`, { token: user.token });
    const csv = `${HEADER}\nsão josé;P;X-1;1;2;3`;
    expect(await imported(user, csv)).toEqual(['1 criados']);
    expect(await imported(other.user, csv)).toEqual(['1 criados']);
  });
});

it('a created product is listed and has its stock in the ledger, none when it has none', async () => {
  const { user } = await makeSeller();
  await imported(user, `${HEADER}\nsão josé;Com;C-1;1;2;30\nsão josé;Sem;S-1;1;2;0`);
  const { body } = await server.call('GET', '/api/produtos?busca=com', { token: user.token });
  expect(body).toMatchObject([{ nome: 'Com', estoque: 30 }]);
  const movements = await server.db
    .select()
    .from(stockMovements)
    .where(eq(stockMovements.usuario_id, user.id));
  expect(movements).toMatchObject([
    { produto_id: body[0].id, quantidade: 30, motivo: 'importacao', ator_id: user.id, pedido_id: null },
  ]);
});

describe('a file is refused whole', () => {
  const EXPECTED = `Colunas esperadas: ${CSV_COLUMNS.join(', ')}`;
  const row = 'são josé;P;;1;2;3';

  it.each<[string, string | Uint8Array, string]>([
    ['empty', '', `O arquivo está vazio. ${EXPECTED}`],
    ['blank', '\r\n \r\n', `O arquivo está vazio. ${EXPECTED}`],
    ['without rows', HEADER, 'O arquivo não tem produtos'],
    ['with blank rows only', `${HEADER}\r\n\r\n;;;;;\r\n`, 'O arquivo não tem produtos'],
    ['without a header', `${row}\n${row}`, `Cabeçalho inválido: coluna desconhecida "são josé". ${EXPECTED}`],
    [
      'that lacks a column',
      `nome;estoque\nP;1`,
      `Cabeçalho inválido: falta fornecedor_id, preco_fornecedor, preco_venda_ml. ${EXPECTED}`,
    ],
    [
      'with a column twice',
      `${HEADER};nome\n${row}`,
      `Cabeçalho inválido: coluna nome repetida. ${EXPECTED}`,
    ],
    [
      'with a broken header',
      `"nome;sku\n${row}`,
      `Cabeçalho inválido: aspas sem par ou fora de lugar. ${EXPECTED}`,
    ],
    [
      'that is a spreadsheet',
      new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]),
      `O arquivo não é um CSV. ${EXPECTED}`,
    ],
  ])('%s', async (_, csv, detail) => {
    const { user } = await makeSeller();
    const erros = [{ campo: 'arquivo', mensagem: detail }];
    expect(await send(user, csv)).toMatchObject({ status: 422, body: { detail, erros } });
    expect(await stored(user)).toEqual([]);
  });

  it('beyond 200,000 rows, of which none is created', async () => {
    const { user } = await makeSeller();
    const answer = await send(user, `${HEADER}\n${`${row}\n`.repeat(200_001)}`);
    expect(answer).toMatchObject({ status: 413, body: { detail: 'O arquivo tem mais de 200.000 produtos' } });
    expect(await stored(user)).toEqual([]);
  });
});
