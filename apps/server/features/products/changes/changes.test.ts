import { queryRows } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { stockMovements } from '@esteira/db/schema/products/stock-movements';
import type { ChangeField } from '@esteira/domain/products/bulk-change';
import { UNDO_CHANGES_MS } from '@esteira/domain/products/change-set';
import type { Product } from '@esteira/validators/products/product';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeProduct, makeSupplier, makeUser, type TestUser, toActor } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { holdChangeSet, recordItems } from './change-set';
import { forgetOldChanges } from './forget';
import { applyChange, changeAll, listProducts, undoChange } from './testing/change-calls';

let now: Date;
let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => now } });
});
afterAll(() => server.close());
beforeEach(async () => {
  now = new Date();
  user = await makeUser(server);
});

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

/** Products of one supplier: cost 25.00, 59.90 on Mercado Livre, 64.90 on Amazon, stock 100. */
async function makeProducts(count: number, fields: Record<string, unknown> = {}): Promise<Product[]> {
  const { id } = await makeSupplier(server, user);
  for (let n = 0; n < count; n += 1) await makeProduct(server, user, { fornecedor_id: id, ...fields });
  return listProducts(server, user);
}

const valuesOf = async (campo: ChangeField) => (await listProducts(server, user)).map((p) => p[campo]);

function edit(product: Product, fields: object) {
  return server.call('PUT', `/api/produtos/${product.id}`, {
    token: user.token,
    body: { ...product, ...fields },
  });
}

async function sell(product: Product, quantidade: number): Promise<void> {
  await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
  const path = `/api/mercadolivre/simular-venda/${product.id}`;
  const sale = await server.call('POST', path, { token: user.token, body: { quantidade } });
  expect(sale.status).toBe(200);
}

async function movements(produtoId: string) {
  const rows = await server.db
    .select({ motivo: stockMovements.motivo, quantidade: stockMovements.quantidade })
    .from(stockMovements)
    .where(eq(stockMovements.produto_id, produtoId))
    .orderBy(asc(stockMovements.id));
  return rows.map(({ motivo, quantidade }) => [motivo, quantidade]);
}

