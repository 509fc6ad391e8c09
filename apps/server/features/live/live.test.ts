import { readNotices } from '@esteira/db/schema/accounts/read-notices';
import { teamMembers } from '@esteira/db/schema/accounts/team';
import { users } from '@esteira/db/schema/accounts/users';
import { labels } from '@esteira/db/schema/orders/labels';
import { connections } from '@esteira/db/schema/platform/connections';
import { listings } from '@esteira/db/schema/products/listings';
import type { ShippingState } from '@esteira/marketplaces/port';
import type { LiveChange } from '@esteira/validators/live';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createContext } from '../../core/request-context';
import { connectAccount } from '../../testing/accounts/accounts';
import { readMessages } from '../../testing/event-stream';
import { makeProduct, makeSession, makeUser, type TestUser, toActor } from '../../testing/makers';
import { externalOrder, makeParcel } from '../../testing/marketplaces/external-orders';
import { createTestServer, type TestServer } from '../../testing/server';
import { rowsReadBy } from '../../testing/watching/statements';
import { receiveOrder } from '../orders/intake/intake';
import { saveParcel } from '../orders/intake/save-parcel';
import { insertOrder } from '../orders/testing/insert-order';
import { markPrinted } from '../shipping/labels/mark-printed';
import { liveRouter } from './router';
import { createChangeFeed } from './service';

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await createTestServer();
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

/** Opens the stream of changes as a browser would and reads one change after the other. */
async function follow(user: TestUser, lastEventId?: string) {
  const input = encodeURIComponent(JSON.stringify(lastEventId === undefined ? {} : { lastEventId }));
  const stop = new AbortController();
  const response = await fetch(`${address}/trpc/live.changes?input=${input}`, {
    headers: { authorization: `Bearer ${user.token}`, accept: 'text/event-stream' },
    signal: stop.signal,
  });
  expect(response.status).toBe(200);
  // A compressed event would wait until more of them fill a block.
  expect(response.headers.get('content-encoding')).toBeNull();
  const messages = readMessages(response);
  expect((await messages.next()).value).toMatchObject({ event: 'connected' });
  const next = async (): Promise<LiveChange> => {
    for (;;) {
      const { value, done } = await messages.next();
      if (done) throw new Error('the stream ended');
      if (value.event === 'message') return JSON.parse(value.data);
    }
  };
  const before: LiveChange[] = [];
  let start = lastEventId === undefined ? await next() : null;
  while (start !== null && start.tipo !== 'inicio') {
    before.push(start);
    start = await next();
  }
  return {
    before,
    start,
    next,
    ended: async () => (await messages.next()).value?.event,
    stop: () => stop.abort(),
  };
}

async function sell(user: TestUser, product: { id: string }) {
  await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
  await server.call('POST', `/api/mercadolivre/simular-venda/${product.id}`, { token: user.token });
}

it('tells of a new order and of the stock it took, and not of those of other sellers', async () => {
  const [user, other] = [await makeUser(server), await makeUser(server)];
  const product = await makeProduct(server, user, { nome: 'Caneca' });
  const foreign = await makeProduct(server, other);
  const feed = await follow(user);
  await sell(other, foreign);
  await sell(user, product);
  const changes = [await feed.next(), await feed.next()].sort((a, b) => a.tipo.localeCompare(b.tipo));
  expect(changes).toEqual([
    { id: expect.any(String), tipo: 'estoque', produto_id: product.id },
    expect.objectContaining({ tipo: 'pedido', produto_nome: 'Caneca', de: null, para: 'pendente' }),
  ]);
  feed.stop();
});

it('begins with what was written just before, which a screen that was read earlier lacks', async () => {
  const user = await makeUser(server);
  const product = await makeProduct(server, user);
  await sell(user, product);
  const feed = await follow(user);
  expect(feed.before.map(({ tipo }) => tipo).sort()).toEqual(['estoque', 'estoque', 'pedido']);
  await server.call('PUT', `/api/produtos/${product.id}`, {
    token: user.token,
    body: { ...product, estoque: 7 },
  });
  expect(await feed.next()).toMatchObject({ tipo: 'estoque', produto_id: product.id });
  feed.stop();
});

