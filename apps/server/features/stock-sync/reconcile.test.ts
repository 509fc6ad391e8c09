import { queryRows } from '@esteira/db/database';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { ListingState } from '@esteira/marketplaces/port';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type JobQueue, noJobs } from '../../core/job-queue';
import { connectAccount } from '../../testing/accounts/accounts';
import { listForReal, makeProduct, makeUser, type TestUser } from '../../testing/makers';
import { InstrumentedAdapter } from '../../testing/marketplaces/instrumented-adapter';
import { noDeadline } from '../../testing/no-deadline';
import { createTestServer, type TestServer } from '../../testing/server';
import { reconcile } from './reconcile-job';
import { lastNight, relayReconciliation } from './reconcile-relay';

let server: TestServer;
let user: TestUser;
/** What Amazon shows, by `id_externo`; a listing that is missing is not found. */
const shown = new Map<string, Partial<ListingState>>();
const amazon = new InstrumentedAdapter('amazon', {
  answers: {
    getListing: async (_ctx, { id_externo }) => {
      const state = shown.get(id_externo);
      if (state === undefined) throw new AdapterError('not_found', 'Anúncio não encontrado');
      const plain = { preco_centavos: null, estoque: null, url: null, motivos: [] };
      return { id_externo, status: 'live', ...plain, ...state };
    },
  },
});
let sent: { kind: string; data: Record<string, unknown>; runAt: Date | undefined }[];
let now = new Date();

/** Keeps what is enqueued instead of doing it. */
const jobs: JobQueue = {
  ...noJobs,
  send: async (_db, kind, ...[data, options]) => void sent.push({ kind, data, runAt: options?.runAt }),
};

