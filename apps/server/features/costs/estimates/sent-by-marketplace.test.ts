import type { Order } from '@esteira/validators/orders/order';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { externalOrder, makeParcel } from '../../../testing/marketplaces/external-orders';
import { createTestServer, type TestServer } from '../../../testing/server';
import { receiveOrder } from '../../orders/intake/intake';
import { saveParcel } from '../../orders/intake/save-parcel';
import { findContradictions } from '../../orders/testing/invariants';
import { findListing } from '../../publication/listing/listing';
import { makeCostShop } from '../testing/cost-shop';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

/** A seller who brings parcels alone, with an order that Mercado Livre sends from Full; told at once, or later. */
async function sell(isToldLater: boolean) {
  const shop = await makeCostShop(server, { logistica_ml: 'self_service', entrega_propria: 30 });
  const account = { usuarioId: shop.user.id, contaId: 1 };
  const of = { ...account, produtoId: shop.produtoId, marketplace: 'mercadolivre' } as const;
  const listing = (await findListing(server.db, of))?.id_externo ?? '';
  const order = externalOrder('mercadolivre', { listing, enviado_pelo_marketplace: true });
  const known = { ...order, enviado_pelo_marketplace: !isToldLater };
  await receiveOrder(server.db, account, known);
  const parcel = makeParcel({ situacao: 'aguardando_marketplace', tem_etiqueta: false });
  await saveParcel(server.db, { usuarioId: shop.user.id, order, parcel, readAt: new Date() });
  const [sold] = await shop.call<Order[]>('GET', '/api/pedidos');
  if (sold === undefined) throw new Error('the order was not taken in');
  return { ...shop, sold };
}

it.each([false, true])(
  'an order that goes from Full is counted in sales and profit with the freight of Full, told later: %s',
  async (isToldLater) => {
    const { user, sold, costsOf, call } = await sell(isToldLater);
    const { linhas, custos, liquido, preco_venda } = await costsOf(sold.id);
    const amounts = Object.fromEntries(linhas.map(({ codigo, valor }) => [codigo, valor]));
    expect(amounts).toMatchObject({ fornecedor: 30, frete_vendedor: expect.any(Number) });
    expect(amounts['frete_vendedor']).toBeLessThan(30);
    expect(liquido).toBe(Math.round((preco_venda - (custos ?? 0)) * 100) / 100);
    expect(await call('GET', '/trpc/dashboard.months')).toMatchObject({
      meses: [{ vendas: 1, pendentes: 0, receita: 50, lucro: 20 }],
    });
    await call('POST', '/trpc/orders.estimateCosts', {});
    expect((await costsOf(sold.id)).linhas).toEqual(linhas);
    expect(await findContradictions({ server, user })).toEqual([]);
  },
);
