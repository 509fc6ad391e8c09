import { products } from '@esteira/db/schema/products/products';
import { row, text, toParts, zip } from '@esteira/validators/xlsx/testing/make-workbook';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvUpload } from '../../../testing/files/csv-upload';
import { makeSupplier, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function makeSeller(): Promise<TestUser> {
  const user = await makeUser(server);
  await makeSupplier(server, user, { nome: 'F' });
  return user;
}

async function send(user: TestUser, content: string | Uint8Array, filename = 'produtos.csv', path = '') {
  const upload = csvUpload(content, filename);
  return server.call('POST', `/api/produtos/importar-csv${path}`, { token: user.token, ...upload });
}

function stored(user: TestUser) {
  return server.db
    .select({ nome: products.nome, sku: products.sku, preco: products.preco_venda_ml })
    .from(products)
    .where(eq(products.usuario_id, user.id))
    .orderBy(asc(products.nome));
}

const COLUMNS = ['fornecedor_id', 'nome', 'sku', 'preco_fornecedor', 'preco_venda_ml', 'estoque'];
const product = (nome: string) => ['F', nome, nome, '1', '2', '3'].map(text).join('');

describe('a workbook with hidden rows', () => {
  const rows = (hidden: number) =>
    row(...COLUMNS.map(text)) +
    `<row>${product('A')}</row>` +
    Array.from({ length: hidden }, (_, at) => `<row hidden="1">${product(`H${at}`)}</row>`).join('');

  it.each([
    [1, '1 linha oculta pelo filtro ou manualmente não foi importada'],
    [2, '2 linhas ocultas pelo filtro ou manualmente não foram importadas'],
  ])('%i: they stay out, and are named beside the documented fields', async (hidden, notice) => {
    for (const path of ['', '?atualizar=1']) {
      const user = await makeSeller();
      const { status, body } = await send(user, await zip(toParts(rows(hidden))), 'produtos.xlsx', path);
      expect(status).toBe(200);
      expect(body).toMatchObject({ produtos_criados: 1, erros: [], avisos: [notice] });
      expect(await stored(user)).toMatchObject([{ nome: 'A' }]);
    }
  });

  it('without any, the answer is as documented', async () => {
    const user = await makeSeller();
    const { body } = await send(user, await zip(toParts(rows(0))), 'produtos.xlsx');
    expect(body).toEqual({ produtos_criados: 1, erros: [] });
  });

  it('and hidden columns: these are imported, and named', async () => {
    const user = await makeSeller();
    const cols = '<cols><col min="6" max="6" hidden="1"/></cols>';
    const sheet = `<worksheet>${cols}<sheetData>${rows(0)}</sheetData></worksheet>`;
    const bytes = await zip(toParts('', { 'xl/worksheets/sheet1.xml': sheet }));
    expect((await send(user, bytes, 'produtos.xlsx')).body).toEqual({
      produtos_criados: 1,
      erros: [],
      avisos: ['A coluna estoque está oculta na planilha e foi lida'],
    });
  });

  it('a title above and instructions before it hinder nothing; a price is its value, a SKU what it shows', async () => {
    const user = await makeSeller();
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="&quot;SKU-&quot;0000"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="200"/><xf numFmtId="1"/></cellXfs></styleSheet>';
    const cells = `${text('F')}${text('Caneca')}<c s="1"><v>17</v></c>${text('1')}<c s="2"><v>59.9</v></c>${text('3')}`;
    const table = `<row r="1">${text('Tabela')}</row><row r="4">${COLUMNS.map(text).join('')}</row><row r="5">${cells}</row><row r="7">${text('X')}</row>`;
    const { body } = await send(
      user,
      await zip(toParts(table, { 'xl/styles.xml': styles })),
      'produtos.xlsx',
    );
    expect(body.produtos_criados).toBe(1);
    expect(body.erros[0]).toMatch(/^Linha 7: fornecedor_id: /);
    expect(await stored(user)).toEqual([{ nome: 'Caneca', sku: 'SKU-0017', preco: 59.9 }]);
  });
});

describe('an encoding that is guessed', () => {
  const csv = (nome: number[]) =>
    Buffer.concat([
      Buffer.from(`${COLUMNS.join(';')}\r\nF;`),
      Buffer.from(nome),
      Buffer.from(';A;1;2;3\r\n'),
    ]);

  it.each<[string, number[], string, string]>([
    ['CP850', [0x50, 0xc6, 0x6f], 'Pão', 'CP850 (MS-DOS)'],
    ['Mac Roman', [0x50, 0x8b, 0x6f], 'Pão', 'Mac Roman'],
    ['any', [0x4d, 0x45, 0x4c, 0xc7, 0x4f], 'MELÇO', 'Windows-1252'],
  ])('%s is named, so that wrong letters do not go unnoticed', async (_, bytes, nome, name) => {
    const user = await makeSeller();
    expect((await send(user, csv(bytes))).body).toEqual({
      produtos_criados: 1,
      erros: [],
      avisos: [`O arquivo foi lido como ${name}. Confira os acentos; se houver erro, salve-o como CSV UTF-8`],
    });
    expect(await stored(user)).toMatchObject([{ nome }]);
  });

  it('Windows-1252 that leaves no doubt is not', async () => {
    const user = await makeSeller();
    expect((await send(user, csv([0x50, 0xe3, 0x6f]))).body).toEqual({ produtos_criados: 1, erros: [] });
  });
});
