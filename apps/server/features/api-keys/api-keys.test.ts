import { apiKeys } from '@esteira/db/schema/accounts/api-keys';
import { users } from '@esteira/db/schema/accounts/users';
import { type KeyScope, MAX_API_KEYS, MAX_KEY_CALLS_PER_MINUTE } from '@esteira/domain/accounts/api-keys';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consumeAttempt } from '../../core/limits/rate-limit';
import { makeProduct, makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

let server: TestServer;
let user: TestUser;
let now = new Date();

beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => now } });
});
afterAll(() => server.close());
beforeEach(async () => {
  now = new Date();
  user = await makeUser(server);
});

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

async function create(escopos: KeyScope[], of = user) {
  const body = { nome: 'ERP', escopos };
  return server.call('POST', '/trpc/apiKeys.create', { token: of.token, body });
}

async function makeKey(escopos: KeyScope[] = ['leitura'], of = user) {
  const { body } = await create(escopos, of);
  return body.result.data as { id: string; chave: string; prefixo: string };
}

async function listKeys() {
  return (await server.call('GET', '/trpc/apiKeys.list', { token: user.token })).body.result.data;
}

const readProducts = async (token: string) =>
  (await server.call('GET', '/api/produtos?limite=1', { token })).status;

describe('an API key', () => {
  it('is told whole once, and stored as its hash alone', async () => {
    const { chave, prefixo, id } = await makeKey(['pedidos', 'leitura']);
    expect(chave).toMatch(/^est_[0-9a-f]{64}$/);
    expect(chave.startsWith(prefixo)).toBe(true);
    expect(await listKeys()).toEqual([
      {
        id,
        nome: 'ERP',
        prefixo,
        escopos: ['leitura', 'pedidos'],
        criado_em: expect.any(String),
        ultimo_uso: null,
      },
    ]);
    const [row] = await server.db.select().from(apiKeys).where(eq(apiKeys.id, id));
    expect(JSON.stringify(row)).not.toContain(chave.slice(prefixo.length));
  });

  it('opens the REST calls and the procedures that its scope names', async () => {
    const { chave: token } = await makeKey(['produtos']);
    const body = { nome: 'Fornecedor da chave' };
    expect((await server.call('POST', '/api/fornecedores', { token, body })).status).toBe(201);
    const list = await server.call('GET', '/trpc/suppliers.list?input=%7B%7D', { token });
    expect(list.body.result.data.itens).toEqual([expect.objectContaining(body)]);
    expect((await server.call('GET', '/api/exportar/produtos.csv', { token })).status).toBe(200);
  });

  it('is refused beyond its scope with a sentence, and changes nothing', async () => {
    const { chave: token } = await makeKey(['leitura', 'pedidos']);
    const refused = { detail: 'Esta chave de API não tem o escopo que isto exige: produtos' };
    const answer = await server.call('POST', '/api/fornecedores', { token, body: { nome: 'Não' } });
    expect([answer.status, answer.body]).toEqual([403, refused]);
    expect((await server.call('GET', '/api/fornecedores', { token })).body).toEqual([]);
  });

  it('reaches neither the account nor keys, whatever its scope', async () => {
    const { chave: token } = await makeKey(['leitura', 'pedidos', 'produtos']);
    const refused = {
      detail: 'Chaves de API não têm acesso a isto. Entre na sua conta com e-mail e senha.',
    };
    const me = await server.call('GET', '/api/auth/me', { token });
    expect([me.status, me.body]).toEqual([403, refused]);
    const body = { nome: 'Outra', escopos: ['leitura'] };
    expect((await server.call('POST', '/trpc/apiKeys.create', { token, body })).status).toBe(403);
  });

  it("of an admin has none of an admin's rights", async () => {
    const admin = await makeUser(server, { is_admin: true });
    const { chave: token } = await makeKey(['leitura', 'pedidos', 'produtos'], admin);
    expect((await server.call('GET', '/api/admin/usuarios', { token })).status).toBe(403);
    expect((await server.call('GET', '/api/exportar/pagamentos.csv', { token })).status).toBe(403);
  });

  it('ends at once when it is revoked', async () => {
    const { chave, id } = await makeKey();
    expect(await readProducts(chave)).toBe(200);
    await server.call('POST', '/trpc/apiKeys.revoke', { token: user.token, body: { id } });
    const answer = await server.call('GET', '/api/produtos', { token: chave });
    expect([answer.status, answer.body]).toEqual([401, { detail: 'Chave de API inválida ou revogada' }]);
    expect(await listKeys()).toEqual([]);
  });

  it('hears no more on an open stream once it is revoked', async () => {
    const { chave, id } = await makeKey(['leitura']);
    const headers = { authorization: `Bearer ${chave}` };
    const url = '/trpc/live.changes?input=%7B%7D';
    const answer = await server.app.inject({ url, headers, payloadAsStream: true });
    let text = '';
    let isRevoked = false;
    for await (const chunk of answer.stream()) {
      text += chunk;
      if (text.includes('httpStatus')) break;
      if (isRevoked || !text.includes('inicio')) continue;
      isRevoked = true;
      await server.call('POST', '/trpc/apiKeys.revoke', { token: user.token, body: { id } });
      await makeProduct(server, user);
    }
    expect(text).toContain('"httpStatus":401');
    expect(text).not.toContain('"estoque"');
  });

  it('ends with its user', async () => {
    const { chave } = await makeKey();
    await server.db.update(users).set({ ativo: false }).where(eq(users.id, user.id));
    expect(await readProducts(chave)).toBe(401);
  });

  it('is remembered to have been used once a minute at most', async () => {
    const { chave } = await makeKey();
    const [first] = [now.toISOString(), await readProducts(chave)];
    later(59);
    await readProducts(chave);
    expect((await listKeys())[0].ultimo_uso).toBe(first);
    later(2);
    await readProducts(chave);
    expect((await listKeys())[0].ultimo_uso).toBe(now.toISOString());
  });
});

