import { products } from '@esteira/db/schema/products/products';
import { stockMovements } from '@esteira/db/schema/products/stock-movements';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvUpload } from '../../../testing/files/csv-upload';
import { makeProduct, makeSupplier, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { findContradictions } from '../../orders/testing/invariants';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

function send(user: TestUser, lines: string[], query = '?atualizar=1') {
  return server.call('POST', `/api/produtos/importar-csv${query}`, {
    token: user.token,
    ...csvUpload(lines.join('\r\n')),
  });
}

/** [created, updated, ...errors] */
async function update(user: TestUser, ...lines: string[]): Promise<unknown[]> {
  const { status, body, text } = await send(user, lines);
  expect(status, text).toBe(200);
  return [body.produtos_criados, body.produtos_atualizados, ...body.erros];
}

const stored = (user: TestUser) =>
  server.db.select().from(products).where(eq(products.usuario_id, user.id)).orderBy(asc(products.id));

const movements = (user: TestUser) =>
  server.db
    .select({ motivo: stockMovements.motivo, quantidade: stockMovements.quantidade })
    .from(stockMovements)
    .where(eq(stockMovements.usuario_id, user.id))
    .orderBy(asc(stockMovements.id));

describe('an import that updates', () => {
  it('changes what its cells say of products with that SKU, in any case, and keeps the rest', async () => {
    const user = await makeUser(server);
    const supplier = await makeSupplier(server, user, { nome: 'São José' });
    const fields = { sku: 'Can-1', descricao: 'azul', imagem_url: 'https://exemplo.com.br/a.jpg' };
    const { id } = await makeProduct(server, user, { ...fields, nome: 'Caneca' });
    expect(
      await update(
        user,
        'sku;preco_venda_ml;estoque;nome;descricao;fornecedor_id',
        'CAN-1;69,90;95;;;sao jose',
      ),
    ).toEqual([0, 1]);
    expect(await stored(user)).toMatchObject([
      { id, ...fields, nome: 'Caneca', fornecedor_id: supplier.id, preco_venda_ml: 69.9, estoque: 95 },
    ]);
    expect(await movements(user)).toEqual([
      { motivo: 'inicial', quantidade: 100 },
      { motivo: 'importacao', quantidade: -5 },
    ]);
    expect(await findContradictions({ server, user })).toEqual([]);
  });

  it('creates what is new, if the row is a whole product, and says what it lacks', async () => {
    const user = await makeUser(server);
    await makeSupplier(server, user, { nome: 'F' });
    const header = 'fornecedor_id;nome;sku;preco_fornecedor;preco_venda_ml;estoque';
    expect(await update(user, header, 'F;Um;N-1;1;2;3', ';Dois;N-2;1;;')).toEqual([
      1,
      0,
      'Linha 3: fornecedor_id: campo obrigatório (o SKU é novo)',
      'Linha 3: preco_venda_ml: campo obrigatório (o SKU é novo)',
      'Linha 3: estoque: campo obrigatório (o SKU é novo)',
    ]);
    expect(await update(user, 'sku;estoque', 'n-1;4', 'n-9;1')).toEqual([
      0,
      1,
      ...['fornecedor_id', 'nome', 'preco_fornecedor', 'preco_venda_ml'].map(
        (column) => `Linha 3: ${column}: campo obrigatório (o SKU é novo)`,
      ),
    ]);
    expect(await movements(user)).toEqual([
      { motivo: 'importacao', quantidade: 3 },
      { motivo: 'importacao', quantidade: 1 },
    ]);
  });

  it('writes nothing of a row that changes nothing, and the same file again changes nothing', async () => {
    const user = await makeUser(server);
    await makeProduct(server, user, { sku: 'A' });
    await makeProduct(server, user, { sku: 'B' });
    const lines = ['sku;preco_venda_ml;preco_fornecedor;estoque', 'A;59,90;25,00;100', 'b;60;25;100'];
    expect(await update(user, ...lines)).toEqual([0, 1]);
    expect(await update(user, ...lines)).toEqual([0, 0]);
    expect(await movements(user)).toHaveLength(2);
  });

  it('tells of each wrong row all that is wrong, and takes the others', async () => {
    const user = await makeUser(server);
    await makeProduct(server, user, { sku: 'A' });
    await makeProduct(server, user, { sku: 'B' });
    expect(
      await update(
        user,
        'sku;preco_venda_ml;estoque;fornecedor_id',
        ';1;1;',
        'A;1.234;-1;Ninguém',
        'A;70;;',
        'a;71;;',
        'B;72;;;;x',
        '"B"x;72;;',
      ),
    ).toEqual([
      0,
      1,
      'Linha 2: sku: campo obrigatório para atualizar',
      'Linha 3: fornecedor_id: Fornecedor não encontrado',
      'Linha 3: preco_venda_ml: valor ambíguo "1.234" (use 1234,00 se for milhar)',
      'Linha 3: estoque: deve ser um número inteiro de 0 a 1.000.000',
      'Linha 5: sku: SKU repetido no arquivo',
      'Linha 6: linha: tem 6 colunas e o cabeçalho 4; textos com o separador precisam de aspas',
      'Linha 7: linha: aspas sem par ou fora de lugar',
    ]);
    expect((await stored(user)).map(({ preco_venda_ml }) => preco_venda_ml)).toEqual([70, 59.9]);
  });

  it('knows neither deleted products nor those of other sellers', async () => {
    const [user, other] = [await makeUser(server), await makeUser(server)];
    const { id } = await makeProduct(server, user, { sku: 'A' });
    await server.call('DELETE', `/api/produtos/${id}`, { token: user.token });
    await makeProduct(server, other, { sku: 'A' });
    const [created, updated, ...errors] = await update(user, 'sku;estoque', 'A;1');
    expect([created, updated, errors.length]).toEqual([0, 0, 4]);
    expect(await stored(other)).toMatchObject([{ estoque: 100 }]);
  });

  it('leaves a price above zero to a product that is for sale', async () => {
    const user = await makeUser(server);
    const { id } = await makeProduct(server, user, { sku: 'A' });
    await server.call('POST', `/api/mercadolivre/publicar/${id}`, { token: user.token });
    expect(await update(user, 'sku;preco_venda_ml', 'A;0')).toEqual([
      0,
      0,
      'Linha 2: preco_venda_ml: despublique do Mercado Livre antes de zerar o preço',
    ]);
    expect(await stored(user)).toMatchObject([{ preco_venda_ml: 59.9 }]);
  });

  it('goes through more rows than a batch, in the order of the lines', async () => {
    const user = await makeUser(server);
    await makeSupplier(server, user, { nome: 'F' });
    const header = 'fornecedor_id;nome;sku;preco_fornecedor;preco_venda_ml;estoque';
    const rows = Array.from({ length: 1_700 }, (_, n) => `F;P${n};S-${n};1;2;${n % 3}`);
    expect(await update(user, header, ...rows)).toEqual([1_700, 0]);
    const changed = Array.from({ length: 1_700 }, (_, n) => `S-${n};${n % 2 ? 2 : 3};${n % 100 ? '' : 'x'}`);
    const [created, updated, ...errors] = await update(user, 'sku;preco_venda_ml;estoque', ...changed);
    expect([created, updated, errors.length]).toEqual([0, 833, 17]);
    const lines = errors.map((error) => Number(/^Linha (\d+)/.exec(String(error))?.[1]));
    expect(lines).toEqual(Array.from({ length: 17 }, (_, n) => 2 + n * 100));
    expect(await findContradictions({ server, user })).toEqual([]);
  });

  it('is asked for by name; without it nothing is updated and the answer is as it was', async () => {
    const user = await makeUser(server);
    const { fornecedor_id } = await makeProduct(server, user, { sku: 'A' });
    const lines = [
      'fornecedor_id;nome;sku;preco_fornecedor;preco_venda_ml;estoque',
      `${fornecedor_id};N;A;1;2;3`,
    ];
    for (const query of ['', '?atualizar=0']) {
      expect((await send(user, lines, query)).body).toEqual({
        produtos_criados: 0,
        erros: ['Linha 2: sku: SKU já cadastrado'],
      });
    }
    expect((await send(user, lines, '?atualizar=talvez')).status).toBe(422);
    expect(await send(user, ['nome;estoque', 'N;1'])).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/^Cabeçalho inválido: falta sku\. /) },
    });
  });
});
