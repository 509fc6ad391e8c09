import { queryRows } from '@esteira/db/database';
import { invoices } from '@esteira/db/schema/orders/invoices';
import { labels } from '@esteira/db/schema/orders/labels';
import { orderAttention } from '@esteira/db/schema/orders/order-attention';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { DAY_MS } from '@esteira/domain/durations';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../../testing/makers';
import { externalOrder, makeParcel } from '../../../testing/marketplaces/external-orders';
import { createTestServer, type TestServer } from '../../../testing/server';
import { saveParcel } from '../intake/save-parcel';
import { insertOrder, type NewOrder } from '../testing/insert-order';
import { eraseOldBuyers } from './erase-buyers';

const DAYS = 30;
const NAME = 'Zuleica Quixadá';
const ADDRESS = 'Rua dos Ipês, 77, Sobral - CE, CEP 62010-000';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
});
beforeEach(async () => {
  user = await makeUser(server);
});
afterAll(() => server.close());

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const erase = () => eraseOldBuyers({ ...server.deps, buyerRetentionDays: DAYS });

/** An order whose status is that old, with everything that can tell of its buyer. */
async function makeOrder(status: NonNullable<NewOrder['status']>, days: number): Promise<string> {
  const id = await insertOrder(server, user, {
    status,
    cliente_nome: NAME,
    cliente_endereco: ADDRESS,
    tem_etiqueta: true,
    criado_em: daysAgo(days + 5),
    terminado_em: daysAgo(days),
  });
  const key = { usuario_id: user.id, pedido_id: id };
  const at = daysAgo(days);
  await server.db.insert(labels).values({ ...key, tipo: 'application/pdf', conteudo: Buffer.from(NAME) });
  const chave = '3'.repeat(44);
  await server.db.insert(invoices).values({ ...key, chave, xml: `<dest>${NAME}</dest>`, status: 'aceita' });
  await server.db.insert(orderShipping).values({
    ...key,
    situacao: 'entregue',
    precisa_nota: false,
    tem_etiqueta: true,
    pode_marcar_enviado: false,
    motivo: `Recebido por ${NAME}`,
    codigo_rastreio: 'BR123',
    mudou_em: at,
    lido_em: at,
  });
  await server.db.insert(orderAttention).values([
    { ...key, codigo: 'devolvido', detalhe: `${NAME} recusou` },
    { ...key, codigo: 'dados_ocultos', detalhe: null },
  ]);
  await server.db.update(orders).set({ terminado_em: at }).where(ofOrder(id));
  return id;
}

const ofOrder = (id: string) => and(eq(orders.usuario_id, user.id), eq(orders.id, id));
const get = async (path: string) => (await server.call('GET', path, { token: user.token })).body;
const details = async (id: string) =>
  (await get(`/trpc/orders.details?input=${encodeURIComponent(JSON.stringify({ id }))}`)).result.data;

/** Every row of the database that still holds one of the words. */
async function findTraces(...words: string[]): Promise<string[]> {
  const tables = await queryRows<{ nome: string }>(
    server.db,
    sql`SELECT table_name::text AS nome FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { nome } of tables) {
    for (const word of [...words, ...words.map((text) => Buffer.from(text).toString('hex'))]) {
      const [row] = await queryRows(
        server.db,
        sql`SELECT 1 AS um FROM ${sql.identifier(nome)} t
            WHERE position(lower(${word}::text) IN lower(t::text)) > 0 LIMIT 1`,
      );
      if (row) found.push(`${nome}: ${word}`);
    }
  }
  return found;
}

it.each(['entregue', 'cancelado'] as const)(
  'nothing tells of the buyer of an order that was %s long enough ago, and its figures stay',
  async (status) => {
    const id = await makeOrder(status, DAYS + 1);
    const before = await get(`/api/pedidos/${id}`);
    const figures = await get('/api/dashboard/stats');
    expect(await get('/api/pedidos?busca=zuleica')).toHaveLength(1);
    expect(await findTraces('zuleica')).not.toEqual([]);
    expect(await erase()).toBe(1);
    expect(await findTraces('zuleica', 'quixad', 'ipês', 'ipes', 'sobral')).toEqual([]);
    const after = await get(`/api/pedidos/${id}`);
    expect(after).toEqual({
      ...before,
      cliente_nome: 'Dados apagados',
      cliente_endereco: 'Dados apagados',
      etiqueta_ml_url: null,
      envio: { ...before.envio, motivo: null, codigo_rastreio: null },
      atencoes: [{ ...before.atencoes[0], mensagem: expect.stringMatching(/^A entrega não foi possível/) }],
      atualizado_em: expect.any(String),
      motivo_atencao: expect.stringMatching(/^A entrega não foi possível/),
    });
    expect(await details(id)).toMatchObject({
      comprador_apagado_em: expect.stringMatching(/^\d{4}-/),
      nfe_apagada: true,
    });
    expect(await get('/api/pedidos?busca=zuleica')).toEqual([]);
    expect(await get(`/api/pedidos?busca=${before.ml_order_id}`)).toHaveLength(1);
    const csv = await server.call('GET', '/api/exportar/pedidos.csv', { token: user.token });
    expect(csv.text).toContain(';Dados apagados;Dados apagados;');
    expect(await get('/api/dashboard/stats')).toEqual(figures);
  },
);

it('an address of its label that somebody kept opens nothing any more', async () => {
  const id = await makeOrder('entregue', DAYS + 1);
  const { etiqueta_ml_url } = await get(`/api/pedidos/${id}`);
  const path = new URL(etiqueta_ml_url).pathname + new URL(etiqueta_ml_url).search;
  expect((await server.call('GET', path)).status).toBe(200);
  await erase();
  expect((await server.call('GET', path)).status).toBe(404);
});

it.each([
  ['entregue', DAYS - 1],
  ['cancelado', DAYS - 1],
  ['enviado_cliente', 10 * DAYS],
  ['pendente', 10 * DAYS],
] as const)('the buyer stays of an order that is %s for %s days', async (status, days) => {
  const id = await makeOrder(status, days);
  await erase();
  expect(await get(`/api/pedidos/${id}`)).toMatchObject({ cliente_nome: NAME, cliente_endereco: ADDRESS });
  expect(await details(id)).toMatchObject({ comprador_apagado_em: null, nfe_apagada: false });
});

it('a late reading of the marketplace does not bring the buyer back', async () => {
  const id = await makeOrder('entregue', DAYS + 1);
  await erase();
  const [{ ml_order_id } = { ml_order_id: '' }] = await server.db.select().from(orders).where(ofOrder(id));
  const order = externalOrder('mercadolivre', { ml_order_id, cliente_nome: 'Zuleica Tardia' });
  await saveParcel(server.db, {
    usuarioId: user.id,
    order,
    parcel: makeParcel({ situacao: 'entregue', motivo: 'Recebido por Zuleica Tardia' }),
    readAt: new Date(),
  });
  expect(await findTraces('tardia')).toEqual([]);
});

it('many are erased in batches, each once, though several servers do it at once', async () => {
  for (let n = 0; n < 230; n += 1) {
    await insertOrder(server, user, { status: 'entregue', terminado_em: daysAgo(DAYS + 1) });
  }
  const counts = await Promise.all([erase(), erase(), erase()]);
  const late = await erase();
  expect(counts.reduce<number>((sum, count) => sum + (count ?? 0), late ?? 0)).toBe(230);
  const shown: { cliente_nome: string }[] = await get('/api/pedidos');
  expect(new Set(shown.map(({ cliente_nome }) => cliente_nome))).toEqual(new Set(['Dados apagados']));
});
