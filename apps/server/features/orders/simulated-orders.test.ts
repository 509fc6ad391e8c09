import { labels } from '@esteira/db/schema/orders/labels';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { ORDER_ACTIONS } from '@esteira/domain/orders/order-machine';
import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Deps } from '../../core/context';
import { makeProduct, makeUser, type TestUser } from '../../testing/makers';
import { InstrumentedAdapter } from '../../testing/marketplaces/instrumented-adapter';
import { createTestServer, type TestServer } from '../../testing/server';
import { takeStep } from './testing/take-step';

const real = {
  mercadolivre: new InstrumentedAdapter('mercadolivre'),
  amazon: new InstrumentedAdapter('amazon'),
};
/** The operator's server: simulated at first, real after it was started again with credentials. */
const marketplaces: Deps['marketplaces'] = {
  mercadolivre: createSimulatedAdapter('mercadolivre'),
  amazon: createSimulatedAdapter('amazon'),
};
const becomeReal = () => {
  for (const name of MARKETPLACES) marketplaces[name] = real[name].adapter;
};

// Without a queue: whoever asks for a simulated order to be read fails.
let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer({ deps: { marketplaces } });
});
beforeEach(async () => {
  for (const name of MARKETPLACES) marketplaces[name] = createSimulatedAdapter(name);
  user = await makeUser(server);
});
afterAll(() => server.close());

async function sell(marketplace: Marketplace): Promise<string> {
  const { id } = await makeProduct(server, user);
  await server.call('POST', `/api/${marketplace}/publicar/${id}`, { token: user.token });
  await server.call('POST', `/api/${marketplace}/simular-venda/${id}`, { token: user.token });
  return (await server.call('GET', '/api/pedidos?limite=1', { token: user.token })).body[0].id;
}

async function cancel(id: string): Promise<string> {
  const body = { motivo: 'Era um teste' };
  const answer = await server.call('POST', `/api/pedidos/${id}/cancelar`, { token: user.token, body });
  return answer.body.status;
}

it.each(MARKETPLACES)('a simulated order of %s goes on as one when its marketplace is real', async (name) => {
  const [id, other] = [await sell(name), await sell(name)];
  becomeReal();
  for (const action of ['approve', 'sendToSupplier', 'pay', 'markShipped'] as const) {
    expect((await takeStep(server, { user, id, action })).status).toBe(200);
    const { from, to: status } = ORDER_ACTIONS[action];
    const undone = await server.call('POST', '/trpc/orders.undo', {
      token: user.token,
      body: { id, status },
    });
    expect([undone.status, undone.body.result?.data.status], undone.text).toEqual([200, from]);
    expect((await takeStep(server, { user, id, action })).status).toBe(200);
  }
  const [label] = await server.db.select().from(labels).where(eq(labels.pedido_id, id));
  expect(label?.tipo).toBe('application/vnd.esteira.etiqueta+json');
  expect(await cancel(other)).toBe('cancelado');
  expect(real[name].operations).toEqual([]);
});

it('so do many at once', async () => {
  const ids = [await sell('mercadolivre'), await sell('amazon')];
  becomeReal();
  for (const acao of ['aprovar', 'enviar-fornecedor', 'pagar', 'enviado-cliente']) {
    const answer = await server.call('POST', '/api/pedidos/lote', {
      token: user.token,
      body: { acao, ids },
    });
    expect(answer.body.resultados, answer.text).toMatchObject([{ ok: true }, { ok: true }]);
  }
  expect(MARKETPLACES.flatMap((name) => real[name].operations)).toEqual([]);
});

it('so does an example', async () => {
  await server.call('POST', '/trpc/examples.fill', { token: user.token, body: {} });
  becomeReal();
  const { body } = await server.call('GET', '/api/pedidos?status=pendente', { token: user.token });
  expect(body.length).toBeGreaterThan(0);
  for (const { id } of body) expect(await cancel(id)).toBe('cancelado');
});