describe('the limit of calls', () => {
  it('is of each key, and counts every call of a batch', async () => {
    const { chave: token, id } = await makeKey();
    const { chave: other } = await makeKey();
    const paths = Array(20).fill('products.count').join(',');
    const input = encodeURIComponent(
      JSON.stringify(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [n, {}]))),
    );
    const batch = () => server.call('GET', `/trpc/${paths}?batch=1&input=${input}`, { token });
    expect((await batch()).status).toBe(200);
    const limit = { max: MAX_KEY_CALLS_PER_MINUTE, windowMs: 60_000, count: MAX_KEY_CALLS_PER_MINUTE - 40 };
    await consumeAttempt(server.deps, { key: server.deps.digest(`chave-api:${id}`), ...limit });
    expect((await batch()).status).toBe(200);
    later(20);
    const refused = await server.call('GET', '/api/produtos', { token });
    expect([refused.status, refused.headers['retry-after'], refused.body.detail]).toEqual([
      429,
      '40',
      'Esta chave de API passou de 600 chamadas por minuto. Tente novamente em 40 segundos.',
    ]);
    expect(await readProducts(other)).toBe(200);
    expect(await readProducts(user.token)).toBe(200);
    later(41);
    expect(await readProducts(token)).toBe(200);
  });
});

describe('the number of keys', () => {
  it('has an end, for those that are made at once too', async () => {
    const answers = await Promise.all(Array.from({ length: MAX_API_KEYS + 3 }, () => create(['leitura'])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_API_KEYS);
    expect(answers.find(({ status }) => status === 409)?.body.error.message).toBe(
      'Você já tem 20 chaves de API. Revogue uma que não usa mais.',
    );
  });

  it('is not without any scope', async () => {
    const answer = await create([]);
    expect([answer.status, answer.body.error.data.erros]).toEqual([
      422,
      [{ campo: 'escopos', mensagem: 'Escolha pelo menos um escopo' }],
    ]);
  });
});