beforeAll(async () => {
  const mercadolivre = new InstrumentedAdapter('mercadolivre').adapter;
  server = await createTestServer({
    deps: { marketplaces: { mercadolivre, amazon: amazon.adapter }, clock: () => now, jobs },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
  sent = [];
  // Long after the stock was set.
  now = new Date(Date.now() + 3_600_000);
  shown.clear();
  amazon.reset();
});

/** A product for sale on Amazon at R$\u00a064,90 whose stock has been 100 for long. */
async function listedProduct() {
  const product = await makeProduct(server, user);
  const id_externo = await listForReal(server, user, { id: product.id, marketplace: 'amazon' });
  await server.db.execute(sql`DELETE FROM envios_estoque`);
  shown.set(id_externo, { estoque: 100, preco_centavos: 6490 });
  return { ...product, id_externo };
}

const run = (data: object = {}) =>
  reconcile(server.deps, { conta_id: 1, usuario_id: user.id, marketplace: 'amazon', ...data }, noDeadline);

async function differences(token = user.token) {
  const answer = await server.call('GET', '/trpc/stockSync.differences', { token });
  return answer.body.result.data as Record<string, string>[];
}

describe('a comparison', () => {
  it('finds nothing where both sides agree', async () => {
    await listedProduct();
    await run();
    expect(await differences()).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('reports price, stock and status as they are shown on both sides, to their seller alone', async () => {
    const product = await listedProduct();
    shown.set(product.id_externo, { estoque: 97, preco_centavos: 7000, status: 'paused' });
    await run();
    const common = { produto_id: product.id, produto_nome: product.nome, marketplace: 'amazon' };
    expect(await differences()).toMatchObject([
      { ...common, campo: 'estoque', aqui: '100', la: '97' },
      { ...common, campo: 'preco', aqui: 'R$\u00a064,90', la: 'R$\u00a070,00' },
      { ...common, campo: 'status', aqui: 'publicado', la: 'pausado' },
    ]);
    expect(await differences((await makeUser(server)).token)).toEqual([]);
  });

  /** Minutes until the stock in the outbox is due. */
  const minutesUntilDue = async ({ id }: { id: string }) =>
    (
      await queryRows<{ minutes: number }>(
        server.db,
        sql`SELECT round(extract(epoch FROM devido_em - now()) / 60)::int AS minutes FROM envios_estoque
            WHERE produto_id = ${id}::uuid`,
      )
    ).map(({ minutes }) => minutes);

  it('has a stock that is too high there pushed at once', async () => {
    const product = await listedProduct();
    shown.set(product.id_externo, { estoque: 103 });
    await run();
    expect(await minutesUntilDue(product)).toEqual([0]);
    expect(sent).toEqual([]);
  });

  it('has a stock that is too low there pushed after a look for the sale that may have made it so', async () => {
    const product = await listedProduct();
    shown.set(product.id_externo, { estoque: 97 });
    await run();
    expect(await minutesUntilDue(product)).toEqual([2]);
    const data = { usuario_id: user.id, marketplace: 'amazon', conta_id: 1 };
    expect(sent).toEqual([{ kind: 'orders-poll', data, runAt: undefined }]);
  });

  it('says nothing of a stock that is being told', async () => {
    const product = await listedProduct();
    shown.set(product.id_externo, { estoque: 97 });
    await server.db.execute(
      sql`INSERT INTO envios_estoque (usuario_id, produto_id, marketplace, devido_em)
          VALUES (${user.id}::uuid, ${product.id}::uuid, 'amazon', now())`,
    );
    await run();
    expect([await differences(), sent]).toEqual([[], []]);
  });

  it('says nothing of a stock that changed just now', async () => {
    const product = await listedProduct();
    shown.set(product.id_externo, { estoque: 97 });
    now = new Date();
    await run();
    expect([await differences(), sent]).toEqual([[], []]);
  });

  it('forgets a difference once both sides agree, and once the listing is not for sale', async () => {
    const [mended, paused] = [await listedProduct(), await listedProduct()];
    for (const { id_externo } of [mended, paused]) shown.set(id_externo, { preco_centavos: 1 });
    await run();
    expect(await differences()).toHaveLength(2);
    shown.set(mended.id_externo, { preco_centavos: 6490 });
    await server.db.execute(
      sql`UPDATE anuncios SET status = 'pausado' WHERE produto_id = ${paused.id}::uuid`,
    );
    await run();
    expect(await differences()).toEqual([]);
  });

  it('reports a listing that the account does not have any more', async () => {
    const product = await listedProduct();
    shown.delete(product.id_externo);
    await run();
    expect(await differences()).toMatchObject([{ campo: 'status', la: 'não encontrado' }]);
  });

  it('counts a listing without stock as what it is', async () => {
    const product = await listedProduct();
    await server.db.execute(sql`UPDATE produtos SET estoque = 0 WHERE id = ${product.id}::uuid`);
    shown.set(product.id_externo, { estoque: 0, status: 'out_of_stock' });
    await run();
    expect(await differences()).toEqual([]);
  });

  it.each([
    ['new values that are not seen for sale yet', 'publicado', 'publicado'],
    ['what is to be paused once it is for sale', 'pausado', 'pausado'],
  ])('looks again at %s', async (_, status, desejado) => {
    const product = await listedProduct();
    await server.db.execute(
      sql`UPDATE anuncios SET status = ${status}, desejado = ${desejado}, processando_desde = now()
          WHERE produto_id = ${product.id}::uuid`,
    );
    await run();
    expect(sent).toMatchObject([{ kind: 'listing-check', data: { produto_id: product.id } }]);
  });

  it('goes through all listings, a few at a time', async () => {
    for (let n = 0; n < 12; n += 1) {
      const { id_externo } = await listedProduct();
      shown.set(id_externo, { preco_centavos: 1 });
    }
    await run();
    expect(await differences()).toHaveLength(10);
    expect(sent).toMatchObject([{ kind: 'reconcile', data: { usuario_id: user.id } }]);
    await run(sent[0]?.data);
    expect(await differences()).toHaveLength(12);
    expect(sent).toHaveLength(1);
  });

  it('begins no call that its deadline could cut, and leaves the rest to the next job', async () => {
    for (let n = 0; n < 4; n += 1) await listedProduct();
    let elapsed = 0;
    const timer = vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
    amazon.before = () => {
      elapsed += 59_000;
    };
    await run();
    timer.mockRestore();
    expect(amazon.calls).toHaveLength(2);
    expect(sent).toMatchObject([{ kind: 'reconcile', runAt: undefined }]);
    await run(sent[0]?.data);
    expect(amazon.calls).toHaveLength(4);
  });

  it('goes on where it stopped when the marketplace allows no more calls for now', async () => {
    await listedProduct();
    await listedProduct();
    const retryAt = new Date(now.getTime() + 9_000);
    let calls = 0;
    amazon.before = () => {
      calls += 1;
      if (calls === 2) throw new AdapterError('rate_limited', 'Limite', { retryAt });
    };
    await run();
    expect(sent).toMatchObject([{ kind: 'reconcile', runAt: retryAt }]);
    await run(sent[0]?.data);
    expect(calls).toBe(3);
  });
});

describe('every night', () => {
  const conferido = (to: Date | null) =>
    queryRows(
      server.db,
      sql`UPDATE conexoes SET conferido_em = ${to?.toISOString() ?? null}::timestamptz,
            conectado_em = 'epoch' WHERE usuario_id = ${user.id}::uuid RETURNING 1 AS um`,
    );

  it('begins at three in the morning of São Paulo', () => {
    expect(lastNight(new Date('2026-03-02T05:59:59Z'))).toEqual(new Date('2026-03-01T06:00:00Z'));
    expect(lastNight(new Date('2026-03-02T06:00:00Z'))).toEqual(new Date('2026-03-02T06:00:00Z'));
  });

  it('each connected account is compared once, whatever the number of servers', async () => {
    await connectAccount(server, user, { marketplace: 'amazon' });
    await conferido(new Date('2026-03-01T10:00:00Z'));
    now = new Date('2026-03-02T08:05:00Z');
    await Promise.all([relayReconciliation(server.deps), relayReconciliation(server.deps)]);
    await relayReconciliation(server.deps);
    expect(sent.map(({ kind, data }) => [kind, data])).toEqual([
      ['reconcile', { usuario_id: user.id, marketplace: 'amazon', conta_id: 1 }],
    ]);
    now = new Date('2026-03-03T08:05:00Z');
    await relayReconciliation(server.deps);
    expect(sent).toHaveLength(2);
  });

  it('an account that must be connected again is left alone', async () => {
    await connectAccount(server, user, { marketplace: 'amazon', status: 'reconectar' });
    await conferido(null);
    await relayReconciliation(server.deps);
    expect(sent.filter(({ data }) => data['usuario_id'] === user.id)).toEqual([]);
  });
});