it('one account holds thirty streams and no more; closing one makes room, and other accounts are not refused', async () => {
  const [user, other] = [await makeUser(server), await makeUser(server)];
  const feeds = await Promise.all(Array.from({ length: 30 }, () => follow(user)));
  /** The first word of one more stream: where it begins, or why it does not. */
  const ask = async () => {
    const stop = new AbortController();
    const response = await fetch(`${address}/trpc/live.changes?input=%7B%7D`, {
      headers: { authorization: `Bearer ${user.token}`, accept: 'text/event-stream' },
      signal: stop.signal,
    });
    const messages = readMessages(response);
    await messages.next();
    const { value } = await messages.next();
    stop.abort();
    return JSON.parse(value?.data ?? '{}');
  };
  expect((await ask()).data).toMatchObject({ httpStatus: 429, retryAfter: 30 });
  (await follow(other)).stop();
  feeds[0]?.stop();
  await expect.poll(ask, { timeout: 10_000 }).toMatchObject({ tipo: 'inicio' });
  for (const feed of feeds) feed.stop();
  await expect.poll(() => server.deps.changes.count(), { timeout: 10_000 }).toBe(0);
});

it('tells after a lost connection what was missed, and again no more than that', async () => {
  const user = await makeUser(server);
  const product = await makeProduct(server, user);
  const feed = await follow(user);
  await sell(user, product);
  await feed.next();
  const { id } = await feed.next();
  feed.stop();
  const [order] = (await server.call('GET', '/api/pedidos', { token: user.token })).body;
  await server.call('POST', `/api/pedidos/${order.id}/aprovar`, { token: user.token });
  const resumed = await follow(user, id);
  const seen: LiveChange[] = [];
  do seen.push(await resumed.next());
  while (!seen.some((change) => change.tipo === 'pedido' && change.para === 'aprovado'));
  expect(seen.filter((change) => change.tipo === 'pedido' && change.para === 'aprovado')).toHaveLength(1);
  expect(seen.map((change) => change.id)).not.toContain(id);
  resumed.stop();
});

it('tells a client that was cut off before the first change what it missed', async () => {
  const user = await makeUser(server);
  const product = await makeProduct(server, user);
  const feed = await follow(user);
  expect(feed.start).toEqual({ id: expect.any(String), tipo: 'inicio' });
  feed.stop();
  await sell(user, product);
  const resumed = await follow(user, feed.start?.id);
  const tipos = [(await resumed.next()).tipo, (await resumed.next()).tipo, (await resumed.next()).tipo];
  expect(tipos).toContain('pedido');
  resumed.stop();
});

it('tells of a listing on a real marketplace as often as it changes, and of no simulated one', async () => {
  const user = await makeUser(server);
  const product = await makeProduct(server, user);
  const key = { usuario_id: user.id, produto_id: product.id, status: 'na_fila' } as const;
  const feed = await follow(user);
  await server.db.insert(listings).values({ ...key, marketplace: 'amazon' });
  await server.db.insert(listings).values({ ...key, marketplace: 'mercadolivre', modo: 'real' });
  const told = { id: expect.any(String), tipo: 'anuncio', produto_id: product.id };
  const first = await feed.next();
  expect(first).toEqual(told);
  // That a publication was begun is shown nowhere.
  await server.db.update(listings).set({ tentado_em: new Date().toISOString() });
  await server.db.update(listings).set({ motivo: 'Falta a marca.' }).where(eq(listings.modo, 'real'));
  const second = await feed.next();
  expect(second).toEqual(told);
  expect(second.id > first.id).toBe(true);
  feed.stop();
});

