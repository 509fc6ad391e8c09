import { listings } from '@esteira/db/schema/products/listings';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { csvUpload } from '../../testing/files/csv-upload';
import { listForReal, makeProduct, makeSupplier, makeUser, type TestUser } from '../../testing/makers';
import { externalOrder } from '../../testing/marketplaces/external-orders';
import { createTestServer, type TestServer } from '../../testing/server';
import { receiveOrder } from '../orders/intake/intake';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
});

/** Ways of writing `CAFÉ 1` that look the same. */
const ALIKE = [
  ...[
    'CAFE\u0301 1',
    'CAFÉ\u00a01',
    'CAFÉ  1',
    '\ufeffCAFÉ 1',
    'CA\u200bFÉ 1',
    'CAFÉ 1\u00ad',
    'CA\u2060FÉ\u200d 1',
  ],
  ...['\u202aCAFÉ 1\u202c', 'CAFÉ\u3000 1', '\u2066caf\u00e9 1\u2069', 'CAFÉ\u{e0020} 1\ufe0f'],
];

const create = async (body: object) =>
  server.call('POST', '/api/produtos', { token: user.token, body: { ...(await sample()), ...body } });
const sample = async () => ({
  fornecedor_id: (await makeSupplier(server, user)).id,
  nome: 'Café',
  ...{ preco_fornecedor: 1, preco_venda_ml: 2, estoque: 5 },
});
const importCsv = (csv: string) =>
  server.call('POST', '/api/produtos/importar-csv?atualizar=1', { token: user.token, ...csvUpload(csv) });
const list = async (query = '') =>
  (await server.call('GET', `/api/produtos${query}`, { token: user.token })).body;

describe('texts that look alike', () => {
  it('are one SKU, however a form or a program writes it', async () => {
    expect((await create({ sku: 'CAFÉ 1' })).status).toBe(201);
    for (const sku of ALIKE) {
      const second = await create({ sku });
      expect([second.status, second.body.detail], JSON.stringify(sku)).toEqual([409, 'SKU já cadastrado']);
    }
  });

  it('are one SKU in a file, which finds the product, its supplier and its numbers', async () => {
    const { nome } = await makeSupplier(server, user, { nome: 'São José' });
    const product = await makeProduct(server, user, { sku: 'CAFÉ 1', estoque: 5 });
    for (const [index, sku] of ALIKE.entries()) {
      const csv = `\u200bsku\u00a0;estoque;fornecedor_id;preco_venda_ml\n${sku};\u00a0${index}\u200b;Sa\u0303o\u00a0 Jose\u0301\u200b;R$\u00a02,5${index % 10}\u200b`;
      const { status, body } = await importCsv(csv);
      expect([status, body], JSON.stringify(sku)).toEqual([
        200,
        { produtos_criados: 0, produtos_atualizados: 1, erros: [] },
      ]);
    }
    expect(nome).toBe('São José');
    expect(await list()).toMatchObject([{ id: product.id, sku: 'CAFÉ 1', estoque: ALIKE.length - 1 }]);
    const twice = await importCsv(`sku;estoque\n${ALIKE[0]};1\n${ALIKE[4]};2`);
    expect(twice.body.erros).toEqual(['Linha 3: sku: SKU repetido no arquivo']);
  });

  it('are one name, whoever is named, and found however the search writes them', async () => {
    const supplier = await makeSupplier(server, user, {
      nome: ' Sa\u0303o\u00a0 Jose\u0301\u200b ',
      telefone: '11\u00a099999\u20110000\u202c',
    });
    expect(supplier).toMatchObject({ nome: 'São José', telefone: '11 99999\u20110000' });
    const lines = 'Linha\u00a01\u200b\r\n\r\n\u2022 Linha 2';
    await create({
      fornecedor_id: supplier.id,
      nome: 'Cafe\u0301 \u00ad👩‍👧',
      descricao: lines,
      sku: '\u200b',
    });
    for (const busca of ['Café 👩‍👧', 'cafe\u0301\u200b', '\ufeffcafé\u00a0']) {
      const [found] = await list(`?${new URLSearchParams({ busca })}`);
      expect(found).toMatchObject({
        nome: 'Café 👩‍👧',
        descricao: 'Linha 1\r\n\r\n\u2022 Linha 2',
        sku: null,
      });
    }
  });

  it('never become a password: its characters stay as they were typed', async () => {
    const email = `alike-${Date.now()}@exemplo.com`;
    const senha = 'se\u0301nha\u00a0\u200b 1234';
    const registered = await server.call('POST', '/api/auth/registrar', {
      body: { nome: 'Ana', email, senha },
    });
    expect(registered.status, registered.text).toBe(201);
    const login = (given: string) =>
      server.call('POST', '/api/auth/login', { body: { email, senha: given } });
    expect((await login(senha.normalize('NFC'))).status).toBe(401);
    expect((await login(senha)).status).toBe(200);
  });

  it('are one listing, on whichever side of a sale the invisible character stands', async () => {
    const orders: [string, string][] = [
      ['CAFÉ 1', 'CA\u200bFE\u0301\u00a01'],
      ['CA\u200bFÉ 1', 'CA\u200bFÉ 1'],
    ];
    for (const [stored, told] of orders) {
      const product = await makeProduct(server, user, { estoque: 5 });
      await listForReal(server, user, { id: product.id, marketplace: 'amazon' });
      await server.db.update(listings).set({ id_externo: stored }).where(eq(listings.produto_id, product.id));
      await receiveOrder(
        server.db,
        { usuarioId: user.id, contaId: 1 },
        externalOrder('amazon', { listing: told }),
      );
      const two = externalOrder('amazon', { listing: told });
      two.itens.push({ ...(two.itens[0] as (typeof two.itens)[0]), id_externo: 'X' });
      await receiveOrder(server.db, { usuarioId: user.id, contaId: 1 }, two);
      expect((await list()).find(({ id }: { id: string }) => id === product.id).estoque).toBe(3);
    }
  });
});
