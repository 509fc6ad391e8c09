import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct, makeSupplier, makeUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

it('a supplier cannot be deleted while it has products', async () => {
  const user = await makeUser(server);
  const supplier = await makeSupplier(server, user);
  const product = await makeProduct(server, user, { fornecedor_id: supplier.id });
  const refused = await server.call('DELETE', `/api/fornecedores/${supplier.id}`, { token: user.token });
  expect([refused.status, refused.body.detail]).toEqual([409, 'Fornecedor possui 1 produto(s) vinculado(s)']);
  await server.call('DELETE', `/api/produtos/${product.id}`, { token: user.token });
  const done = await server.call('DELETE', `/api/fornecedores/${supplier.id}`, { token: user.token });
  expect(done.status).toBe(204);
  expect((await server.call('GET', '/api/fornecedores', { token: user.token })).body).toEqual([]);
});

it('suppliers are created, changed and read with empty optional fields as null', async () => {
  const user = await makeUser(server);
  const created = await server.call('POST', '/api/fornecedores', {
    token: user.token,
    body: { nome: '  Distribuidora Ltda ', email: 'Vendas@Exemplo.com.br', telefone: '', contato: null },
  });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.any(String),
    nome: 'Distribuidora Ltda',
    email: 'vendas@exemplo.com.br',
    telefone: null,
    contato: null,
    dados_pagamento: null,
    versao: expect.any(String),
  });
  const changed = await server.call('PUT', `/api/fornecedores/${created.body.id}`, {
    token: user.token,
    body: { nome: 'Outra', dados_pagamento: 'Pix' },
  });
  expect(changed.body).toMatchObject({ nome: 'Outra', dados_pagamento: 'Pix', email: null });
  expect((await server.call('GET', '/api/fornecedores', { token: user.token })).body).toEqual([changed.body]);
});
