import { afterAll, beforeAll, expect, it } from 'vitest';
import { listForReal, makeProduct, makeUser } from '../../../testing/makers';
import { externalOrder, makeParcel } from '../../../testing/marketplaces/external-orders';
import { createTestServer, type TestServer } from '../../../testing/server';
import { receiveOrder } from '../intake/intake';
import { saveParcel } from '../intake/save-parcel';
import { findContradictions } from '../testing/invariants';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

it('a step of the seller and the word that the marketplace sends the order come one after the other', async () => {
  for (let round = 0; round < 8; round += 1) {
    const user = await makeUser(server);
    const product = await makeProduct(server, user, { estoque: 10 });
    const listing = await listForReal(server, user, { id: product.id, marketplace: 'mercadolivre' });
    const order = externalOrder('mercadolivre', { listing, units: 2 });
    await receiveOrder(server.db, { usuarioId: user.id, contaId: 1 }, order);
    const get = async () => (await server.call('GET', '/api/pedidos', { token: user.token })).body[0];
    const { id } = await get();
    const step = (path: string) => server.call('POST', `/api/pedidos/${id}/${path}`, { token: user.token });
    await step('aprovar');
    const told = { ...order, enviado_pelo_marketplace: true };
    const parcel = makeParcel({ situacao: 'aguardando_marketplace', tem_etiqueta: false });
    const reading = { usuarioId: user.id, order: told, parcel, readAt: new Date() };
    const [sent, ...others] = await Promise.all([
      step('enviar-fornecedor'),
      saveParcel(server.db, reading),
      saveParcel(server.db, reading),
      step('entregue'),
    ]);
    expect(others.at(-1)).toMatchObject({ status: 409 });
    expect([200, 409]).toContain(sent.status);
    // Who asked a supplier is told so; who did not has nothing to do.
    expect(await get()).toMatchObject({
      status: 'enviado_cliente',
      enviado_pelo_marketplace: true,
      requer_atencao: sent.status === 200,
    });
    const [{ estoque }] = (await server.call('GET', '/api/produtos', { token: user.token })).body;
    expect(estoque).toBe(10);
    expect(await findContradictions({ server, user })).toEqual([]);
  }
});
