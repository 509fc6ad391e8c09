import { activities } from '@esteira/db/schema/accounts/activities';
import { newId } from '@esteira/db/schema/columns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('between two days of São Paulo', () => {
  const DAY = { de: '2025-12-01', ate: '2025-12-01' };
  const MOMENTS = ['2025-12-01T02:59:59.999Z', '2025-12-01T03:00:00.000Z', '2025-12-02T02:59:59.999Z'];

  async function makeActs() {
    const seller = await makeUser(server);
    const row = {
      usuario_id: seller.id,
      ato: 'saida',
      resultado: 'ok',
      ip: '::1',
      dispositivo: 'Firefox',
    } as const;
    for (const em of [...MOMENTS, '2025-12-02T03:00:00.000Z'])
      await server.db.insert(activities).values({ ...row, em, id: newId(new Date(em)) });
    return seller;
  }

  it('the list has what was done then, and refuses an end before the beginning', async () => {
    const { token } = await makeActs();
    const { itens } = (await ask('list', token, DAY)).body.result.data;
    expect(itens.map(({ em }: { em: string }) => em)).toEqual(MOMENTS.slice(1).reverse());
    const backwards = await ask('list', token, { de: '2025-12-02', ate: '2025-12-01' });
    expect([backwards.status, backwards.body.error.data.detail]).toEqual([
      422,
      'Data final: deve ser no dia inicial ou depois',
    ]);
  });

  it('the file has the same and is recorded itself; it is for the owner, that of all shops for admins', async () => {
    const seller = await makeActs();
    const { token } = seller;
    const member = await makeMember(server, seller, 'operador');
    const admin = await makeUser(server, { is_admin: true });
    const read = (name: string, who = token, days: Record<string, string> = DAY) =>
      server.call('GET', `/api/exportar/${name}.csv?${new URLSearchParams(days)}`, { token: who });
    const { text } = await read('atividade');
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFQuando;O que;Resultado;Pessoa;Chave de API;Loja;Alvo;Quantidade;Rede;Aparelho',
      expect.stringMatching(/^01\/12\/2025 23:59;Saiu;Feito;;;.+;;;::1;Firefox$/),
    ]);
    expect(text.trim().split('\r\n')).toHaveLength(3);
    const [last] = (await ask('list', token)).body.result.data.itens;
    expect(last).toMatchObject({ ato: 'exportacao', alvo: 'atividade', quantidade: 2, com_busca: false });
    expect((await read('atividade', token, { de: '2025-12-02', ate: '2025-12-01' })).status).toBe(422);
    expect((await read('atividade', member.token)).status).toBe(403);
    expect((await read('atividade-geral')).status).toBe(403);
    expect((await read('atividade-geral', admin.token)).text).toContain(';Saiu;');
  });
});
