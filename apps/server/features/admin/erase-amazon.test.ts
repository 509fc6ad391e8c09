import { runs } from '@esteira/config/vitest/runs';
import { adminActs } from '@esteira/db/schema/accounts/admin-acts';
import { orders } from '@esteira/db/schema/orders/orders';
import { disconnections } from '@esteira/db/schema/platform/disconnections';
import { insertOrders } from '@esteira/db/testing/insert-orders';
import { MINUTE_MS } from '@esteira/domain/durations';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPassword } from '../../core/security/passwords';
import { connectAccount } from '../../testing/accounts/accounts';
import { PASSWORD } from '../../testing/accounts/two-step';
import { makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { eraseDisconnectedBuyers } from '../orders/buyers/disconnected-buyers';
import { insertOrder } from '../orders/testing/insert-order';

let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  admin = await makeUser(server, { is_admin: true, senha_hash: await hashPassword(PASSWORD) });
});
afterAll(() => server.close());

const motivo = 'A Amazon pediu';
const erase = (fields: object) =>
  server.call('POST', '/trpc/admin.eraseAmazonBuyers', {
    token: admin.token,
    body: { senha_atual: PASSWORD, codigo: null, todos: false, email: null, motivo, ...fields },
  });
const look = (minutes = 0) =>
  eraseDisconnectedBuyers({ db: server.db, clock: () => new Date(Date.now() + minutes * MINUTE_MS) });
const countKept = (user: TestUser) =>
  server.db.$count(orders, and(eq(orders.usuario_id, user.id), isNull(orders.comprador_apagado_em)));
const actsOn = async (user: TestUser | null) =>
  (await server.db.select().from(adminActs))
    .filter(({ ato, alvo_id }) => ato === 'compradores_apagados' && alvo_id === (user?.id ?? null))
    .map(({ detalhe }) => detalhe);

it('an admin has the buyers of one seller erased, in batches, and what is sold afterwards stays', async () => {
  const [one, other] = [await makeUser(server), await makeUser(server)];
  await connectAccount(server, one, { marketplace: 'amazon' });
  for (let n = 0; n < 120; n += 1) await insertOrder(server, one, { marketplace: 'amazon', status: 'pago' });
  await insertOrder(server, one, { marketplace: 'mercadolivre', status: 'pago' });
  await insertOrder(server, other, { marketplace: 'amazon', status: 'pago' });
  const answer = await erase({ email: one.email });
  expect(answer.body.result.data).toEqual({ pedidos: 120 });
  const criado_em = new Date(Date.now() + MINUTE_MS).toISOString();
  await insertOrder(server, one, { marketplace: 'amazon', criado_em });
  expect(await look()).toBe(120);
  await look(10);
  expect([await countKept(one), await countKept(other)]).toEqual([2, 1]);
  expect(await actsOn(one)).toEqual([motivo]);
  expect(await server.db.$count(disconnections, eq(disconnections.usuario_id, one.id))).toBe(0);
});

it('of thousands in short transactions, finished by the next look where a server was killed', {
  timeout: 60_000,
}, async () => {
  const user = await makeUser(server);
  await connectAccount(server, user, { marketplace: 'amazon' });
  const total = runs(5_000);
  const order = {
    ...({ usuario_id: user.id, marketplace: 'amazon', status: 'pago', produto_nome: 'Caneca' } as const),
    ...{ fornecedor_nome: 'Atacado', quantidade: 1, preco_venda: 59.9, preco_fornecedor: 25 },
    ...{ cliente_nome: 'Cliente', cliente_endereco: 'Rua A, 1' },
  };
  for (let from = 0; from < total; from += 500) {
    const numbers = Array.from({ length: 500 }, (_, n) => ({ ...order, ml_order_id: `M-${from + n}` }));
    await insertOrders(server.db, numbers);
  }
  expect((await erase({ email: user.email })).body.result.data).toEqual({ pedidos: total });
  const batches: unknown[] = [];
  const db = new Proxy(server.db, {
    get(target, name, receiver) {
      if (name !== 'transaction') return Reflect.get(target, name, receiver);
      if (batches.length === 5) throw new Error('killed');
      return async (...given: Parameters<typeof target.transaction>) => {
        batches.push(await target.transaction(...given));
        return batches.at(-1);
      };
    },
  });
  const clock = () => new Date();
  await expect(eraseDisconnectedBuyers({ db, clock })).rejects.toThrow('killed');
  expect([batches, await countKept(user)]).toEqual([Array(5).fill(100), total - 500]);
  expect(await look()).toBe(total - 500);
  expect(await countKept(user)).toBe(0);
});

it('of all sellers, where that is said', async () => {
  const users = [await makeUser(server), await makeUser(server)];
  for (const user of users) await insertOrder(server, user, { marketplace: 'amazon', status: 'pago' });
  expect((await erase({ todos: true })).status).toBe(200);
  await look();
  expect(await Promise.all(users.map(countKept))).toEqual([0, 0]);
  expect(await actsOn(null)).toEqual([`Todas as contas: ${motivo}`]);
});

it.each([
  ['a wrong password', { senha_atual: 'errada', todos: true }, 'senha_atual'],
  ['no seller named', {}, 'email'],
  ['somebody and all', { todos: true, email: 'ana@exemplo.com.br' }, 'email'],
  ['an unknown seller', { email: 'ninguem@exemplo.com.br' }, 'email'],
  ['no reason', { todos: true, motivo: '' }, 'motivo'],
])('with %s nothing happens', async (_, fields, campo) => {
  const user = await makeUser(server);
  await insertOrder(server, user, { marketplace: 'amazon', status: 'pago' });
  const answer = await erase(fields);
  expect([answer.status, answer.body.error.data.erros[0].campo]).toEqual([422, campo]);
  await look();
  expect(await countKept(user)).toBe(1);
});

it('a mistyped seller counts as no wrong code, however often', async () => {
  const answers: number[] = [];
  for (let time = 0; time < 11; time += 1)
    answers.push((await erase({ email: 'ninguem@exemplo.com.br' })).status);
  expect(answers).toEqual(Array(11).fill(422));
});
