import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCsvTable } from '../../../testing/files/csv-table';
import { csvUpload } from '../../../testing/files/csv-upload';
import { listForReal, makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import { createMarketWithOrders, externalOrder } from '../../../testing/marketplaces/external-orders';
import { noDeadline } from '../../../testing/no-deadline';
import { createTestServer, type TestServer } from '../../../testing/server';
import { readOrder } from '../../orders/intake/read-job';
import { findContradictions } from '../../orders/testing/invariants';
import { listProducts, undoChange } from '../changes/testing/change-calls';

const amazon = createMarketWithOrders('amazon');
let server: TestServer;
let user: TestUser;
let id: string;
beforeAll(async () => {
  server = await createTestServer({
    background: { handlers: {} },
    deps: {
      marketplaces: { mercadolivre: createSimulatedAdapter('mercadolivre'), amazon: amazon.adapter },
    },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
  id = (await makeProduct(server, user, { sku: '007', estoque: 10 })).id;
  await server.call('POST', `/api/mercadolivre/publicar/${id}`, { token: user.token });
});

const sell = async (quantidade: number) => {
  const sale = { token: user.token, body: { quantidade } };
  const { status } = await server.call('POST', `/api/mercadolivre/simular-venda/${id}`, sale);
  expect(status).toBe(200);
};
const stock = async () => (await listProducts(server, user)).find((product) => product.id === id)?.estoque;

/** Sells three units on the real marketplace; answers what lets its order be of one alone. */
async function sellThree() {
  const order = externalOrder('amazon', {
    listing: await listForReal(server, user, { id, marketplace: 'amazon' }),
    units: 3,
  });
  const { marketplace, ml_order_id } = order;
  const read = async (found: typeof order) => {
    amazon.orders.set(ml_order_id, found);
    await readOrder(server.deps, { conta_id: 1, usuario_id: user.id, marketplace, ml_order_id }, noDeadline);
  };
  await read(order);
  return () =>
    read({
      ...order,
      atualizado_em: new Date(order.atualizado_em.getTime() + 60_000),
      itens: order.itens.map((item) => ({ ...item, quantidade: 1 })),
    });
}

async function exportFile(format: 'csv' | 'xlsx'): Promise<Buffer> {
  const url = `/api/exportar/produtos.${format}`;
  return (await server.app.inject({ url, headers: { authorization: `Bearer ${user.token}` } })).rawPayload;
}

type Cells = Record<string, string>;

/** The exported file as a person saves it from Excel: cells as they are shown, columns in another order. */
async function edit(change: (row: Cells) => Cells): Promise<string> {
  const rows = await readCsvTable(server, '/api/exportar/produtos.csv', user.token);
  const shown = rows.map((row) => change({ ...row, sku: (row['sku'] ?? '').replace(/[="]/g, '') }));
  const names = Object.keys(shown[0] ?? {}).reverse();
  return [names.join(';'), ...shown.map((row) => names.map((name) => row[name]).join(';'))].join('\r\n');
}

async function importFile(content: string | Uint8Array, format = 'csv') {
  const answer = await server.call('POST', '/api/produtos/importar-csv?atualizar=1', {
    token: user.token,
    ...csvUpload(content, `produtos.${format}`),
  });
  expect(answer.status, answer.text).toBe(200);
  expect(await findContradictions({ server, user })).toEqual([]);
  const { produtos_atualizados, erros } = answer.body;
  return { updated: produtos_atualizados, erros, set: String(answer.headers['lote-alteracao']) };
}

const setStock = async (estoque: number) => {
  const [product] = await listProducts(server, user);
  const body = { ...product, estoque };
  expect((await server.call('PUT', `/api/produtos/${id}`, { token: user.token, body })).status).toBe(200);
};

describe('an exported file that is imported again', () => {
  it.each(['csv', 'xlsx'] as const)('as %s changes nothing, whatever was sold meanwhile', async (format) => {
    const file = await exportFile(format);
    await sell(3);
    expect(await importFile(file, format)).toMatchObject({ updated: 0, erros: [] });
    expect(await stock()).toBe(7);
  });

  it('names the accounts where there are several, which an import leaves alone', async () => {
    const post = (path: string, body: object) => server.call('POST', path, { token: user.token, body });
    await post('/trpc/integrations.addAccount', { marketplace: 'mercadolivre' });
    const there = { id, marketplace: 'mercadolivre', conta_id: 'mercadolivre-2' };
    expect((await post('/trpc/publication.publish', there)).status).toBe(200);
    const [row] = await readCsvTable(server, '/api/exportar/produtos.csv', user.token);
    expect(row?.['conta']).toContain('Conta 1 (Mercado Livre), Conta 2 (Mercado Livre)');
    expect(await importFile(await exportFile('csv'))).toMatchObject({ updated: 0, erros: [] });
  });

  it('takes a new price, and no sale back', async () => {
    const file = await edit((row) => ({ ...row, preco_venda_ml: '79,90' }));
    await sell(3);
    expect(await importFile(file)).toMatchObject({ updated: 1, erros: [] });
    expect(await stock()).toBe(7);
    expect((await listProducts(server, user))[0]?.preco_venda_ml).toBe(79.9);
  });

  it.each([
    ['15', 12],
    ['8', 5],
    ['0010', 7],
  ])('with a stock of %s for 10 changes it by the difference: 7 becomes %d', async (estoque, after) => {
    const file = await edit((row) => ({ ...row, estoque }));
    await sell(3);
    await importFile(file);
    expect(await stock()).toBe(after);
  });

  it.each([
    ['9', 11],
    ['12', 14],
  ])(
    'with a stock of %s for 7 adds it to 2 units that an altered order gave back',
    async (estoque, after) => {
      const alter = await sellThree();
      const file = await edit((row) => ({ ...row, estoque }));
      await alter();
      expect(await stock()).toBe(9);
      expect(await importFile(file)).toMatchObject({ updated: 1, erros: [] });
      expect(await stock()).toBe(after);
    },
  );

  it('applies a difference once, however often the file comes, sales and undoing in between', async () => {
    const file = await edit((row) => ({ ...row, estoque: '15' }));
    const { set } = await importFile(file);
    expect(await stock()).toBe(15);
    await sell(4);
    expect(await importFile(file)).toMatchObject({ updated: 0, erros: [] });
    expect(await stock()).toBe(11);
    await undoChange(server, user, set);
    expect(await stock()).toBe(6);
    await importFile(file);
    expect(await stock()).toBe(11);
  });

  it('never takes more than there is, and names the row', async () => {
    const file = await edit((row) => ({ ...row, estoque: '5', preco_venda_ml: '79,90' }));
    await sell(8);
    const { updated, erros } = await importFile(file);
    expect(updated).toBe(0);
    expect(erros).toEqual(['Linha 2: estoque: insuficiente: há 2 unidades e o arquivo tira 5']);
    expect(await stock()).toBe(2);
  });

  it('does not overwrite a stock that was set otherwise meanwhile, and leaves one alone that it does not change', async () => {
    const [changed, unchanged] = [await edit((row) => ({ ...row, estoque: '15' })), await exportFile('csv')];
    await setStock(40);
    const { erros } = await importFile(changed);
    expect(erros).toEqual(['Linha 2: estoque: foi alterado depois da exportação; exporte de novo']);
    expect(await importFile(unchanged)).toMatchObject({ updated: 0, erros: [] });
    expect(await stock()).toBe(40);
  });

  it('without the column sets the stock, as documented, and with a destroyed one says so', async () => {
    const absolute = await edit(({ estoque_exportado: _, ...row }) => ({ ...row, estoque: '20' }));
    const destroyed = await edit((row) => ({ ...row, estoque: '20', estoque_exportado: '#REF!' }));
    await sell(3);
    expect((await importFile(destroyed)).erros).toEqual([
      'Linha 2: estoque: a coluna estoque_exportado foi alterada; exporte de novo ou apague essa coluna',
    ]);
    expect(await stock()).toBe(7);
    await importFile(absolute);
    expect(await stock()).toBe(20);
  });

  it('with the stock alone in the column changes only what was not sold or set since', async () => {
    const told = (estoque: string) => edit((row) => ({ ...row, estoque, estoque_exportado: '10' }));
    const [same, more] = [await told('10'), await told('15')];
    await importFile(more);
    expect(await stock()).toBe(15);
    await importFile(more);
    await importFile(same);
    expect(await stock()).toBe(15);
    await sell(3);
    expect((await importFile(more)).erros).toHaveLength(1);
    expect(await stock()).toBe(12);
  });

  it('creates the products of another shop with the stock that stands there', async () => {
    const file = await edit((row) => ({ ...row, estoque: '15' }));
    user = await makeUser(server);
    const supplier = /(Fornecedor-[^;\r\n]*)/.exec(file)?.[1];
    await server.call('POST', '/api/fornecedores', { token: user.token, body: { nome: supplier } });
    await importFile(file);
    expect(await listProducts(server, user)).toMatchObject([{ sku: '007', estoque: 15 }]);
  });
});

describe('the preview of an import', () => {
  it('is told what was sold in the last days, and what was set since the file was made', async () => {
    const cell = /(\d+) \((.*)\)/.exec((await edit((row) => row)).split('\r\n')[1] ?? '');
    await sell(3);
    const ask = async (posicao: string | null) => {
      const body = { skus: ['007'], posicoes: [posicao] };
      const answer = await server.call('POST', '/trpc/products.bySku', { token: user.token, body });
      return answer.body.result.data.itens;
    };
    expect(await ask(cell?.[2] ?? '')).toMatchObject([{ sku: '007', estoque: 7, vendidos: 3, ajustado: 0 }]);
    await setStock(40);
    expect(await ask(cell?.[2] ?? '')).toMatchObject([{ vendidos: 3, ajustado: 33 }]);
    expect(await ask(null)).toMatchObject([{ ajustado: null }]);
  });
});