describe('a change of many products', () => {
  it.each([
    ['preco_venda_ml', 79.9],
    ['preco_venda_amazon', null],
    ['preco_fornecedor', 0],
    ['estoque', 7],
  ] as const)('of %s is applied and taken back', async (campo, depois) => {
    const products = await makeProducts(3);
    const before = products.map((product) => product[campo]);
    const id = await changeAll(server, user, { campo, products, depois });
    expect(await valuesOf(campo)).toEqual([depois, depois, depois]);
    const answer = await undoChange(server, user, id);
    expect(answer.body.result.data).toEqual({ desfeitos: 3, mantidos: 0, itens: [] });
    expect(await valuesOf(campo)).toEqual(before);
  });

  it('leaves alone what has another value than the seller saw, and names it', async () => {
    const [first, second] = (await makeProducts(2)) as [Product, Product];
    await edit(first, { preco_venda_ml: 61.5 });
    const itens = [first, second].map(({ id }) => ({ id, antes: 59.9, depois: 70 }));
    const answer = await applyChange(server, user, { lote_id: newId(), campo: 'preco_venda_ml', itens });
    expect(answer.body.result.data).toEqual({
      aplicados: 1,
      recusados: [{ id: first.id, nome: first.nome, motivo: 'O valor mudou enquanto isso', atual: 61.5 }],
    });
    expect(await valuesOf('preco_venda_ml')).toEqual([61.5, 70]);
  });

  it('refuses foreign, unknown, malformed and deleted products alone', async () => {
    const [kept, deleted] = (await makeProducts(2)) as [Product, Product];
    await server.call('DELETE', `/api/produtos/${deleted.id}`, { token: user.token });
    const other = await makeUser(server);
    const foreign = await makeProduct(server, other);
    const ids = [kept.id, deleted.id, foreign.id, newId(), 'não é id'];
    const itens = ids.map((id) => ({ id, antes: 59.9, depois: 70 }));
    const answer = await applyChange(server, user, { lote_id: newId(), campo: 'preco_venda_ml', itens });
    const { aplicados, recusados } = answer.body.result.data;
    expect([aplicados, recusados.map((refused: { id: string }) => refused.id)]).toEqual([1, ids.slice(1)]);
    expect((await listProducts(server, other)).map((p) => p.preco_venda_ml)).toEqual([59.9]);
  });

  it.each([true, false])('changes a product that comes twice once (to be undone: %s)', async (isUndoable) => {
    const [product, other] = (await makeProducts(2)) as [Product, Product];
    const doubled = product.id.toUpperCase();
    const itens = [
      { id: product.id, antes: 100, depois: 40 },
      { id: doubled, antes: 100, depois: 70 },
      { id: other.id, antes: 100, depois: 30 },
    ];
    const lote_id = isUndoable ? newId() : null;
    const answer = await applyChange(server, user, { lote_id, campo: 'estoque', itens });
    const motivo = 'Produto repetido na lista';
    expect(answer.body.result.data).toEqual({
      aplicados: 2,
      recusados: [{ id: doubled, nome: product.nome, motivo, atual: 40 }],
    });
    expect((await valuesOf('estoque')).sort()).toEqual([30, 40]);
    expect(await movements(product.id)).toEqual([
      ['inicial', 100],
      ['ajuste', -60],
    ]);
  });

  it('keeps the price of what is published above zero', async () => {
    const [product] = (await makeProducts(1)) as [Product];
    await server.call('POST', `/api/amazon/publicar/${product.id}`, { token: user.token });
    for (const [depois, verb] of [
      [null, 'remover'],
      [0, 'zerar'],
    ] as const) {
      const itens = [{ id: product.id, antes: 64.9, depois }];
      const answer = await applyChange(server, user, { campo: 'preco_venda_amazon', itens });
      expect(answer.body.result.data.recusados).toMatchObject([
        { motivo: `Despublique da Amazon antes de ${verb} o preço` },
      ]);
    }
    expect(await valuesOf('preco_venda_amazon')).toEqual([64.9]);
  });

  it('changes nothing more when it is repeated', async () => {
    const [product] = (await makeProducts(1)) as [Product];
    const itens = [{ id: product.id, antes: 100, depois: 40 }];
    const body = { lote_id: newId(), campo: 'estoque', itens } as const;
    const first = await applyChange(server, user, body);
    const second = await applyChange(server, user, body);
    expect(second.body).toEqual(first.body);
    expect(await movements(product.id)).toEqual([
      ['inicial', 100],
      ['ajuste', -60],
    ]);
  });

  it('names a product that its set has changed before, and changes the others', async () => {
    const [first, second] = (await makeProducts(2)) as [Product, Product];
    const lote_id = newId();
    const apply = (...ids: string[]) => {
      const itens = ids.map((id) => ({ id, antes: 100, depois: 40 }));
      return applyChange(server, user, { lote_id, campo: 'estoque', itens });
    };
    await apply(first.id);
    await edit(first, { estoque: 100, estoque_anterior: 40 });
    const answer = await apply(first.id, second.id);
    const refused = { id: first.id, nome: first.nome, motivo: 'O valor mudou enquanto isso', atual: 100 };
    expect(answer.body.result.data).toEqual({ aplicados: 1, recusados: [refused] });
    expect((await undoChange(server, user, lote_id)).body.result.data).toMatchObject({ desfeitos: 1 });
    expect(await valuesOf('estoque')).toEqual([100, 100]);
  });

  it.each([
    ['estoque', -1],
    ['estoque', 1.5],
    ['estoque', 1_000_001],
    ['estoque', null],
    ['preco_venda_ml', null],
    ['preco_venda_ml', 10_000_000],
    ['preco_fornecedor', -0.01],
    ['preco_venda_amazon', 1.234],
  ] as const)('refuses %s %s with 422', async (campo, depois) => {
    const itens = [{ id: newId(), antes: 1, depois }];
    const answer = await applyChange(server, user, { campo, itens });
    expect([answer.status, answer.body.error.data.erros[0].campo]).toEqual([422, 'itens']);
  });

  it('goes into one set in several calls, and into none that was taken back', async () => {
    const products = await makeProducts(2);
    const lote_id = newId();
    for (const { id } of products) {
      const itens = [{ id, antes: 59.9, depois: 70 }];
      await applyChange(server, user, { lote_id, campo: 'preco_venda_ml', itens });
    }
    const list = await server.call('GET', '/trpc/products.changes', { token: user.token });
    expect(list.body.result.data.itens).toEqual([
      {
        ...{
          id: lote_id,
          tipo: 'precos',
          total: 2,
          criado_em: now.toISOString(),
          ator_nome: 'Vendedora Teste',
        },
        ...{ desfeito_em: null, desfeito_por_nome: null },
      },
    ]);
    await undoChange(server, user, lote_id);
    const itens = [{ id: products[0]?.id ?? '', antes: 59.9, depois: 70 }];
    const late = await applyChange(server, user, { lote_id, campo: 'preco_venda_ml', itens });
    expect([late.status, late.body.error.message]).toEqual([409, 'Esta alteração já foi encerrada']);
    expect(await valuesOf('preco_venda_ml')).toEqual([59.9, 59.9]);
  });
});

