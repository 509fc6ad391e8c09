import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSupplier, makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { expectNoStaleSave } from '../../testing/two-forms';

const CONFLICT = 'Este fornecedor foi alterado por outra pessoa. Veja o valor atual antes de salvar.';
const STORED = {
  nome: 'Atacado Sul',
  contato: 'Ana',
  email: 'vendas@sul.com.br',
  telefone: '(51) 3333-0000',
  dados_pagamento: 'Pix: antiga',
};

let server: TestServer;
let user: TestUser;
let id: string;
beforeAll(async () => {
  server = await createTestServer();
  user = await makeUser(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ id } = await makeSupplier(server, user, STORED));
});

type Mudancas = Record<string, { antes: unknown; depois: unknown }>;

const edit = (mudancas: Mudancas, token = user.token) =>
  server.call('POST', '/trpc/suppliers.edit', { token, body: { id, mudancas } });

const put = (body: object, headers: Record<string, string> = {}) =>
  server.call('PUT', `/api/fornecedores/${id}`, {
    token: user.token,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

async function read() {
  const { body } = await server.call('GET', '/api/fornecedores', { token: user.token });
  return body.find((supplier: { id: string }) => supplier.id === id);
}

describe('a form that saves a supplier', () => {
  it('leaves alone what another form saved after it was opened', async () => {
    await edit({ dados_pagamento: { antes: 'Pix: antiga', depois: 'Pix: nova' } });
    const saved = await edit({ telefone: { antes: '(51) 3333-0000', depois: '(51) 4444-0000' } });
    expect(saved.status).toBe(200);
    expect(await read()).toMatchObject({
      ...STORED,
      dados_pagamento: 'Pix: nova',
      telefone: '(51) 4444-0000',
    });
  });

  it('is refused with the current value of every field that both changed, and writes none of the others', async () => {
    await put({ ...STORED, dados_pagamento: 'Pix: nova', contato: null });
    const refused = await edit({
      dados_pagamento: { antes: 'Pix: antiga', depois: 'Pix: minha' },
      contato: { antes: 'Ana', depois: 'Bia' },
      telefone: { antes: '(51) 3333-0000', depois: null },
    });
    expect(refused.status).toBe(409);
    expect(refused.body.error.data).toMatchObject({
      detail: CONFLICT,
      conflitos: [
        { campo: 'contato', atual: null },
        { campo: 'dados_pagamento', atual: 'Pix: nova' },
      ],
    });
    expect(await read()).toMatchObject({ ...STORED, dados_pagamento: 'Pix: nova', contato: null });
  });

  it('may be sent twice', async () => {
    const mudancas = { email: { antes: 'vendas@sul.com.br', depois: ' Novo@Sul.com.br ' } };
    expect((await edit(mudancas)).status).toBe(200);
    expect((await edit(mudancas)).status).toBe(200);
    expect(await read()).toMatchObject({ email: 'novo@sul.com.br' });
  });

  it('is refused by the rules of each field, and without the value that it was opened with', async () => {
    const refused = await edit({ email: { antes: null, depois: 'errado' } });
    expect([refused.status, refused.body.error.data.detail]).toEqual([422, 'Valor novo: E-mail inválido']);
    const blind = await server.call('POST', '/trpc/suppliers.edit', {
      token: user.token,
      body: { id, mudancas: { nome: { depois: 'Outro' } } },
    });
    expect(blind.status).toBe(422);
  });

  it('ends with 404 where the supplier is gone, or another seller’s', async () => {
    const stranger = await makeUser(server);
    const mudancas = { nome: { antes: 'Atacado Sul', depois: 'Outro' } };
    expect((await edit(mudancas, stranger.token)).status).toBe(404);
    await server.call('DELETE', `/api/fornecedores/${id}`, { token: user.token });
    expect((await edit(mudancas)).status).toBe(404);
  });

  it('leaves every field that only one of two forms touched as that one left it, whatever they touched', async () => {
    const value = fc.constantFrom('um', 'dois', 'três');
    const touched = fc.dictionary(fc.constantFrom('nome', 'contato', 'telefone', 'dados_pagamento'), value);
    await expectNoStaleSave({ stored: STORED, touched, restore: () => put(STORED), edit, read });
  });
});

describe('PUT of a whole supplier', () => {
  it('without a version replaces whatever is stored', async () => {
    await edit({ telefone: { antes: '(51) 3333-0000', depois: null } });
    expect((await put({ ...STORED, nome: 'Outro' })).status).toBe(200);
    expect(await read()).toMatchObject({ ...STORED, nome: 'Outro' });
  });

  it('with the version of the record replaces it, and the answer bears the next version', async () => {
    const { versao } = await read();
    const saved = await put({ ...STORED, nome: 'Outro', versao });
    expect(saved.status).toBe(200);
    expect(saved.body.versao).not.toBe(versao);
    expect(saved.body.versao).toBe((await read()).versao);
    expect((await put({ ...STORED, versao: saved.body.versao })).status).toBe(200);
  });

  it('with an older version is refused and writes nothing, in the body and as If-Match', async () => {
    const { versao } = await read();
    await edit({ dados_pagamento: { antes: 'Pix: antiga', depois: 'Pix: nova' } });
    const body = { ...STORED, nome: 'Outro' };
    for (const refused of [
      await put({ ...body, versao }),
      await put(body, { 'if-match': `"${versao}"` }),
      await put(body, { 'if-match': 'inventada' }),
    ]) {
      expect([refused.status, refused.body]).toEqual([409, { detail: CONFLICT }]);
    }
    expect(await read()).toMatchObject({ nome: 'Atacado Sul', dados_pagamento: 'Pix: nova' });
  });

  it.each<[string, (versao: string) => string]>([
    ['quoted', (versao) => `"${versao}"`],
    ['weak', (versao) => `W/"${versao}"`],
    ['bare', (versao) => versao],
    ['one of several', (versao) => `"a", "${versao}"`],
    ['any', () => '*'],
  ])('takes an If-Match that is %s', async (_, write) => {
    const { versao } = await read();
    expect((await put({ ...STORED, nome: 'Outro' }, { 'if-match': write(versao) })).status).toBe(200);
  });

  it('is not refused for what no client can change', async () => {
    const { versao } = await read();
    await put(STORED);
    expect((await put({ ...STORED, versao })).status).toBe(200);
  });
});
