import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { csvUpload } from '../../testing/files/csv-upload';
import { makeMember, makeProduct, makeSupplier, makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

let server: TestServer;
let seller: TestUser;
let person: TestUser;
const PERSON = 'Pessoa da Equipe';

beforeAll(async () => {
  server = await createTestServer({ deps: { requireSubscription: true } });
});
afterAll(() => server.close());
beforeEach(async () => {
  const data_expiracao = new Date(Date.now() + 86_400_000).toISOString();
  seller = await makeUser(server, { nome: 'Loja da Ana', plano: 'top', data_expiracao });
  person = await makeMember(server, seller, 'operador');
});

async function query(path: string, input?: object) {
  const asked = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  return (await server.call('GET', `/trpc/${path}${asked}`, { token: seller.token })).body.result.data;
}

async function write(path: string, body: object, of = person) {
  const answer = await server.call('POST', `/trpc/${path}`, { token: of.token, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.result.data;
}

/** An order of a product that the person made, published and sold. */
async function makeOrder() {
  const product = await makeProduct(server, person);
  const key = { id: product.id, marketplace: 'mercadolivre' };
  await write('publication.publish', key);
  const { pedido } = await write('publication.simulateSale', key);
  return { product, id: pedido as string };
}

it('an order’s timeline names who took each step, took it back and wrote a note', async () => {
  const { id } = await makeOrder();
  await write('orders.approve', { id });
  await write('orders.undo', { id, status: 'aprovado' });
  await write('orders.bulk', { acao: 'aprovar', ids: [id] });
  await write('orders.undoBulk', { acao: 'aprovar', ids: [id] });
  await write('orders.approve', { id }, seller);
  await write('orders.addNote', { id, texto: 'Ligar antes' });
  await write('orders.cancel', { id, motivo: 'Desistiu' });
  const { eventos, notas } = await query('orders.details', { id });
  const actors = eventos.map(({ ator_nome }: { ator_nome: string }) => ator_nome);
  expect(actors.filter((name: string) => name === 'Loja da Ana')).toHaveLength(1);
  expect(actors.filter((name: string) => name === PERSON)).toHaveLength(actors.length - 1);
  expect(notas).toMatchObject([{ ator_id: person.id, ator_nome: PERSON }]);
  const remove = { id, nota_id: notas[0].id };
  expect(
    (await server.call('POST', '/trpc/orders.removeNote', { token: seller.token, body: remove })).status,
  ).toBe(404);
});

it('a product’s stock history and the recent changes name who changed and who took back', async () => {
  const product = await makeProduct(server, person);
  const lote_id = crypto.randomUUID();
  const itens = [{ id: product.id, antes: 100, depois: 90 }];
  await write('products.applyChange', { lote_id, campo: 'estoque', itens });
  await write('products.undoChange', { id: lote_id }, seller);
  const { itens: lines } = await query('products.stockHistory', { id: product.id });
  expect(lines.map(({ ator_nome }: { ator_nome: string }) => ator_nome)).toEqual([
    'Loja da Ana',
    PERSON,
    PERSON,
  ]);
  expect((await query('products.changes')).itens).toMatchObject([
    { id: lote_id, ator_nome: PERSON, desfeito_por_nome: 'Loja da Ana' },
  ]);
});

it('an import names who imported', async () => {
  await makeSupplier(server, person, { nome: 'Fornecedor' });
  const { headers, body } = csvUpload(
    'nome,fornecedor_id,preco_fornecedor,preco_venda_ml,estoque\nCaneca,Fornecedor,1,2,3\n',
  );
  const url = '/api/produtos/importar-csv';
  const answer = await server.app.inject({
    ...{ method: 'POST', url, payload: body },
    headers: { ...headers, authorization: `Bearer ${person.token}` },
  });
  expect(answer.json()).toMatchObject({ produtos_criados: 1, erros: [] });
  const [product] = (await server.call('GET', '/api/produtos', { token: seller.token })).body;
  const { itens } = await query('products.stockHistory', { id: product.id });
  expect(itens).toMatchObject([{ motivo: 'importacao', ator_nome: PERSON }]);
  expect((await query('products.changes')).itens).toMatchObject([{ ator_nome: PERSON }]);
});

it('what a person did stays theirs when they have left', async () => {
  const { id } = await makeOrder();
  await write('orders.approve', { id });
  await write('team.remove', { id: person.id }, seller);
  const { eventos } = await query('orders.details', { id });
  expect(eventos.at(-1)).toMatchObject({ para: 'aprovado', ator_nome: PERSON });
});