it('tells of a parcel that changed in what is shown of it, and of nothing else', async () => {
  const user = await makeUser(server);
  const order = externalOrder('mercadolivre');
  const keep = (fields: Partial<ShippingState>, at: number) =>
    saveParcel(server.db, {
      usuarioId: user.id,
      order,
      parcel: makeParcel(fields),
      readAt: new Date(order.atualizado_em.getTime() + at),
    });
  await receiveOrder(server.db, { usuarioId: user.id, contaId: 1 }, order);
  const feed = await follow(user);
  await keep({}, 1);
  const told = { id: expect.any(String), tipo: 'envio', pedido_id: expect.any(String) };
  const first = await feed.next();
  expect(first).toEqual(told);
  await keep({}, 2);
  await keep({ motivo: 'A transportadora já recebeu o pacote.' }, 3);
  const second = await feed.next();
  expect(second).toEqual(told);
  expect(second.id > first.id).toBe(true);
  feed.stop();
});

it('tells of a label that was printed', async () => {
  const user = await makeUser(server);
  const id = await insertOrder(server, user, { tem_etiqueta: true });
  const label = {
    usuario_id: user.id,
    pedido_id: id,
    tipo: 'application/pdf',
    conteudo: Buffer.from('%PDF'),
  };
  await server.db.insert(labels).values(label);
  const feed = await follow(user);
  await markPrinted(server.db, user.id, [id]);
  expect(await feed.next()).toEqual({ id: expect.any(String), tipo: 'envio', pedido_id: id });
  feed.stop();
});

it('tells of an account that must be connected again, to its seller alone, and not of its tokens', async () => {
  const [user, other] = [await makeUser(server), await makeUser(server)];
  for (const seller of [user, other]) await connectAccount(server, seller, { marketplace: 'amazon' });
  const feed = await follow(user);
  const change = async (seller: TestUser, fields: Partial<typeof connections.$inferInsert>) => {
    await server.db.update(connections).set(fields).where(eq(connections.usuario_id, seller.id));
  };
  const marked = async () =>
    (await server.db.select().from(connections).where(eq(connections.usuario_id, user.id)))[0]?.mudanca_id;
  const before = await marked();
  await change(user, { expira_em: new Date().toISOString(), pedidos_lidos_ate: new Date().toISOString() });
  expect(await marked()).toBe(before);
  await change(other, { status: 'reconectar', motivo: 'A autorização expirou.' });
  await change(user, { status: 'reconectar', motivo: 'A autorização expirou.' });
  const told = { id: expect.any(String), tipo: 'conexao' };
  const refused = await feed.next();
  expect(refused).toEqual(told);
  await change(user, { status: 'conectado', motivo: null });
  const connected = await feed.next();
  expect(connected).toEqual(told);
  expect(connected.id > refused.id).toBe(true);
  feed.stop();
});

it('asks to read everything again after very many changes', async () => {
  const user = await makeUser(server);
  const product = await makeProduct(server, user);
  const feed = await follow(user);
  await server.db.execute(
    `INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo)
     SELECT '${user.id}', '${product.id}',
       overlay('${newestId()}' placing lpad(to_hex(n), 12, '0') from 25)::uuid, 1, 'ajuste'
     FROM generate_series(1, 300) n`,
  );
  expect(await feed.next()).toEqual({ id: expect.any(String), tipo: 'tudo' });
  feed.stop();
});

it('reads no more than it may tell, however much of each kind has changed', async () => {
  const user = await makeUser(server);
  const product = await makeProduct(server, user);
  const feed = createChangeFeed(server.db, toActor(user), product.id);
  await server.db.execute(
    `INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo)
     SELECT '${user.id}', '${product.id}',
       overlay('${newestId()}' placing lpad(to_hex(n), 12, '0') from 25)::uuid, 1, 'ajuste'
     FROM generate_series(1, 2000) n`,
  );
  await server.db.execute('ANALYZE movimentos_estoque');
  expect(await feed()).toMatchObject([{ tipo: 'tudo' }]);
  const read = (db: typeof server.db) => createChangeFeed(db, toActor(user), product.id)();
  expect(await rowsReadBy(server.db, read)).toBeLessThanOrEqual(201);
});

