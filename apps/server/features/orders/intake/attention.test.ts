import { queryRows } from '@esteira/db/database';
import type { ExternalOrder } from '@esteira/marketplaces/port';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listForReal, makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import {
  createMarketWithOrders,
  externalOrder,
  type MarketWithOrders,
  makeParcel,
} from '../../../testing/marketplaces/external-orders';
import { noDeadline } from '../../../testing/no-deadline';
import { createTestServer, type TestServer } from '../../../testing/server';
import { openReason } from '../testing/hold-order';
import { findContradictions } from '../testing/invariants';
import { cancelOrder } from './intake';
import { readOrder } from './read-job';

const FRAUD = 'O Mercado Livre suspeita de fraude neste pedido: não envie.';
const OVERSOLD = 'Venda acima do estoque disponível';
const UNKNOWN = 'Anúncio não encontrado na Esteira';

let server: TestServer;
let ml: MarketWithOrders;
let amazon: MarketWithOrders;
let user: TestUser;
let now: Date;

beforeAll(async () => {
  ml = createMarketWithOrders('mercadolivre');
  amazon = createMarketWithOrders('amazon');
  server = await createTestServer({
    background: { handlers: {} },
    deps: { clock: () => now, marketplaces: { mercadolivre: ml.adapter, amazon: amazon.adapter } },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  now = new Date();
  user = await makeUser(server);
  amazon.answers = {};
  await queryRows(server.db, sql`DELETE FROM tarefas`);
});

/** Lets the marketplace hold this and reads it, as a job does; answers the order as the screen gets it. */
async function read(order: ExternalOrder, parcel = makeParcel()) {
  const { marketplace, ml_order_id } = order;
  const market = marketplace === 'amazon' ? amazon : ml;
  market.orders.set(ml_order_id, order);
  market.parcels.set(ml_order_id, parcel);
  await readOrder(server.deps, { conta_id: 1, usuario_id: user.id, marketplace, ml_order_id }, noDeadline);
  return firstOrder();
}

async function firstOrder() {
  return (await server.call('GET', '/api/pedidos', { token: user.token })).body[0];
}

const codes = (order: { atencoes: { codigo: string }[] }) => order.atencoes.map(({ codigo }) => codigo);

const later = (order: ExternalOrder, fields: Partial<ExternalOrder>): ExternalOrder => ({
  ...order,
  atualizado_em: new Date(order.atualizado_em.getTime() + 60_000),
  ...fields,
});

async function listed(estoque: number) {
  const product = await makeProduct(server, user, { estoque });
  const listing = await listForReal(server, user, { id: product.id, marketplace: 'mercadolivre' });
  return { ...product, listing };
}

it('an order that is cancelled asks no more for product, listing or buyer, but what a supplier was asked for stays', async () => {
  const { listing } = await listed(0);
  const [item] = externalOrder('mercadolivre', { listing }).itens;
  if (item === undefined) throw new Error('an order has an item');
  const sale = externalOrder('mercadolivre', { itens: [item, { ...item, id_externo: 'MLB404' }] });
  const { id: pedidoId } = await read(sale);
  for (const codigo of ['dados_ocultos', 'pedido_alterado'] as const)
    await openReason(server, user, { pedidoId, codigo });
  expect(codes(await firstOrder())).toHaveLength(4);
  await cancelOrder(server.db, user.id, sale);
  expect(await firstOrder()).toMatchObject({ status: 'cancelado', requer_atencao: true });
  expect(codes(await read(later(sale, { situacao: 'cancelado' })))).toEqual(['pedido_alterado']);
  expect(await findContradictions({ server, user })).toEqual([]);
});

describe('a suspicion of fraud', () => {
  it('for which the order was cancelled asks for nothing any more', async () => {
    const { listing } = await listed(5);
    const sale = externalOrder('mercadolivre', { listing, motivo_bloqueio: FRAUD });
    expect(codes(await read(sale))).toEqual(['bloqueado']);
    await cancelOrder(server.db, user.id, sale);
    expect(await firstOrder()).toMatchObject({ status: 'cancelado', requer_atencao: false });
  });

  it('that is lifted leaves an oversold order flagged as oversold', async () => {
    const { listing } = await listed(0);
    const sale = externalOrder('mercadolivre', { listing, motivo_bloqueio: FRAUD });
    const flagged = await read(sale);
    expect(codes(flagged)).toEqual(['bloqueado', 'sem_estoque']);
    expect(flagged.motivo_atencao).toBe(`${FRAUD} ${OVERSOLD}`);
    const [, since] = flagged.atencoes;
    const lifted = await read(later(sale, { motivo_bloqueio: null }));
    expect(lifted).toMatchObject({ requer_atencao: true, motivo_atencao: OVERSOLD });
    expect(lifted.atencoes).toEqual([{ codigo: 'sem_estoque', mensagem: OVERSOLD, desde: since.desde }]);
  });

  it('that is lifted leaves an order of an unknown listing flagged as such', async () => {
    const sale = externalOrder('mercadolivre', { listing: 'MLB404', motivo_bloqueio: FRAUD });
    expect(codes(await read(sale))).toEqual(['bloqueado', 'sem_anuncio']);
    const lifted = await read(later(sale, { motivo_bloqueio: null }));
    expect(lifted).toMatchObject({ requer_atencao: true, motivo_atencao: UNKNOWN });
  });

  it('that comes later is raised beside the reason that is there already', async () => {
    const sale = externalOrder('mercadolivre', { listing: 'MLB404' });
    expect(codes(await read(sale))).toEqual(['sem_anuncio']);
    const flagged = await read(later(sale, { motivo_bloqueio: FRAUD }));
    expect(flagged.motivo_atencao).toBe(`${FRAUD} ${UNKNOWN}`);
    const stopped = await server.call('POST', `/api/pedidos/${flagged.id}/aprovar`, { token: user.token });
    expect([stopped.status, stopped.body.detail]).toEqual([409, FRAUD]);
  });

  it('comes and goes on an order of several items, whose list stays', async () => {
    const [first, second] = [await listed(5), await listed(5)];
    const sale = externalOrder('mercadolivre', { motivo_bloqueio: FRAUD });
    const listings = [first.listing, second.listing, 'MLB404'];
    sale.itens = listings.map((id_externo) => ({ ...makeItem(sale), id_externo }));
    const list = `Anúncio não encontrado na Esteira: ${sale.itens[2]?.titulo}.`;
    expect((await read(sale)).motivo_atencao).toBe(`${FRAUD} ${list}`);
    const lifted = await read(later(sale, { motivo_bloqueio: null }));
    expect(lifted).toMatchObject({ requer_atencao: true, motivo_atencao: list });
    const again = later(later(sale, {}), { motivo_bloqueio: FRAUD });
    expect(codes(await read(again))).toEqual(['bloqueado', 'sem_anuncio']);
  });
});

function makeItem({ itens: [item] }: ExternalOrder) {
  if (item === undefined) throw new Error('an order has items');
  return item;
}

it('a parcel that comes back is flagged, also where the marketplace gives no reason', async () => {
  const { listing } = await listed(5);
  const sale = externalOrder('mercadolivre', { listing });
  await read(sale);
  const back = await read(later(sale, {}), makeParcel({ situacao: 'devolvido', motivo: null }));
  expect(codes(back)).toEqual(['devolvido']);
  expect(back.motivo_atencao).toBe('A entrega não foi possível e o pacote volta ao remetente.');
});

it.each(['mercadolivre', 'amazon'] as const)(
  'a parcel that comes back from %s is the seller’s to receive, whatever is cancelled',
  async (marketplace) => {
    const sale = externalOrder(marketplace, { listing: 'MLB404' });
    await read(sale);
    const back = makeParcel({ situacao: 'devolvido', motivo: 'Voltou.' });
    await read(later(sale, {}), back);
    const cancelled = later(later(sale, {}), { situacao: 'cancelado' });
    const shown = await read(cancelled, back);
    expect(shown).toMatchObject({ status: 'cancelado', envio: { situacao: 'devolvido', motivo: 'Voltou.' } });
    expect(codes(shown)).toEqual(['devolvido']);
    // Amazon says of a cancelled order nothing else, and a parcel of Mercado Livre may be hidden by then.
    expect(codes(await read(later(cancelled, {}), makeParcel({ situacao: 'cancelado' })))).toEqual([
      'devolvido',
    ]);
    const body = { id: shown.id, codigo: 'devolvido' };
    await server.call('POST', '/trpc/orders.liftAttention', { token: user.token, body });
    expect(codes(await read(later(later(cancelled, {}), {}), makeParcel({ situacao: 'cancelado' })))).toEqual(
      [],
    );
  },
);

it('an older reading raises and lifts nothing', async () => {
  const { listing } = await listed(5);
  const sale = externalOrder('mercadolivre', { listing });
  await read(later(sale, { motivo_bloqueio: FRAUD }));
  expect(codes(await read(sale))).toEqual(['bloqueado']);
});

describe('a hidden buyer', () => {
  const hidden = { cliente_nome: null, cliente_endereco: null };

  const own = makeParcel({ situacao: 'envio_proprio', tem_etiqueta: false, pode_marcar_enviado: true });

  it('is a reason from the moment when the seller’s own parcel can go until the marketplace tells who it is', async () => {
    const { listing } = await listed(5);
    const sale = externalOrder('mercadolivre', { listing, ...hidden });
    const early = await read(sale, makeParcel({ situacao: 'aguardando_marketplace' }));
    expect(early).toMatchObject({ requer_atencao: false, cliente_nome: 'Não informado pelo marketplace' });
    expect(codes(await read(later(sale, {}), own))).toEqual(['dados_ocultos']);
    const told = later(later(sale, {}), { cliente_nome: 'Ana', cliente_endereco: 'Rua B, 2' });
    expect(await read(told, own)).toMatchObject({ requer_atencao: false, cliente_nome: 'Ana', atencoes: [] });
  });

  it.each([
    'aguardando_nota',
    'etiqueta_pronta',
    'etiqueta_impressa',
    'coletado',
    'enviado',
    'devolvido',
  ] as const)(
    'is none where the marketplace’s label bears the address, and holds no order back: %s',
    async (situacao) => {
      const { listing } = await listed(5);
      const sale = externalOrder('mercadolivre', { listing, ...hidden });
      await read(sale, own);
      const order = await read(later(sale, {}), makeParcel({ situacao, motivo: null }));
      expect(codes(order)).toEqual(situacao === 'devolvido' ? ['devolvido'] : []);
    },
  );

  it('whose address the seller has is asked for no more, however often the order is read', async () => {
    const { listing } = await listed(5);
    const sale = externalOrder('mercadolivre', { listing, ...hidden });
    const { id, atencoes } = await read(sale, own);
    expect(codes({ atencoes })).toEqual(['dados_ocultos']);
    expect(codes(await read(later(sale, {}), own))).toEqual(['dados_ocultos']);
    const body = { id, codigo: 'dados_ocultos' };
    await server.call('POST', '/trpc/orders.liftAttention', { token: user.token, body });
    expect(codes(await read(later(later(sale, {}), {}), own))).toEqual([]);
  });

  it('whose name is a sentence of ours is no hidden buyer', async () => {
    const { listing } = await listed(5);
    const name = 'Não informado pelo marketplace';
    const sale = externalOrder('mercadolivre', { listing, cliente_nome: name, cliente_endereco: name });
    expect(await read(sale)).toMatchObject({ requer_atencao: false });
    const renamed = await read(later(sale, { cliente_nome: 'Ana', cliente_endereco: 'Rua B, 2' }));
    expect(renamed).toMatchObject({ requer_atencao: false, cliente_nome: 'Ana' });
  });
});

describe('a shipment that was confirmed and is not shown', () => {
  const OWN = makeParcel({ situacao: 'envio_proprio', tem_etiqueta: false, pode_marcar_enviado: true });
  const carrier = { transportadora: 'Correios', codigo_rastreio: 'AA123456789BR' };

  async function shipped(told: string[]) {
    amazon.answers = {
      markShipped: async (_ctx, { ml_order_id }, { codigo_rastreio }) => {
        told.push(`${ml_order_id} ${codigo_rastreio}`);
        return 'done';
      },
    };
    const product = await makeProduct(server, user, { estoque: 5 });
    const listing = await listForReal(server, user, { id: product.id, marketplace: 'amazon' });
    const sale = externalOrder('amazon', { listing });
    const { id } = await read(sale, OWN);
    await queryRows(server.db, sql`UPDATE pedidos SET status = 'pago' WHERE id = ${id}::uuid`);
    const body = carrier;
    const answer = await server.call('POST', `/api/pedidos/${id}/enviado-cliente`, {
      token: user.token,
      body,
    });
    expect(answer.body.status).toBe('enviado_cliente');
    return sale;
  }

  const minutesLater = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };

  it('is told once more after five minutes, then flagged, until it is shown', async () => {
    const told: string[] = [];
    const sale = await shipped(told);
    const once = `${sale.ml_order_id} ${carrier.codigo_rastreio}`;
    await read(sale, OWN);
    expect(told).toEqual([once]);
    minutesLater(6);
    await Promise.all([read(sale, OWN), read(sale, OWN)]);
    expect(told).toEqual([once, once]);
    expect((await firstOrder()).requer_atencao).toBe(false);
    minutesLater(6);
    expect(codes(await read(sale, OWN))).toEqual(['envio_nao_confirmado']);
    expect(told).toHaveLength(2);
    const shown = await read(later(sale, { situacao: 'enviado' }), makeParcel({ situacao: 'enviado' }));
    expect(shown).toMatchObject({ requer_atencao: false, atencoes: [] });
  });

  it('is looked at when its time is over, whatever reads it before', async () => {
    const sale = await shipped([]);
    await queryRows(server.db, sql`DELETE FROM tarefas`);
    await read(sale, OWN);
    const [job] = await queryRows<{ after: number }>(
      server.db,
      sql`SELECT extract(epoch FROM devida_em - now())::int AS after FROM tarefas
          WHERE tipo = 'order-read' AND dados->>'ml_order_id' = ${sale.ml_order_id}::text`,
    );
    expect(job?.after).toBeGreaterThan(240);
    expect(job?.after).toBeLessThanOrEqual(300);
  });
});

it('a parcel that the seller has received back asks no more, however often it is read', async () => {
  const { listing } = await listed(5);
  const sale = externalOrder('mercadolivre', { listing });
  await read(sale);
  const parcel = makeParcel({ situacao: 'devolvido', motivo: 'Voltou.' });
  const back = await read(later(sale, {}), parcel);
  expect(codes(back)).toEqual(['devolvido']);
  const body = { id: back.id, codigo: 'devolvido' };
  await server.call('POST', '/trpc/orders.liftAttention', { token: user.token, body });
  expect(codes(await read(later(later(sale, {}), {}), parcel))).toEqual([]);
});