describe('taking a change back', () => {
  it('leaves alone what was changed since, names it, and answers the same again', async () => {
    const products = await makeProducts(3);
    const [first, second] = products as [Product, Product, Product];
    const id = await changeAll(server, user, { campo: 'preco_venda_ml', products, depois: 80 });
    await edit(first, { preco_venda_ml: 81 });
    await server.call('DELETE', `/api/produtos/${second.id}`, { token: user.token });
    const answer = await undoChange(server, user, id);
    expect(answer.body.result.data).toEqual({
      desfeitos: 1,
      mantidos: 2,
      itens: [
        { id: first.id, nome: first.nome, motivo: 'Foi alterado depois e ficou como está' },
        { id: second.id, nome: second.nome, motivo: 'Foi excluído' },
      ].sort((a, b) => (a.nome < b.nome ? -1 : 1)),
    });
    expect((await valuesOf('preco_venda_ml')).sort()).toEqual([59.9, 81]);
    await edit(first, { preco_venda_ml: 80 });
    expect((await undoChange(server, user, id)).body).toEqual(answer.body);
    expect(await valuesOf('preco_venda_ml')).toContain(80);
  });

  it('of stock goes by the difference, so that sales meanwhile keep counting', async () => {
    const products = await makeProducts(1);
    const [product] = products as [Product];
    const id = await changeAll(server, user, { campo: 'estoque', products, depois: 150 });
    await sell(product, 8);
    await undoChange(server, user, id);
    expect(await valuesOf('estoque')).toEqual([92]);
    expect(await movements(product.id)).toEqual([
      ['inicial', 100],
      ['ajuste', 50],
      ['venda', -8],
      ['desfazer', -50],
    ]);
  });

  it('of stock leaves alone what was sold, and what was counted again', async () => {
    const products = await makeProducts(2);
    const [sold, counted] = products as [Product, Product];
    const id = await changeAll(server, user, { campo: 'estoque', products, depois: 150 });
    for (const units of [60, 60]) await sell(sold, units);
    await edit(counted, { estoque: 30 });
    const answer = await undoChange(server, user, id);
    expect(answer.body.result.data.itens.map(({ motivo }: { motivo: string }) => motivo).sort()).toEqual([
      'As unidades já foram vendidas',
      'Foi alterado depois e ficou como está',
    ]);
    expect((await valuesOf('estoque')).sort()).toEqual([30, 30]);
  });

  it('works for changes one upon the other, the last one first', async () => {
    const campo = 'estoque';
    const earlier = await changeAll(server, user, { campo, products: await makeProducts(2), depois: 50 });
    const products = await listProducts(server, user);
    const last = await changeAll(server, user, { campo, products, depois: 20 });
    await undoChange(server, user, last);
    expect(await valuesOf('estoque')).toEqual([50, 50]);
    await undoChange(server, user, earlier);
    expect(await valuesOf('estoque')).toEqual([100, 100]);
  });

  it('leaves the price on Amazon where the product was published there since', async () => {
    const products = await makeProducts(1, { preco_venda_amazon: null });
    const [product] = products as [Product];
    const id = await changeAll(server, user, { campo: 'preco_venda_amazon', products, depois: 64.9 });
    await server.call('POST', `/api/amazon/publicar/${product.id}`, { token: user.token });
    const answer = await undoChange(server, user, id);
    expect(answer.body.result.data.itens).toMatchObject([{ motivo: 'Está publicado e ficou como está' }]);
    expect(await valuesOf('preco_venda_amazon')).toEqual([64.9]);
  });

  it('ends after 24 hours, is of its seller only, and is not found by an unknown id', async () => {
    const products = await makeProducts(1);
    const id = await changeAll(server, user, { campo: 'preco_fornecedor', products, depois: 9 });
    expect((await undoChange(server, await makeUser(server), id)).status).toBe(404);
    expect((await undoChange(server, user, newId())).status).toBe(404);
    expect((await undoChange(server, user, 'não é id')).status).toBe(404);
    later(UNDO_CHANGES_MS);
    const answer = await undoChange(server, user, id);
    expect([answer.status, answer.body.error.message]).toEqual([
      409,
      'O prazo de 24 horas para desfazer esta alteração terminou',
    ]);
    expect(await valuesOf('preco_fornecedor')).toEqual([9]);
  });

  it('goes through more than one batch', async () => {
    const [sample] = (await makeProducts(1)) as [Product];
    await queryRows(
      server.db,
      sql`INSERT INTO produtos (usuario_id, id, fornecedor_id, nome, preco_fornecedor, preco_venda_ml, estoque)
          SELECT ${user.id}::uuid, gen_random_uuid(), ${sample.fornecedor_id}::uuid, 'P' || n, 100, n, 0
          FROM generate_series(1, 1200) n`,
    );
    const ids = await queryRows<{ id: string }>(
      server.db,
      sql`SELECT id::text, preco_venda_ml FROM produtos WHERE usuario_id = ${user.id}::uuid AND nome LIKE 'P%'
          AND preco_fornecedor = 100`,
    );
    const lote_id = newId();
    const itens = ids.map(({ id, ...row }) => ({
      ...{ id, antes: Number((row as Record<string, unknown>)['preco_venda_ml']) / 100, depois: 55.5 },
    }));
    for (let from = 0; from < itens.length; from += 500) {
      const batch = itens.slice(from, from + 500);
      const answer = await applyChange(server, user, { lote_id, campo: 'preco_venda_ml', itens: batch });
      expect(answer.body.result.data).toEqual({ aplicados: batch.length, recusados: [] });
    }
    const answer = await undoChange(server, user, lote_id);
    expect(answer.body.result.data).toEqual({ desfeitos: 1200, mantidos: 0, itens: [] });
    const [row] = await queryRows(
      server.db,
      sql`SELECT count(*)::int AS antigos FROM produtos
          WHERE usuario_id = ${user.id}::uuid AND preco_venda_ml = substr(nome, 2)::int AND nome ~ '^P[0-9]+$'`,
    );
    expect(row).toEqual({ antigos: 1200 });
  });
});