it('ends for a user who was deactivated, at the next change', async () => {
  const user = await makeUser(server);
  const product = await makeProduct(server, user);
  const feed = await follow(user);
  await server.db.update(users).set({ ativo: false }).where(eq(users.id, user.id));
  await server.db.execute(
    `INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo)
     VALUES ('${user.id}', '${product.id}', '${newestId()}', 1, 'ajuste')`,
  );
  expect(await feed.ended()).toBe('serialized-error');
  feed.stop();
});

it('ends at once with its session, and another session’s goes on', async () => {
  const user = await makeUser(server);
  const product = await makeProduct(server, user);
  const second = { ...user, token: await makeSession(server, user.id) };
  const [feed, ended] = [await follow(user), await follow(second)];
  await server.call('POST', '/api/auth/sair', { token: second.token });
  expect(await ended.ended()).toBe('serialized-error');
  await server.call('PUT', `/api/produtos/${product.id}`, {
    token: user.token,
    body: { ...product, estoque: 7 },
  });
  expect(await feed.next()).toMatchObject({ tipo: 'estoque', produto_id: product.id });
  for (const { stop } of [feed, ended]) stop();
});

it('a failure of what was asked for ahead, after the client went away, does not end the process', async () => {
  const unheard: unknown[] = [];
  const note = (reason: unknown) => unheard.push(reason);
  process.on('unhandledRejection', note);
  const user = await makeUser(server);
  const request = { headers: { authorization: `Bearer ${user.token}` }, ip: '127.0.0.1' } as FastifyRequest;
  const watching = server.deps.changes.count();
  const changes = await liveRouter.createCaller(createContext(server.deps, request)).changes({});
  const iterator = changes[Symbol.asyncIterator]();
  expect((await iterator.next()).done).toBe(false);
  const ahead = iterator.next();
  await server.call('POST', '/api/auth/sair', { token: user.token });
  await expect.poll(server.deps.changes.count).toBeLessThanOrEqual(watching);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unheard).toEqual([]);
  await expect(ahead).rejects.toMatchObject({ kind: 'unauthenticated' });
});

it('of somebody who enters a team breaks off without saying that the session ended', async () => {
  const [person, seller] = [await makeUser(server), await makeUser(server)];
  const request = { headers: { authorization: `Bearer ${person.token}` }, ip: '127.0.0.1' } as FastifyRequest;
  const changes = await liveRouter.createCaller(createContext(server.deps, request)).changes({});
  const iterator = changes[Symbol.asyncIterator]();
  expect((await iterator.next()).done).toBe(false);
  const ahead = iterator.next();
  ahead.catch(() => undefined);
  const membership = { usuario_id: seller.id, pessoa_id: person.id, papel: 'leitura' as const };
  await server.db.insert(teamMembers).values({ ...membership, entrou_em: new Date().toISOString() });
  await server.db.insert(readNotices).values({ usuario_id: person.id });
  await expect(ahead).rejects.toMatchObject({ kind: 'conflict' });
});

it('opens no stream without a session', async () => {
  const answer = await server.call('GET', '/trpc/live.changes?input=%7B%7D');
  expect(answer.text).toMatch(/^event: serialized-error\ndata: .*"httpStatus":401/m);
  expect(answer.text).not.toContain('event: message');
});

/** Last, because nothing follows this server's changes any more. */
it('breaks off when the server closes and does not say that it is over, so that every client comes again', async () => {
  const feed = await follow(await makeUser(server));
  server.deps.changes.close();
  expect(await feed.ended()).toBeUndefined();
});

function newestId(): string {
  const ms = Date.now().toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}
