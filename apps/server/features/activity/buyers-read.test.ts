import { buyersRead } from '@esteira/db/schema/accounts/buyers-read';
import { labels } from '@esteira/db/schema/orders/labels';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@esteira/domain/durations';
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { countBuyersRead } from '../../core/activity/buyers-read';
import { forgetOldActivity } from '../../core/activity/forget-activity';
import { sendEmails } from '../../testing/mail';
import { openMailHarness } from '../../testing/mail-harness';
import { makeMember, makeUser, type TestUser } from '../../testing/makers';
import { insertOrder } from '../orders/testing/insert-order';
import { noteBuyersRead } from './unusual-reading';

/** The beginning of an hour. */
const NOW = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const harness = openMailHarness({ now: () => NOW });
beforeEach(() => harness.server.deps.buyersTally.clear());

const rowsOf = ({ id }: TestUser) =>
  harness.server.db
    .select()
    .from(buyersRead)
    .where(eq(buyersRead.usuario_id, id))
    .orderBy(asc(buyersRead.hora));
const save = () => noteBuyersRead(harness.server.deps);
const ask = (path: string, { token }: { token: string }, input: object = {}) =>
  harness.server.call('GET', `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`, { token });

describe('orders whose buyers are handed out', () => {
  it('add up for each person and key in one row of the hour', async () => {
    const { server } = harness;
    const seller = await makeUser(server);
    const member = await makeMember(server, seller, 'operador');
    const [id] = [await insertOrder(server, seller), await insertOrder(server, seller)];
    const body = { nome: 'ERP', escopos: ['leitura'] };
    const key = await server.call('POST', '/trpc/apiKeys.create', { token: seller.token, body });
    for (let polls = 0; polls < 3; polls += 1) await ask('orders.list', seller);
    expect(await save()).toBe(6);
    expect(await save()).toBe(0);
    await ask('orders.details', seller, { id });
    await ask('orders.list', member, { limite: 1 });
    await server.call('GET', '/api/pedidos', { token: key.body.result.data.chave });
    harness.elapsed = 59 * MINUTE_MS;
    await server.call('GET', '/api/exportar/pedidos.csv', { token: seller.token });
    harness.elapsed = HOUR_MS;
    await ask('orders.get', seller, { id });
    expect(await save()).toBe(1 + 1 + 2 + 2 + 1);
    const hora = new Date(NOW).toISOString();
    const told = (await rowsOf(seller)).map(({ usuario_id: _shop, avisado_em: _told, ...row }) => row);
    expect(told).toEqual(
      expect.arrayContaining([
        { autor_id: seller.id, chave_nome: null, hora, pedidos: 9 },
        { autor_id: member.id, chave_nome: null, hora, pedidos: 1 },
        { autor_id: key.body.result.data.id, chave_nome: 'ERP', hora, pedidos: 2 },
        { autor_id: seller.id, chave_nome: null, hora: new Date(NOW + HOUR_MS).toISOString(), pedidos: 1 },
      ]),
    );
    expect(told).toHaveLength(4);
  });

  it('count in labels and purchases too, and nothing that was refused', async () => {
    const { server } = harness;
    const seller = await makeUser(server);
    const id = await insertOrder(server, seller, { status: 'enviado_fornecedor', tem_etiqueta: true });
    const label = { tipo: 'application/pdf', conteudo: Buffer.from('%PDF-1.4') };
    await server.db.insert(labels).values({ usuario_id: seller.id, pedido_id: id, ...label });
    await server.call('POST', '/api/pedidos/etiquetas', { token: seller.token, body: { ids: [id] } });
    await ask('orders.get', await makeUser(server), { id });
    await ask('orders.counts', seller);
    expect(await save()).toBe(1);
  });

  it('stay counted while the database does not take them', async () => {
    const { deps } = harness.server;
    const seller = await makeUser(harness.server);
    countBuyersRead(deps, { usuarioId: seller.id, autorId: seller.id }, 2);
    const broken = new Proxy(deps.db, {
      get: (target, name, receiver) => (name === 'insert' ? undefined : Reflect.get(target, name, receiver)),
    });
    await expect(noteBuyersRead({ ...deps, db: broken })).rejects.toThrow();
    countBuyersRead(deps, { usuarioId: seller.id, autorId: seller.id }, 3);
    expect(await save()).toBe(5);
  });

  it('are forgotten after twelve months', async () => {
    const { deps } = harness.server;
    const seller = await makeUser(harness.server);
    const row = { usuario_id: seller.id, autor_id: seller.id, pedidos: 1 };
    for (const days of [368, 360])
      await deps.db.insert(buyersRead).values({ ...row, hora: new Date(NOW - days * DAY_MS).toISOString() });
    await forgetOldActivity(deps);
    expect((await rowsOf(seller)).map(({ hora }) => hora)).toEqual([
      new Date(NOW - 360 * DAY_MS).toISOString(),
    ]);
  });
});

