import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertOrder } from '../features/orders/testing/insert-order';
import { makeProduct, makeSupplier, makeUser, type TestUser, unique } from '../testing/makers';
import { createTestServer, type TestServer } from '../testing/server';

const ML = '2000012345678901';
const AMAZON = '702-1234567-7654321';

let server: TestServer;
let user: TestUser;
let admin: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  [user, admin] = await Promise.all([
    makeUser(server, { nome: 'Zoé da Silva' }),
    makeUser(server, { is_admin: true }),
  ]);
  await insertOrder(server, user, { ml_order_id: ML, cliente_nome: 'João da Silva' });
  await insertOrder(server, user, { ml_order_id: AMAZON, marketplace: 'amazon' });
  await insertOrder(server, user, { ml_order_id: unique('3000') });
  await makeProduct(server, user, { nome: 'Caneca São João', sku: 'CAN-1' });
  await makeProduct(server, user, { nome: 'Outro', sku: 'OUT-1' });
  await makeSupplier(server, user, { nome: 'Atacado São João' });
});
afterAll(() => server.close());

async function count(path: string, busca: string, token = user.token): Promise<number> {
  const answer = await server.call('GET', `/api/${path}?${new URLSearchParams({ busca })}`, { token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.length;
}

/** The texts as they are, with what copying adds to them. */
const copied = (text: string) => [
  text,
  ` ${text} `,
  `${text}\u200b`,
  `\ufeff${text}\u00a0`,
  `\u2068${text}\u2069`,
  `${text}\t\n`,
  text.replace(' ', '\u00a0'),
];

describe('what a screen shows is found', () => {
  it.each([
    ...copied(`Pedido ML: #${ML}`),
    ...copied(`Pedido Amazon: #${AMAZON}`),
    ...[
      `Pedido #${ML}`,
      `Pedido ${ML}`,
      `#${ML}`,
      ML,
      AMAZON,
      `#${AMAZON}`,
      ML.slice(-6),
      `#${ML.slice(-6)}`,
    ],
    ...['702\u20111234567\u20117654321', '2000\u00ad012345678901', 'João\u00a0da Silva', 'joao  da silva'],
  ])('as an order: %j', async (shown) => {
    expect(await count('pedidos', shown)).toBe(1);
  });

  it.each([
    ...copied('SKU CAN-1'),
    'SKU: CAN-1',
    'SKU CAN-1 · Atacado São João',
    'can-1',
    ...copied('São João'),
  ])('as a product: %j', async (shown) => {
    expect(await count('produtos', shown)).toBe(1);
  });

  it.each([...copied('Atacado São João'), 'Sa\u0303o Joa\u0303o'])('as a supplier: %j', async (shown) => {
    expect(await count('fornecedores', shown)).toBe(1);
  });

  it.each(copied('Zoé da Silva'))('as a user: %j', async (shown) => {
    expect(await count('admin/usuarios', shown, admin.token)).toBe(1);
  });
});
