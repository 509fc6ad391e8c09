import { findPostgresFailure } from '@esteira/db/postgres/postgres-errors';
import { orderCosts } from '@esteira/db/schema/orders/order-costs';
import type { CostFact } from '@esteira/domain/profit/facts/cost-fact';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/server';
import { findContradictions } from '../../orders/testing/invariants';
import { sellAsBefore } from '../../orders/testing/sell-before';
import { type CostShop, makeCostShop } from '../testing/cost-shop';
import { correctCosts } from './correct-costs';
import { estimateMissing, estimateOrder } from './estimate-orders';
import { toReversal } from './fact-rows';
import { listFacts } from './stored-facts';

const ROUNDS = 10;

let server: TestServer;
let shop: CostShop;
beforeAll(async () => {
  server = await createTestServer();
  shop = await makeCostShop(server);
});
afterAll(() => server.close());

async function refusal(write: Promise<unknown>): Promise<string> {
  try {
    await write;
  } catch (error) {
    return findPostgresFailure(error)?.constraint ?? String(error);
  }
  return 'accepted';
}

it('of two that take one estimated fact back at once, past every lock, one is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await shop.sell();
    const [fact] = await listFacts(server.db, shop.user.id, [id]);
    if (fact === undefined) throw new Error('the sale wrote no estimate');
    const write = () =>
      server.db.insert(orderCosts).values(toReversal(fact, { usuarioId: shop.user.id, pedidoId: id }));
    const answers = await Promise.all([refusal(write()), refusal(write())]);
    expect(answers.sort()).toEqual(['accepted', 'custos_pedido_estorno_unico']);
  }
});

it('charges that are learnt at once take each estimate back once', async () => {
  shop = await makeCostShop(server);
  for (let round = 0; round < ROUNDS; round += 1) {
    const pedidoId = await shop.sell();
    const charge = (cents: number): CostFact => ({
      ...{ code: 'tarifa_venda', cents, origin: 'api', charged: true, isSelfDelivered: false },
      ...{ ruleId: null, ruleSince: null, missing: null },
    });
    await Promise.all(
      [950, 950, 940].map((cents) =>
        correctCosts(server.db, shop.user.id, [{ pedidoId, facts: [charge(cents)] }]),
      ),
    );
    const facts = await listFacts(server.db, shop.user.id, [pedidoId]);
    const taken = facts.flatMap(({ reverses }) => reverses ?? []);
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken).toContain(facts.find(({ code }) => code === 'tarifa_venda')?.id);
  }
  expect(await findContradictions({ server, user: shop.user })).toEqual([]);
});

it('an order that several estimate at once has one estimate', async () => {
  shop = await makeCostShop(server);
  const { user, produtoId } = shop;
  for (let round = 0; round < ROUNDS; round += 1) {
    const sale = { marketplace: 'mercadolivre', units: 1, hasRows: false } as const;
    const id = (await sellAsBefore(server.db, { usuarioId: user.id, produtoId, ...sale })) ?? '';
    await Promise.all([
      estimateOrder(server.db, user.id, id),
      estimateMissing(server.db, user.id, null),
      estimateOrder(server.db, user.id, id),
    ]);
    expect(await listFacts(server.db, user.id, [id])).toHaveLength(5);
  }
  expect(await findContradictions({ server, user })).toEqual([]);
});
