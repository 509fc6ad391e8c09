import { ATTENTION_CODES, HOLDING_CODES } from '@esteira/domain/orders/order-attention';
import type { OrderStepName } from '@esteira/domain/orders/order-bulk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import {
  callProcedure,
  makeOrderAfter,
  makeOrderOfSeveral,
  makeShop,
  stepPart,
} from '../../purchasing/testing/orders';
import { openReason } from '../testing/hold-order';
import { findContradictions } from '../testing/invariants';
import { takeStep } from '../testing/take-step';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function bulk(user: TestUser, acao: OrderStepName, ids: string[], more: object = {}) {
  const body = { acao, ids, ...more };
  const { body: answer } = await server.call('POST', '/api/pedidos/lote', { token: user.token, body });
  return answer.resultados.map(({ ok, status, detail }: Record<string, unknown>) => [ok, status, detail]);
}

const FRAUD = 'O marketplace suspeita de fraude neste pedido: não envie.';
const STEPS = [
  ['aprovar', 'pendente', 'aprovado'],
  ['enviar-fornecedor', 'aprovado', 'enviado_fornecedor'],
  ['pagar', 'enviado_fornecedor', 'pago'],
  ['enviado-cliente', 'pago', 'enviado_cliente'],
  ['entregue', 'enviado_cliente', 'entregue'],
] as const;

it('every bulk step leaves out an order that is held back, names why, and takes it where it is meant', async () => {
  const user = await makeUser(server);
  const shop = await makeShop(server, user);
  for (const [steps, [acao, from, to]] of STEPS.entries()) {
    const [held, free] = [
      await makeOrderAfter(server, user, { ...shop, steps }),
      await makeOrderAfter(server, user, { ...shop, steps }),
    ];
    await openReason(server, user, { pedidoId: held, codigo: 'bloqueado', detalhe: FRAUD });
    expect(await bulk(user, acao, [held, free])).toEqual([
      [false, from, `Requer atenção: ${FRAUD}`],
      [true, to, undefined],
    ]);
    expect(await bulk(user, acao, [held], { incluir_atencao: true })).toEqual([[true, to, undefined]]);
    expect(await bulk(user, acao, [held])).toEqual([[false, to, expect.stringMatching(/./)]]);
  }
  expect(await findContradictions({ server, user })).toEqual([]);
});

it.each(ATTENTION_CODES)('a reason %s holds an order back exactly where it says so', async (codigo) => {
  const user = await makeUser(server);
  const id = await makeOrderAfter(server, user, { ...(await makeShop(server, user)), steps: 0 });
  await openReason(server, user, { pedidoId: id, codigo });
  const isHolding = HOLDING_CODES.some((code) => code === codigo);
  const { data } = await callProcedure(server, user, { path: 'orders.choose', input: {} });
  expect(data.itens[0].retido?.codigo ?? null).toBe(isHolding ? codigo : null);
  expect((await bulk(user, 'aprovar', [id]))[0]?.[0]).toBe(!isHolding);
});

it('a single step of an order that is held back works as documented', async () => {
  const user = await makeUser(server);
  const id = await makeOrderAfter(server, user, { ...(await makeShop(server, user)), steps: 0 });
  await openReason(server, user, { pedidoId: id, codigo: 'bloqueado', detalhe: FRAUD });
  for (const action of ['approve', 'sendToSupplier', 'pay', 'markShipped', 'markDelivered'] as const)
    expect((await takeStep(server, { user, id, action })).status).toBe(200);
});

it("a supplier's part of an order that is held back stays, the last one too", async () => {
  const user = await makeUser(server);
  const [a, b] = [await makeShop(server, user), await makeShop(server, user)];
  const id = await makeOrderOfSeveral(server, user, { products: [a.product, b.product] });
  await openReason(server, user, { pedidoId: id, codigo: 'devolvido', detalhe: 'Voltou.' });
  const send = { acao: 'enviar-fornecedor', ids: [id] } as const;
  const refused = [[false, 'Requer atenção: Voltou.']];
  expect(await stepPart(server, user, { ...send, supplier: a.supplier })).toEqual(refused);
  const meant = { ...send, incluir_atencao: true };
  expect(await stepPart(server, user, { ...meant, supplier: a.supplier })).toEqual([[true, 'aprovado']]);
  expect(await stepPart(server, user, { ...send, supplier: b.supplier })).toEqual(refused);
  expect(await stepPart(server, user, { ...meant, supplier: b.supplier })).toEqual([
    [true, 'enviado_fornecedor'],
  ]);
});

it('a reason that the seller has seen to is lifted once, by name, and no other with it', async () => {
  const user = await makeUser(server, { nome: 'Marina' });
  const id = await makeOrderAfter(server, user, { ...(await makeShop(server, user)), steps: 0 });
  for (const codigo of ['sem_estoque', 'devolvido'] as const)
    await openReason(server, user, { pedidoId: id, codigo });
  const lift = (codigo: string) =>
    callProcedure(server, user, { path: 'orders.liftAttention', kind: 'mutation', input: { id, codigo } });
  for (let time = 0; time < 2; time += 1) {
    const { data } = await lift('sem_estoque');
    expect(data.atencoes.map((reason: { codigo: string }) => reason.codigo)).toEqual(['devolvido']);
  }
  const { data: history } = await callProcedure(server, user, { path: 'orders.history', input: { id } });
  expect(history.slice(1)).toMatchObject([
    {
      ...{ de: 'pendente', para: 'pendente', ator_nome: 'Marina' },
      motivo: 'Produto da venda acima do estoque disponível',
    },
  ]);
  expect((await lift('devolvido')).data).toMatchObject({ requer_atencao: false, atencoes: [] });
  expect((await lift('bloqueado')).status).toBe(422);
  expect(await findContradictions({ server, user })).toEqual([]);
});
