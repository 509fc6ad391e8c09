import { queryRows } from '@esteira/db/database';
import { invoices } from '@esteira/db/schema/orders/invoices';
import { labels } from '@esteira/db/schema/orders/labels';
import { orders } from '@esteira/db/schema/orders/orders';
import { marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import type { OrderStatus } from '@esteira/domain/orders/order-machine';
import { NFE_KEY_WITH_LETTERS, nfeXml } from '@esteira/domain/testing/nfe-sample';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { ShippingState } from '@esteira/marketplaces/port';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../testing/makers';
import {
  createMarketWithOrders,
  externalOrder,
  type MarketWithOrders,
  makeParcel,
} from '../../testing/marketplaces/external-orders';
import { noDeadline } from '../../testing/no-deadline';
import { createTestServer, type TestServer } from '../../testing/server';
import { readOrder } from '../orders/intake/read-job';

const KEY = '35240112345678000195550010000012341123456785';

let server: TestServer;
let ml: MarketWithOrders;
let user: TestUser;

beforeAll(async () => {
  ml = createMarketWithOrders('mercadolivre');
  const amazon = createMarketWithOrders('amazon');
  server = await createTestServer({
    background: { handlers: {} },
    deps: { marketplaces: { mercadolivre: ml.adapter, amazon: amazon.adapter } },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
  ml.answers = {};
  await queryRows(server.db, sql`DELETE FROM tarefas`);
});

/** A real order in this status, whose parcel is as told. */
async function orderWith(parcel: Partial<ShippingState>, status: OrderStatus = 'aprovado') {
  const order = externalOrder('mercadolivre', { pacote_id: '2000002345678901' });
  ml.orders.set(order.ml_order_id, order);
  ml.parcels.set(order.ml_order_id, makeParcel(parcel));
  const key = {
    conta_id: 1,
    usuario_id: user.id,
    marketplace: 'mercadolivre',
    ml_order_id: order.ml_order_id,
  } as const;
  await readOrder(server.deps, key, noDeadline);
  await server.db.update(orders).set({ status }).where(eq(orders.ml_order_id, order.ml_order_id));
  const { body } = await server.call('GET', '/api/pedidos', { token: user.token });
  return { id: body[0].id as string, numero: order.ml_order_id, onScreen: body[0] };
}

const step = (id: string, path: string, body?: object) =>
  server.call('POST', `/api/pedidos/${id}/${path}`, { token: user.token, ...(body && { body }) });

const eraseBuyer = (id: string) =>
  server.db
    .update(orders)
    .set({ cliente_nome: null, cliente_endereco: null, comprador_apagado_em: new Date().toISOString() })
    .where(and(eq(orders.usuario_id, user.id), eq(orders.id, id)));

const readingsEnqueued = async () =>
  (
    await queryRows<{ data: { ml_order_id: string } }>(
      server.db,
      sql`SELECT dados AS data FROM tarefas WHERE tipo = 'order-read'`,
    )
  ).map(({ data }) => data.ml_order_id);

describe('a real order on the wire', () => {
  it('tells its parcel, and why something waits', async () => {
    const { onScreen } = await orderWith({
      situacao: 'aguardando_nota',
      precisa_nota: true,
      tem_etiqueta: false,
      motivo: 'O Mercado Livre espera a NF-e deste pedido.',
    });
    expect(onScreen.envio).toEqual({
      situacao: 'aguardando_nota',
      precisa_nota: true,
      tem_etiqueta: false,
      pode_marcar_enviado: false,
      motivo: 'O Mercado Livre espera a NF-e deste pedido.',
      bloqueio: null,
      transportadora: null,
      codigo_rastreio: null,
      pacote_id: '2000002345678901',
    });
  });
});

describe('handing over to the supplier', () => {
  const bytes = Buffer.from('%PDF-1.4 label');
  const labelOnce = () => {
    let asked = 0;
    ml.answers = {
      getLabel: async () => {
        asked += 1;
        return { ready: true, bytes, mime: 'application/pdf' };
      },
    };
    return () => asked;
  };

  it('fetches the label once, keeps it, and reads the order again', async () => {
    const { id, numero } = await orderWith({});
    const asked = labelOnce();
    const { status, body } = await step(id, 'enviar-fornecedor');
    expect([status, body.status]).toEqual([200, 'enviado_fornecedor']);
    for (let opened = 0; opened < 2; opened += 1) {
      const url = new URL(body.etiqueta_ml_url);
      expect((await server.call('GET', url.pathname + url.search)).text).toBe('%PDF-1.4 label');
    }
    expect(asked()).toBe(1);
    expect(await readingsEnqueued()).toEqual([numero]);
  });

  it('of one of several accounts names it where the label needs it connected again', async () => {
    const { id } = await orderWith({});
    const lost = new AdapterError(
      'reconnect_required',
      'Conecte sua conta Mercado Livre na página Integrações.',
    );
    ml.answers = { getLabel: async () => Promise.reject(lost) };
    const ask = async () => (await step(id, 'enviar-fornecedor')).body.detail;
    expect(await ask()).toBe(lost.message);
    const account = { usuario_id: user.id, marketplace: 'mercadolivre' } as const;
    await server.db.insert(marketplaceAccounts).values({ ...account, id: 2 });
    await server.db
      .update(marketplaceAccounts)
      .set({ nome: 'Loja A' })
      .where(and(eq(marketplaceAccounts.usuario_id, user.id), eq(marketplaceAccounts.id, 1)));
    expect(await ask()).toBe('Reconecte Loja A para imprimir.');
  });

  it('waits with the reason while there is no label, and goes on once there is', async () => {
    const { id } = await orderWith({ situacao: 'aguardando_marketplace', tem_etiqueta: false });
    const motivo = 'O Mercado Livre libera a etiqueta em 25/11/2026.';
    ml.answers = { getLabel: async () => ({ ready: false, motivo }) };
    const refused = await step(id, 'enviar-fornecedor');
    expect([refused.status, refused.body.detail]).toEqual([409, motivo]);
    labelOnce();
    expect((await step(id, 'enviar-fornecedor')).status).toBe(200);
  });

  it.each(['envio_proprio', 'enviado'] as const)(
    'needs no label for a parcel that is %s',
    async (situacao) => {
      const { id } = await orderWith({ situacao, tem_etiqueta: false });
      ml.answers = { getLabel: async () => ({ ready: false, motivo: 'Não há etiqueta.' }) };
      const { status, body } = await step(id, 'enviar-fornecedor');
      expect([status, body.status, body.etiqueta_ml_url]).toEqual([200, 'enviado_fornecedor', null]);
      expect(await server.db.select().from(labels).where(eq(labels.pedido_id, id))).toEqual([]);
    },
  );
});

it('what is done for one order of a pack is read for all of them', async () => {
  const other = await orderWith({});
  const { id, numero } = await orderWith({});
  ml.answers = {
    getLabel: async () => ({ ready: true, bytes: Buffer.from('%PDF'), mime: 'application/pdf' }),
  };
  await step(id, 'enviar-fornecedor');
  expect((await readingsEnqueued()).sort()).toEqual([numero, other.numero].sort());
});

describe('marking as shipped', () => {
  const envio = { transportadora: 'Correios', codigo_rastreio: 'AA123456789BR' };

  /** What the marketplace is told of shipments. */
  function hearShipments(): unknown[] {
    const told: unknown[] = [];
    ml.answers = {
      markShipped: async (_ctx, _order, shipment) => {
        told.push(shipment);
        return 'done';
      },
    };
    return told;
  }

  it('passes carrier and code on where the seller’s own carrier brings it, and shows them', async () => {
    const { id } = await orderWith({ situacao: 'envio_proprio', pode_marcar_enviado: true }, 'pago');
    const told = hearShipments();
    expect((await step(id, 'enviado-cliente', envio)).body).toMatchObject({
      status: 'enviado_cliente',
      envio,
    });
    expect(told).toEqual([envio]);
  });

  it('passes the code of an order on whose buyer was erased, and stores it not', async () => {
    const { id, numero } = await orderWith({ situacao: 'envio_proprio', pode_marcar_enviado: true }, 'pago');
    await eraseBuyer(id);
    const told = hearShipments();
    expect((await step(id, 'enviado-cliente', envio)).body).toMatchObject({
      status: 'enviado_cliente',
      envio: { codigo_rastreio: null },
    });
    expect(told).toEqual([envio]);
    expect(await readingsEnqueued()).toEqual([numero]);
  });

  it('waits for the carrier where only its scan counts', async () => {
    const { id, numero } = await orderWith({ situacao: 'etiqueta_impressa' }, 'pago');
    ml.answers = { markShipped: async () => 'observed_by_marketplace' };
    const refused = await step(id, 'enviado-cliente');
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'O Mercado Livre marca este pedido como enviado quando a transportadora recebe o pacote',
    ]);
    ml.parcels.set(numero, makeParcel({ situacao: 'coletado' }));
    expect((await step(id, 'enviado-cliente')).body.status).toBe('enviado_cliente');
  });
});

describe('the NF-e', () => {
  const WAITING = { situacao: 'aguardando_nota', precisa_nota: true, tem_etiqueta: false } as const;
  const submit = (id: string, xml = nfeXml(KEY), { token } = user) =>
    server.call('POST', '/trpc/orders.submitInvoice', { token, body: { id, xml } });
  const kept = (id: string) => server.db.select().from(invoices).where(eq(invoices.pedido_id, id));

  it.each([KEY, NFE_KEY_WITH_LETTERS])(
    'is stored and handed in as it is, and the order is read again: %s',
    async (key) => {
      const { id, numero } = await orderWith(WAITING);
      const handedIn: string[] = [];
      ml.answers = {
        submitInvoice: async (_ctx, order, xml) => {
          handedIn.push(`${order.ml_order_id} ${xml}`);
          return { status: 'accepted' };
        },
      };
      expect((await submit(id, nfeXml(key))).status).toBe(200);
      expect(handedIn).toEqual([`${numero} ${nfeXml(key)}`]);
      expect(await kept(id)).toMatchObject([
        { chave: key, status: 'aceita', motivo: null, xml: nfeXml(key) },
      ]);
      expect(await readingsEnqueued()).toEqual([numero]);
    },
  );

  it('of an order whose buyer was erased is handed in, and nothing of it is stored that tells of the buyer', async () => {
    const { id } = await orderWith(WAITING);
    await eraseBuyer(id);
    const handedIn: string[] = [];
    ml.answers = {
      submitInvoice: async (_ctx, _order, xml) => {
        handedIn.push(xml);
        return { status: 'accepted' };
      },
    };
    expect((await submit(id)).status).toBe(200);
    expect(handedIn).toEqual([nfeXml(KEY)]);
    expect(await kept(id)).toMatchObject([{ chave: KEY, status: 'aceita', xml: '' }]);
  });

  it('that the marketplace refuses is told with the reason, and may be replaced', async () => {
    const { id } = await orderWith(WAITING);
    const motivo = 'Esta NF-e já foi usada em outro envio.';
    ml.answers = { submitInvoice: async () => ({ status: 'error', motivo }) };
    const refused = await submit(id);
    expect([refused.status, refused.body.error.message]).toEqual([409, motivo]);
    expect(await kept(id)).toMatchObject([{ status: 'recusada', motivo }]);
    ml.answers = { submitInvoice: async () => ({ status: 'processing' }) };
    expect((await submit(id)).status).toBe(200);
    expect(await kept(id)).toMatchObject([{ status: 'processando', motivo: null }]);
  });

  it('that is none is refused before it is sent', async () => {
    const { id } = await orderWith(WAITING);
    const refused = await submit(id, nfeXml(KEY, { ambiente: '2' }));
    expect([refused.status, refused.body.error.data.erros]).toEqual([
      422,
      [{ campo: 'xml', mensagem: expect.stringContaining('homologação') }],
    ]);
    expect(await kept(id)).toEqual([]);
  });

  it('is not taken for an order that waits for none, nor from another seller', async () => {
    const { id } = await orderWith({});
    expect((await submit(id)).status).toBe(409);
    expect((await submit(id, nfeXml(KEY), await makeUser(server))).status).toBe(404);
  });
});
