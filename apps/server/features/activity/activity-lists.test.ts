import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeMember, makeUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const ask = (path: string, token: string, input: object = {}) =>
  server.call('GET', `/trpc/activity.${path}?input=${encodeURIComponent(JSON.stringify(input))}`, { token });
const kinds = ({ body }: { body: { result: { data: { itens: { ato: string }[] } } } }) =>
  body.result.data.itens.map(({ ato }) => ato);

it('an owner reads the shop, by person and kind, page by page; people read themselves, admins all', async () => {
  const [seller, other] = [await makeUser(server), await makeUser(server)];
  const member = await makeMember(server, seller, 'leitura');
  const body = { nome: 'A', escopos: ['leitura'] };
  await server.call('POST', '/trpc/apiKeys.create', { token: member.token, body });
  await server.call('POST', '/trpc/apiKeys.create', { token: seller.token, body });
  expect(kinds(await ask('list', seller.token))).toEqual(['chave_criada', 'acesso_negado', 'entrada']);
  expect(kinds(await ask('list', seller.token, { autor: member.id }))).toEqual(['acesso_negado']);
  expect(kinds(await ask('list', seller.token, { ato: 'entrada' }))).toEqual(['entrada']);
  const page = (await ask('list', seller.token, { limite: 2 })).body.result.data;
  const cursor = page.proximo_cursor;
  expect(kinds(await ask('list', seller.token, { limite: 2, cursor }))).toEqual(['entrada']);
  expect((await ask('list', seller.token, { autor: other.id })).status).toBe(404);
  expect((await ask('list', seller.token, { ato: 'nada' })).status).toBe(422);
  expect((await ask('list', member.token)).status).toBe(403);
  expect(kinds(await ask('own', member.token))).toEqual(['entrada']);
  const admin = await makeUser(server, { is_admin: true });
  expect(kinds(await ask('all', admin.token, { ato: 'chave_criada' }))).toEqual(['chave_criada']);
});
