import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, makeSupplier, makeUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => new Date('2026-11-22T01:00:00Z') } });
});
afterAll(() => server.close());

const HEADER =
  'fornecedor_id;nome;descricao;sku;preco_fornecedor;preco_venda_ml;preco_venda_amazon;estoque;imagem_url;estoque_exportado';

async function exported(token: string, query = ''): Promise<string[]> {
  const answer = await server.call('GET', `/api/exportar/produtos.csv${query}`, { token });
  expect(answer.status, answer.text).toBe(200);
  const [header, ...lines] = answer.text.replace(/\r\n$/, '').split('\r\n');
  expect(header).toBe(`\uFEFF${HEADER}`);
  return lines;
}

describe('the export of products', () => {
  it('has the columns of the import, suppliers by name where it means one', async () => {
    const user = await makeUser(server);
    const named = await makeSupplier(server, user, { nome: 'São José' });
    const twin = await makeSupplier(server, user, { nome: 'Gêmea' });
    await makeSupplier(server, user, { nome: 'gemea' });
    const plain = {
      fornecedor_id: named.id,
      nome: 'Caneca',
      sku: '007',
      preco_fornecedor: 1234.5,
      estoque: 3,
    };
    await makeProduct(server, user, { ...plain, preco_venda_ml: 2000, preco_venda_amazon: null });
    await makeProduct(server, user, { fornecedor_id: twin.id, nome: '=1+1', descricao: 'a;b\n"c"' });
    const lines = await exported(user.token, '?ordem=nome');
    // The stock that the file was made from, and the latest line of the ledger.
    const told = lines.map((line) => /;(\d+) \([\da-f-]{36}\)$/.exec(line)?.[1]);
    expect(told).toEqual(['100', '3']);
    expect(lines.map((line) => line.replace(/[^;]*$/, ''))).toEqual([
      `${twin.id};'=1+1;"a;b\n""c""";;25,00;59,90;64,90;100;;`,
      'São José;Caneca;;"=""007""";1234,50;2000,00;;3;;',
    ]);
  });

  it('honours every filter of the list, and its order', async () => {
    const user = await makeUser(server);
    const [a, b] = [await makeSupplier(server, user), await makeSupplier(server, user)];
    await makeProduct(server, user, {
      fornecedor_id: a.id,
      nome: 'Azul',
      estoque: 0,
      preco_venda_amazon: null,
    });
    await makeProduct(server, user, {
      fornecedor_id: b.id,
      nome: 'Branco',
      estoque: 4,
      preco_fornecedor: 90,
    });
    const published = await makeProduct(server, user, { fornecedor_id: b.id, nome: 'Cinza' });
    await server.call('POST', `/api/mercadolivre/publicar/${published.id}`, { token: user.token });
    const queries = [
      '',
      '?busca=azul',
      '?publicado=mercadolivre',
      '?estoque_baixo=true',
      '?sem_estoque=true',
    ];
    queries.push(
      '?sem_preco_amazon=true',
      '?com_prejuizo=true',
      `?fornecedor_id=${b.id}`,
      '?ordem=maior_estoque',
    );
    for (const query of queries) {
      const listed = await server.call('GET', `/api/produtos${query}`, { token: user.token });
      const names = listed.body.map(({ nome }: { nome: string }) => nome);
      expect(
        (await exported(user.token, query)).map((line) => line.split(';')[1]),
        query,
      ).toEqual(names);
    }
  });

  it('of a longer catalogue than a page has every product once', async () => {
    const user = await makeUser(server);
    const { id } = await makeSupplier(server, user);
    const rows = Array.from({ length: 2_300 }, (_, n) => ({ fornecedor_id: id, nome: `P${n}` }));
    const { products } = await import('@esteira/db/schema/products/products');
    const prices = { preco_fornecedor: 1, preco_venda_ml: 2, estoque: 0 };
    await server.db.insert(products).values(rows.map((row) => ({ usuario_id: user.id, ...row, ...prices })));
    const names = (await exported(user.token)).map((line) => line.split(';')[1]);
    expect(new Set(names).size).toBe(2_300);
    expect(names).toHaveLength(2_300);
  });

  it('is a file with the day of São Paulo in its name', async () => {
    const user = await makeUser(server);
    for (const format of ['csv', 'xlsx']) {
      const { headers } = await server.call('GET', `/api/exportar/produtos.${format}`, { token: user.token });
      expect(headers['content-disposition']).toBe(`attachment; filename="produtos-2026-11-21.${format}"`);
    }
  });

  it('is for its seller alone, and refuses wrong filters as the list does', async () => {
    const [user, other] = [await makeUser(server), await makeUser(server)];
    await makeProduct(server, other);
    expect(await exported(user.token)).toEqual([]);
    expect((await server.call('GET', '/api/exportar/produtos.csv')).status).toBe(401);
    const wrong = await server.call('GET', '/api/exportar/produtos.xlsx?ordem=x', { token: user.token });
    expect([wrong.status, wrong.body.detail]).toEqual([422, 'Ordem: opção inválida']);
  });
});
