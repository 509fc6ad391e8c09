import { ML_HOME } from '@esteira/domain/testing/profit-sale';
import type { ExternalOrderItem } from '@esteira/marketplaces/port';
import type { MonthClosing } from '@esteira/validators/dashboards/month-closing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { centsOfCell, readCsvTable } from '../../../testing/files/csv-table';
import { listForReal, makeProduct, makeSupplier, makeUser, type TestUser } from '../../../testing/makers';
import { externalOrder } from '../../../testing/marketplaces/external-orders';
import { createTestServer, type TestServer } from '../../../testing/server';
import { receiveOrder } from '../../orders/intake/intake';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
});

const SETTINGS = {
  ...{ regime: 'simples', receita_12_meses: 180_000, embalagem: 1.5 },
  ...{ reputacao_ml: 'green', logistica_ml: 'xd_drop_off', categoria_ml: ML_HOME },
};

const get = (path: string, who = user) => server.call('GET', path, { token: who.token });

/** Two orders at R$ 79,00 with all costs known, one without, and one that was cancelled. */
async function sellSome(nome = 'Luminária'): Promise<void> {
  const { id: fornecedor_id } = await makeSupplier(server, user);
  const product = { fornecedor_id, nome, preco_fornecedor: 30, preco_venda_ml: 79, estoque: 50 };
  const { id } = await makeProduct(server, user, { ...product, custos: { peso_g: 800 } });
  const call = (method: string, path: string, body: object = {}) =>
    server.call(method, path, { token: user.token, body });
  await call('POST', `/api/mercadolivre/publicar/${id}`);
  const sell = async () =>
    (await call('POST', '/trpc/publication.simulateSale', { id, marketplace: 'mercadolivre', quantidade: 1 }))
      .body.result.data.pedido;
  await sell();
  await call('PUT', '/api/custos', SETTINGS);
  await sell();
  await sell();
  await call('POST', '/trpc/orders.cancel', { id: await sell(), motivo: 'Teste' });
}

const thisMonth = () => new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 7);

const readCsv = (path: string, who = user) => readCsvTable(server, path, who.token);