describe('an unusual reading', () => {
  /** A shop whose busiest hour had 150 orders, by two people; two days ago and long before. */
  async function makeShop() {
    const seller = await makeUser(harness.server, { criado_em: new Date(NOW - DAY_MS).toISOString() });
    const member = await makeMember(harness.server, seller, 'leitura');
    const at = (days: number) => new Date(NOW - days * DAY_MS).toISOString();
    await harness.server.db.insert(buyersRead).values([
      { usuario_id: seller.id, autor_id: seller.id, hora: at(2), pedidos: 100 },
      { usuario_id: seller.id, autor_id: member.id, hora: at(2), pedidos: 50 },
      { usuario_id: seller.id, autor_id: seller.id, hora: at(31), pedidos: 9_000 },
    ]);
    return { seller, member };
  }
  const read = async (shop: TestUser, who: TestUser, orders: number) => {
    countBuyersRead(harness.server.deps, { usuarioId: shop.id, autorId: who.id }, orders);
    await save();
  };
  const noticesOf = async (user: TestUser) =>
    (await ask('notices.list', user)).body.result.data.itens.filter(
      ({ tipo }: { tipo: string }) => tipo === 'leitura',
    );
  const lettersTo = async ({ email }: TestUser) => {
    await sendEmails(harness.server.deps);
    return harness.mail.server.received.filter(({ to }) => to.includes(email));
  };

  it('is told to the owner alone, by the bell and a letter, once a day', async () => {
    const { seller, member } = await makeShop();
    await read(seller, member, 750);
    expect(await noticesOf(seller)).toEqual([]);
    await read(seller, member, 1);
    await read(seller, member, 1);
    const told = { tipo: 'leitura', nome: 'Pessoa da Equipe', pedidos: 752, em: new Date(NOW).toISOString() };
    expect(await noticesOf(seller)).toMatchObject([told]);
    expect((await ask('notices.unread', seller)).body.result.data).toEqual({ nao_lidos: 1 });
    expect(await noticesOf(member)).toEqual([]);
    const [letter, ...more] = await lettersTo(seller);
    expect(letter?.text).toContain(
      'Leitura incomum: Pessoa da Equipe viu os dados de 751 compradores em uma hora.',
    );
    expect(more).toEqual([]);
    harness.elapsed = HOUR_MS;
    await read(seller, member, 9_000);
    expect(await noticesOf(seller)).toHaveLength(1);
    harness.elapsed = DAY_MS + HOUR_MS;
    await read(seller, member, 90_000);
    expect(await noticesOf(seller)).toHaveLength(2);
    expect(await lettersTo(seller)).toHaveLength(2);
  });

  it('is none of 500 orders, nor in a shop that was not watched for a day', async () => {
    const seller = await makeUser(harness.server);
    const row = { usuario_id: seller.id, autor_id: seller.id, pedidos: 1 };
    const hora = new Date(NOW - 23 * HOUR_MS).toISOString();
    await harness.server.db.insert(buyersRead).values({ ...row, hora });
    await read(seller, seller, 10_000);
    const { seller: other, member } = await makeShop();
    await harness.server.db.update(buyersRead).set({ pedidos: 1 }).where(eq(buyersRead.usuario_id, other.id));
    await read(other, member, 500);
    expect([await noticesOf(seller), await noticesOf(other)]).toEqual([[], []]);
    await read(other, member, 1);
    expect(await noticesOf(other)).toHaveLength(1);
  });
});
