import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';

const RIVALS = ['A', 'B', 'C', 'D', 'E', 'F'];
const ROUNDS = 10;

describe.runIf(Boolean(process.env['TEST_DATABASE_URL']))('changes of one product at the same moment', () => {
  let server: TestServer;
  let user: TestUser;
  beforeAll(async () => {
    server = await createTestServer();
    user = await makeUser(server);
  });
  afterAll(() => server.close());

  const edit = (id: string, mudancas: object) =>
    server.call('POST', '/trpc/products.edit', { token: user.token, body: { id, mudancas } });
  const read = async (procedure: string, id: string) => {
    const path = `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify({ id }))}`;
    return (await server.call('GET', path, { token: user.token })).body.result.data;
  };
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
  const oneOfThem = [200, ...RIVALS.slice(1).map(() => 409)];

  it('by forms: of those that change one field of the attributes one is saved, the others hear of it', async () => {
    const { id } = await makeProduct(server, user);
    let antes: string | null = null;
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await Promise.all(
        RIVALS.map((name) => edit(id, { ficha: { marca: { antes, depois: `${name}${round}` } } })),
      );
      expect(statuses(answers)).toEqual(oneOfThem);
      antes = (await read('products.listingAttributes', id)).marca;
    }
  });

  it('by forms: those that change different fields are all saved', async () => {
    const { id } = await makeProduct(server, user);
    const answers = await Promise.all([
      edit(id, { descricao: { antes: null, depois: 'Azul' } }),
      edit(id, { preco_venda_ml: { antes: 59.9, depois: 70 } }),
      edit(id, { estoque: { antes: 100, depois: 90 } }),
      edit(id, { ficha: { marca: { antes: null, depois: 'Oca' } } }),
      edit(id, { ficha: { modelo: { antes: null, depois: 'M1' } } }),
      edit(id, { custos: { peso_g: { antes: null, depois: 800 } } }),
    ]);
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await read('products.get', id)).toMatchObject({
      descricao: 'Azul',
      preco_venda_ml: 70,
      estoque: 90,
    });
    expect(await read('products.listingAttributes', id)).toMatchObject({ marca: 'Oca', modelo: 'M1' });
    expect(await read('products.costs', id)).toMatchObject({ peso_g: 800 });
  });

  it('by programs that name one version: one is saved, also where nothing but the attributes change', async () => {
    const { id, ...fields } = await makeProduct(server, user);
    const { versao: _, ...product } = { versao: '', ...fields };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { versao } = await read('products.get', id);
      const answers = await Promise.all(
        RIVALS.map((name) =>
          server.call('PUT', `/api/produtos/${id}`, {
            token: user.token,
            body: { ...product, versao, ficha: { marca: `${name}${round}` } },
          }),
        ),
      );
      expect(statuses(answers)).toEqual(oneOfThem);
    }
  });
});
