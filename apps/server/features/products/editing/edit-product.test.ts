import { stockMovements } from '@esteira/db/schema/products/stock-movements';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeProduct, makeSupplier, makeUser, type TestUser, unique } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { expectNoStaleSave } from '../../../testing/two-forms';

const CONFLICT = 'Este produto foi alterado por outra pessoa. Veja o valor atual antes de salvar.';

let server: TestServer;
let user: TestUser;
let id: string;
let stored: Record<string, unknown>;
beforeAll(async () => {
  server = await createTestServer();
  user = await makeUser(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  stored = {
    nome: 'Caneca',
    descricao: null,
    sku: unique('SKU'),
    preco_fornecedor: 20,
    preco_venda_ml: 30,
    preco_venda_amazon: null,
    estoque: 10,
    imagem_url: null,
  };
  const product = await makeProduct(server, user, stored);
  id = product.id;
  stored = { ...stored, fornecedor_id: product.fornecedor_id };
});

const edit = (mudancas: object) =>
  server.call('POST', '/trpc/products.edit', { token: user.token, body: { id, mudancas } });
const put = (body: object, headers: Record<string, string> = {}) =>
  server.call('PUT', `/api/produtos/${id}`, {
    token: user.token,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const query = async (procedure: string) => {
  const input = encodeURIComponent(JSON.stringify({ id }));
  const { body } = await server.call('GET', `/trpc/${procedure}?input=${input}`, { token: user.token });
  return body.result.data;
};
const read = () => query('products.get');

async function sell(quantidade: number) {
  await server.call('POST', `/api/mercadolivre/publicar/${id}`, { token: user.token });
  const path = `/api/mercadolivre/simular-venda/${id}`;
  const sold = await server.call('POST', path, { token: user.token, body: { quantidade } });
  expect(sold.status, sold.text).toBe(200);
}

async function listMovements() {
  const rows = await server.db
    .select()
    .from(stockMovements)
    .where(eq(stockMovements.produto_id, id))
    .orderBy(stockMovements.id);
  return rows.map(({ motivo, quantidade }) => [motivo, quantidade]);
}

describe('a form that saves a product', () => {
  it('leaves alone the price that another form saved after it was opened', async () => {
    await edit({ preco_venda_ml: { antes: 30, depois: 99 } });
    expect((await edit({ nome: { antes: 'Caneca', depois: 'Copo' } })).status).toBe(200);
    expect(await read()).toMatchObject({ nome: 'Copo', preco_venda_ml: 99 });
  });

  it('saves single fields of its attributes and costs, and leaves the others', async () => {
    await edit({
      ficha: { marca: { antes: null, depois: 'Oca' } },
      custos: { peso_g: { antes: null, depois: 800 } },
    });
    const saved = await edit({
      ficha: { margem_seguranca: { antes: 0, depois: 2 } },
      custos: { altura_cm: { antes: null, depois: 10 } },
    });
    expect(saved.status, saved.text).toBe(200);
    expect(await query('products.listingAttributes')).toMatchObject({
      marca: 'Oca',
      margem_seguranca: 2,
      condicao: 'novo',
    });
    expect(await query('products.costs')).toMatchObject({ peso_g: 800, altura_cm: 10 });
  });

  it('is refused with every current value that somebody else wrote, in its parts too, and writes nothing', async () => {
    await put({ ...stored, preco_venda_ml: 99, ficha: { marca: 'Deles' }, custos: { peso_g: 500 } });
    const refused = await edit({
      nome: { antes: 'Caneca', depois: 'Copo' },
      preco_venda_ml: { antes: 30, depois: 45 },
      ficha: { marca: { antes: null, depois: 'Minha' }, modelo: { antes: null, depois: 'M1' } },
      custos: { peso_g: { antes: null, depois: 800 } },
    });
    expect(refused.status).toBe(409);
    expect(refused.body.error.data).toMatchObject({
      detail: CONFLICT,
      conflitos: [
        { campo: 'preco_venda_ml', atual: 99 },
        { campo: 'custos.peso_g', atual: 500 },
        { campo: 'ficha.marca', atual: 'Deles' },
      ],
    });
    expect(await read()).toMatchObject({ nome: 'Caneca', preco_venda_ml: 99 });
    expect(await query('products.listingAttributes')).toMatchObject({ marca: 'Deles', modelo: null });
  });

  it('is refused as a whole product is: by its SKU, its supplier, and a price that a listing needs', async () => {
    const other = await makeProduct(server, user, { sku: unique('SKU') });
    const { sku } = (await server.call('GET', '/api/produtos', { token: user.token })).body.find(
      (product: { id: string }) => product.id === other.id,
    );
    const taken = await edit({ sku: { antes: stored['sku'], depois: sku } });
    expect(taken.body.error.data).toMatchObject({ httpStatus: 409, detail: 'SKU já cadastrado' });
    const stranger = await makeUser(server);
    const { id: theirs } = await makeSupplier(server, stranger);
    const moved = await edit({ fornecedor_id: { antes: stored['fornecedor_id'], depois: theirs } });
    expect(moved.body.error.data).toMatchObject({ httpStatus: 422, erros: [{ campo: 'fornecedor_id' }] });
    await sell(1);
    const free = await edit({ preco_venda_ml: { antes: 30, depois: 0 } });
    expect(free.body.error.data).toMatchObject({ httpStatus: 409 });
  });

  it('may be sent twice: the stock is moved once', async () => {
    const mudancas = { estoque: { antes: 10, depois: 15 } };
    await edit(mudancas);
    expect((await edit(mudancas)).status).toBe(200);
    expect(await listMovements()).toEqual([
      ['inicial', 10],
      ['ajuste', 5],
    ]);
  });

  it('leaves every field that only one of two forms touched as that one left it, whatever they touched', async () => {
    const fields = {
      nome: fc.constantFrom('Um', 'Dois'),
      descricao: fc.constantFrom('a', 'b'),
      preco_venda_ml: fc.constantFrom(40, 50.5),
      preco_venda_amazon: fc.constantFrom(60, 70.01),
      estoque: fc.constantFrom(3, 20),
    };
    const touched = fc.record(fields, { requiredKeys: [] });
    await expectNoStaleSave({ stored, touched, restore: () => put(stored), edit, read });
  });
});

describe('the stock in a form', () => {
  it('takes the difference where only sales moved it since', async () => {
    await sell(3);
    expect((await edit({ estoque: { antes: 10, depois: 15 } })).status).toBe(200);
    expect(await read()).toMatchObject({ estoque: 12 });
    expect((await listMovements()).at(-1)).toEqual(['ajuste', 5]);
  });

  it('takes the difference also where a sale left what was typed', async () => {
    await sell(1);
    expect((await edit({ estoque: { antes: 10, depois: 9 } })).status).toBe(200);
    expect(await read()).toMatchObject({ estoque: 8 });
  });

  it('says so where sales left too little for the difference', async () => {
    await sell(9);
    const refused = await edit({ estoque: { antes: 10, depois: 5 } });
    expect(refused.body.error.data).toMatchObject({ httpStatus: 409, detail: 'Estoque insuficiente' });
    expect(await read()).toMatchObject({ estoque: 1 });
  });

  it('is a conflict where somebody else set it, sales or not, and once they saw it is set', async () => {
    await put({ ...stored, estoque: 20 });
    await sell(2);
    const refused = await edit({ estoque: { antes: 10, depois: 15 } });
    expect(refused.body.error.data).toMatchObject({
      detail: CONFLICT,
      conflitos: [{ campo: 'estoque', atual: 18 }],
    });
    expect((await edit({ estoque: { antes: 18, depois: 15 } })).status).toBe(200);
    expect(await read()).toMatchObject({ estoque: 15 });
  });

  it('that was not touched stays what sales left', async () => {
    await sell(3);
    await edit({ nome: { antes: 'Caneca', depois: 'Copo' } });
    expect(await read()).toMatchObject({ nome: 'Copo', estoque: 7 });
  });
});

describe('PUT of a whole product', () => {
  it('without a version replaces whatever is stored', async () => {
    await edit({ preco_venda_ml: { antes: 30, depois: 99 } });
    expect((await put(stored)).status).toBe(200);
    expect(await read()).toMatchObject(stored);
  });

  it('with an older version is refused and writes nothing, in the body and as If-Match', async () => {
    const { versao } = await read();
    await edit({ preco_venda_ml: { antes: 30, depois: 99 } });
    for (const refused of [
      await put({ ...stored, versao }),
      await put(stored, { 'if-match': `"${versao}"` }),
    ]) {
      expect([refused.status, refused.body]).toEqual([409, { detail: CONFLICT }]);
    }
    expect(await read()).toMatchObject({ preco_venda_ml: 99 });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a sale', () => sell(1)],
    ['its attributes', () => edit({ ficha: { marca: { antes: null, depois: 'Oca' } } })],
    ['its costs', () => edit({ custos: { peso_g: { antes: null, depois: 800 } } })],
  ])('has another version after %s changed', async (_, change) => {
    const { versao } = await read();
    await change();
    expect((await put({ ...stored, versao })).status).toBe(409);
  });

  it('takes a record that is sent back as it was read for what it is, unless a header says which version', async () => {
    const record = await read();
    await edit({ preco_venda_ml: { antes: 30, depois: 99 } });
    const conditional = await put(record, { 'if-match': record.versao });
    expect(conditional.status).toBe(409);
    expect((await put({ ...record, nome: 'Copo' })).status).toBe(200);
    expect(await read()).toMatchObject({ nome: 'Copo', preco_venda_ml: 30 });
  });

  it('has the version that lists show, new products with attributes included', async () => {
    const ficha = { marca: 'Oca' };
    const body = { ...stored, sku: unique('SKU'), ficha };
    const created = await server.call('POST', '/api/produtos', { token: user.token, body });
    ({ id } = created.body);
    const saved = await put({
      ...body,
      nome: 'Copo',
      ficha: { marca: 'Outra' },
      versao: created.body.versao,
    });
    expect(saved.status, saved.text).toBe(200);
    for (const search of ['', '?busca=copo', '?ordem=nome', '?ordem=mais_vendidos', '?estoque_baixo=false']) {
      const { body: list } = await server.call('GET', `/api/produtos${search}`, { token: user.token });
      expect(list.find((product: { id: string }) => product.id === id)).toEqual(saved.body);
    }
  });
});
