import { queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { csvUpload } from '../../../testing/files/csv-upload';
import { makeProduct, makeSupplier, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { findContradictions } from '../../orders/testing/invariants';
import { listProducts, undoChange } from '../changes/testing/change-calls';

const HEADER = 'fornecedor_id;nome;sku;preco_fornecedor;preco_venda_ml;estoque';

describe('taking an import back', () => {
  let server: TestServer;
  let user: TestUser;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await makeUser(server);
    await makeSupplier(server, user, { nome: 'F' });
  });

  /** Imports, and answers what takes it back. */
  async function importRows(rows: string[], query = ''): Promise<string> {
    const answer = await server.call('POST', `/api/produtos/importar-csv${query}`, {
      token: user.token,
      ...csvUpload([HEADER, ...rows].join('\n')),
    });
    expect(answer.status, answer.text).toBe(200);
    return String(answer.headers['lote-alteracao']);
  }

  async function undo(id: string) {
    const { status, body } = await undoChange(server, user, id);
    expect(status).toBe(200);
    const { desfeitos, itens } = body.result.data;
    const reasons = itens.map(({ nome, motivo }: { nome: string; motivo: string }) => [nome, motivo]);
    expect(await findContradictions({ server, user })).toEqual([]);
    return { desfeitos, kept: Object.fromEntries(reasons) };
  }

  const names = async () => (await listProducts(server, user)).map(({ nome }) => nome).sort();
  const row = (nome: string, stock = 5) => `F;${nome};SKU-${nome};1;2;${stock}`;
  const change = (nome: string, step: string) =>
    listProducts(server, user).then((all) =>
      server.call('POST', `/api/mercadolivre/${step}/${all.find((product) => product.nome === nome)?.id}`, {
        token: user.token,
      }),
    );

  it('deletes what it created, more than a batch of it, and names what stays', async () => {
    await makeProduct(server, user, { nome: 'Antigo' });
    const many = Array.from({ length: 1_100 }, (_, n) => row(`P${n}`, n % 2));
    const id = await importRows([
      ...many,
      row('Editado'),
      row('Contado', 0),
      row('Publicado'),
      row('Vendido'),
    ]);
    const listed = await listProducts(server, user);
    const edit = async (nome: string, fields: object) => {
      const product = listed.find((known) => known.nome === nome);
      const body = { ...product, ...fields };
      await server.call('PUT', `/api/produtos/${product?.id}`, { token: user.token, body });
    };
    await edit('Editado', { preco_venda_ml: 3 });
    await edit('Contado', { estoque: 9 });
    for (const nome of ['Publicado', 'Vendido']) await change(nome, 'publicar');
    await change('Vendido', 'simular-venda');
    expect(await undo(id)).toEqual({
      desfeitos: 1_100,
      kept: {
        Editado: 'Foi alterado depois e ficou como está',
        Contado: 'Foi alterado depois e ficou como está',
        Publicado: 'Está publicado e ficou como está',
        Vendido: 'Já tem pedidos e ficou como está',
      },
    });
    expect(await names()).toEqual(['Antigo', 'Contado', 'Editado', 'Publicado', 'Vendido']);
    expect(await undo(id)).toMatchObject({ desfeitos: 1_100 });
  });

  it('of an update restores what was not changed since, and deletes what it created', async () => {
    for (const sku of ['A', 'B', 'C']) await makeProduct(server, user, { nome: sku, sku });
    const before = await listProducts(server, user);
    const rows = ['F;Novo A;a;9;99;50', ';;b;;70;', ';;c;;;100', row('Novo')];
    const id = await importRows(rows, '?atualizar=1');
    const updated = (await listProducts(server, user)).find(({ sku }) => sku === 'B');
    const body = { ...updated, preco_venda_ml: 80 };
    await server.call('PUT', `/api/produtos/${updated?.id}`, { token: user.token, body });
    expect(await undo(id)).toEqual({
      desfeitos: 2,
      kept: { B: 'Foi alterado depois e ficou como está' },
    });
    const after = await listProducts(server, user);
    expect(after).toEqual(
      before.map((product) =>
        product.sku === 'B' ? { ...product, preco_venda_ml: 80, versao: expect.any(String) } : product,
      ),
    );
  });

  it('is offered only for an import that wrote something', async () => {
    expect(await importRows(['F;;X;1;2;3'])).toBe('undefined');
    expect(await importRows([';;X;1;2;3'], '?atualizar=1')).toBe('undefined');
    const sets = await queryRows(
      server.db,
      sql`SELECT id FROM lotes_alteracao WHERE usuario_id = ${user.id}::uuid AND total > 0`,
    );
    expect(sets).toEqual([]);
  });
});