describe("a month's closing", () => {
  it('says what each cost took of what was sold, and what it leaves out', async () => {
    await sellSome();
    const { status, body } = await get(`/api/dashboard/fechamento?mes=${thisMonth()}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      encerrado: false,
      total: { vendas: 3, calculados: 2, receita: 237, receita_calculada: 158, custos: 116.4, liquido: 41.6 },
      cancelados: { pedidos: 1, receita: 79 },
    });
    expect(body.custos).toEqual([
      { codigo: 'tarifa_venda', valor: 18.18 },
      { codigo: 'frete_vendedor', valor: 28.9 },
      { codigo: 'imposto', valor: 6.32 },
      { codigo: 'embalagem', valor: 3 },
      { codigo: 'fornecedor', valor: 60 },
    ]);
    expect(body.marketplaces[0].custos).toEqual(body.custos);
    expect(body.marketplaces[1].custos).toEqual([]);
  });

  it('as a file has its orders, whose columns sum to its figures to the cent', async () => {
    await sellSome('=HYPERLINK("x")');
    const mes = thisMonth();
    const closing: MonthClosing = (await get(`/api/dashboard/fechamento?mes=${mes}`)).body;
    const rows = await readCsv(`/api/exportar/fechamento.csv?mes=${mes}`);
    const sum = (name: string) => rows.reduce((total, row) => total + centsOfCell(row[name]), 0) / 100;
    expect(rows).toHaveLength(closing.total.vendas);
    expect([sum('Valor Venda'), sum('Lucro'), sum('Custos'), sum('Líquido')]).toEqual([
      ...[closing.total.receita, closing.total.lucro, closing.total.custos, closing.total.liquido],
    ]);
    expect([sum('Tarifa de venda'), sum('Frete'), sum('Custo Fornecedor')]).toEqual([18.18, 28.9, 60]);
    expect(rows.map((row) => row['Situação dos custos'])).toEqual(['estimado', 'estimado', 'faltam dados']);
    expect(rows[0]?.['Produto']).toBe(`"'=HYPERLINK(""x"")"`);
    expect(await readCsv(`/api/exportar/periodo.csv?de=${closing.de}&ate=${closing.ate}`)).toEqual(rows);
  });

  it('as a file has the lines of orders, each with its part of all costs, as its product has in the period', async () => {
    await sellSome();
    const { id: fornecedor_id } = await makeSupplier(server, user);
    const itens: ExternalOrderItem[] = [];
    for (const nome of ['Caneca', 'Prato', 'Copo']) {
      const product = { fornecedor_id, nome, preco_fornecedor: 12.34, custos: { peso_g: 333 } };
      const { id } = await makeProduct(server, user, { ...product, estoque: 9 });
      const id_externo = await listForReal(server, user, { id, marketplace: 'mercadolivre' });
      const preco_unitario_centavos = 3_333 + 1_000 * itens.length;
      itens.push({
        id_externo,
        sku: null,
        titulo: nome,
        quantidade: 1 + itens.length,
        preco_unitario_centavos,
      });
    }
    await receiveOrder(
      server.db,
      { usuarioId: user.id, contaId: 1 },
      externalOrder('mercadolivre', { itens }),
    );
    const mes = thisMonth();
    const closing: MonthClosing = (await get(`/api/dashboard/fechamento?mes=${mes}`)).body;
    const rows = await readCsv(`/api/exportar/fechamento.csv?mes=${mes}`);
    const sum = (name: string, of = rows) => of.reduce((all, row) => all + centsOfCell(row[name]), 0) / 100;
    expect(rows).toHaveLength(closing.total.vendas + 2);
    expect([sum('Valor Venda'), sum('Lucro'), sum('Custos'), sum('Líquido')]).toEqual([
      ...[closing.total.receita, closing.total.lucro, closing.total.custos, closing.total.liquido],
    ]);
    expect(sum('Frete')).toBe(closing.custos.find(({ codigo }) => codigo === 'frete_vendedor')?.valor);
    for (const { nome, receita, lucro, liquido } of closing.produtos) {
      const own = rows.filter((row) => row.Produto === nome);
      expect([nome, sum('Valor Venda', own), sum('Lucro', own), sum('Líquido', own)]).toEqual([
        ...[nome, receita, lucro, liquido],
      ]);
    }
  });

  it('as a document is a PDF of that month', async () => {
    const { status, headers, text } = await get('/api/dashboard/fechamento.pdf?mes=2026-10');
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(headers['content-disposition']).toBe('attachment; filename="fechamento-2026-10.pdf"');
    expect(text.slice(0, 5)).toBe('%PDF-');
  });

  it("holds nothing of another seller's", async () => {
    await sellSome();
    const other = await makeUser(server);
    const mes = thisMonth();
    expect((await get(`/api/dashboard/fechamento?mes=${mes}`, other)).body).toMatchObject({
      ...{ total: { vendas: 0, receita: 0 }, custos: [], cancelados: { pedidos: 0, receita: 0 } },
    });
    expect(await readCsv(`/api/exportar/fechamento.csv?mes=${mes}`, other)).toEqual([]);
  });

  it.each(['2026-13', '2026-1', '', 'x'])('of %j, which is no month, is refused everywhere', async (mes) => {
    for (const path of ['dashboard/fechamento', 'dashboard/fechamento.pdf', 'exportar/fechamento.csv']) {
      const { status, body } = await get(`/api/${path}?mes=${mes}`);
      expect([status, body.erros]).toEqual([422, [{ campo: 'mes', mensagem: 'Use o formato AAAA-MM' }]]);
    }
  });
});

describe('the orders behind a figure', () => {
  it('are those that it counts, page by page, and sum to it', async () => {
    await sellSome();
    const mes = thisMonth();
    const { de, ate, total, produtos, fornecedores }: MonthClosing = (
      await get(`/api/dashboard/fechamento?mes=${mes}`)
    ).body;
    const path = `/api/dashboard/periodo/pedidos?de=${de}&ate=${ate}`;
    const { body } = await get(path);
    expect(
      body.map(({ liquido, cobrado }: { liquido: number; cobrado: boolean }) => [liquido, cobrado]),
    ).toEqual([
      ...[
        [20.8, false],
        [20.8, false],
        [null, false],
      ],
    ]);
    expect(total.liquido).toBe(41.6);
    const first = await get(`${path}&limite=2`);
    const next = /[?&]cursor=([^&>]+)/.exec(String(first.headers['link']))?.[1] ?? '';
    expect([...first.body, ...(await get(`${path}&limite=2&cursor=${next}`)).body]).toEqual(body);
    const of = async (filter: string) => (await get(`${path}&${filter}`)).body.length;
    expect(await of('marketplace=amazon')).toBe(0);
    expect(await of(`produto_id=${produtos[0]?.id}`)).toBe(3);
    expect(await of(`fornecedor_id=${fornecedores[0]?.id}`)).toBe(3);
    expect([await of('produto_id=desconhecido'), await of('fornecedor_id=desconhecido')]).toEqual([0, 0]);
    expect(await of('produto_id=x')).toBe(0);
  });
});