describe('taking back what created products', () => {
  /** As if an import had created these products. */
  async function recordCreated(products: Product[]): Promise<string> {
    const key = { ...toActor(user), loteId: newId() };
    await server.db.transaction(async (tx) => {
      await holdChangeSet(tx, { ...key, tipo: 'importacao', now });
      const lines = await tx.select().from(stockMovements).where(eq(stockMovements.usuario_id, user.id));
      const items = products.map(({ id, nome }) => ({
        produto_id: id,
        antes: null,
        depois: { nome },
        movimento_id: lines.find(({ produto_id }) => produto_id === id)?.id ?? null,
      }));
      await recordItems(tx, key, items);
    });
    return key.loteId;
  }

  it('deletes those that nothing happened to, and names the others', async () => {
    const products = await makeProducts(5);
    const [sold, published, renamed, counted] = products as [Product, Product, Product, Product];
    const id = await recordCreated(products);
    await sell(sold, 1);
    await server.call('POST', `/api/amazon/publicar/${published.id}`, { token: user.token });
    await edit(renamed, { nome: 'Outro nome' });
    await edit(counted, { estoque: 1 });
    const { desfeitos, mantidos, itens } = (await undoChange(server, user, id)).body.result.data;
    expect([desfeitos, mantidos]).toEqual([1, 4]);
    const reasons = new Map(itens.map((kept: { id: string; motivo: string }) => [kept.id, kept.motivo]));
    expect(reasons).toEqual(
      new Map([
        [sold.id, 'Já tem pedidos e ficou como está'],
        [published.id, 'Está publicado e ficou como está'],
        [renamed.id, 'Foi alterado depois e ficou como está'],
        [counted.id, 'Foi alterado depois e ficou como está'],
      ]),
    );
    expect(await listProducts(server, user)).toHaveLength(4);
  });
});

it('changes are forgotten an hour after they can no longer be taken back', async () => {
  const products = await makeProducts(2);
  const id = await changeAll(server, user, { campo: 'preco_fornecedor', products, depois: 9 });
  const stored = () =>
    queryRows(server.db, sql`SELECT FROM itens_alteracao WHERE lote_id = ${id}::uuid`).then(
      (rows) => rows.length,
    );
  later(UNDO_CHANGES_MS);
  await forgetOldChanges(server.deps);
  expect(await stored()).toBe(2);
  later(60 * 60_000 + 1);
  await forgetOldChanges(server.deps);
  expect(await stored()).toBe(0);
  expect((await undoChange(server, user, id)).status).toBe(404);
});
