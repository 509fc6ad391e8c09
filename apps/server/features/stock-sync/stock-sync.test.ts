import { queryRows } from '@esteira/db/database';
import { listingAttributes } from '@esteira/db/schema/products/listing-attributes';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { noJobs } from '../../core/job-queue';
import { takeLease } from '../../core/time/lease';
import { deferred } from '../../testing/deferred';
import { listForReal, makeProduct, makeUser, type TestUser } from '../../testing/makers';
import { externalOrder } from '../../testing/marketplaces/external-orders';
import { InstrumentedAdapter } from '../../testing/marketplaces/instrumented-adapter';
import { noDeadline } from '../../testing/no-deadline';
import { createTestServer, type TestServer } from '../../testing/server';
import { cancelOrder, receiveOrder } from '../orders/intake/intake';
import { repushStockAfterOwnSale } from './own-sale';
import { pushStock } from './push-job';
import { drainStockOutbox } from './push-relay';

let server: TestServer;
let user: TestUser;
let markets: Record<Marketplace, InstrumentedAdapter>;

beforeAll(async () => {
  const answers = { updateStock: async () => null };
  markets = {
    mercadolivre: new InstrumentedAdapter('mercadolivre', { answers }),
    amazon: new InstrumentedAdapter('amazon', { answers }),
  };
  const { mercadolivre, amazon } = markets;
  server = await createTestServer({
    deps: { marketplaces: { mercadolivre: mercadolivre.adapter, amazon: amazon.adapter } },
    background: { handlers: { 'stock-push': pushStock } },
  });
  server.background?.start(server.deps);
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
  for (const market of Object.values(markets)) market.reset();
});

async function productOnBoth(estoque: number) {
  const product = await makeProduct(server, user, { estoque });
  const ml = await listForReal(server, user, { id: product.id, marketplace: 'mercadolivre' });
  const amazon = await listForReal(server, user, { id: product.id, marketplace: 'amazon' });
  return { ...product, ml, amazon };
}

/** As after the moment of grace within which a burst of sales becomes one push; the column rounds, perhaps up. */
async function relay(): Promise<void> {
  await server.db.execute(sql`UPDATE envios_estoque SET devido_em = now() - interval '1 second'`);
  await drainStockOutbox(server.deps);
}

/** What was pushed, in order: `id_externo` and units. */
const pushes = (market: InstrumentedAdapter): [string, number][] =>
  market.argumentsOf('updateStock').map(([, { id_externo }, estoque]) => [id_externo, estoque]);

const pushedStocks = (market: InstrumentedAdapter): number[] => pushes(market).map(([, estoque]) => estoque);

/** Once the outbox is empty and no job waits or runs. */
async function untilIdle(): Promise<void> {
  await relay();
  await vi.waitFor(async () => expect(await openJobs()).toEqual([]), { timeout: 10_000 });
}

/** The stock that a marketplace was told, in order; who is told the same twice in a row learns nothing new. */
const told = (market: InstrumentedAdapter): number[] =>
  pushedStocks(market).filter((estoque, n, all) => estoque !== all[n - 1]);

const openJobs = () =>
  queryRows(
    server.db,
    sql`SELECT tipo AS name FROM tarefas WHERE situacao <> 'falhou'
        UNION ALL SELECT 'outbox' FROM envios_estoque`,
  );

/** What is in the outbox, and whether there is time for a burst after the first movement. */
const pendingPushes = () =>
  queryRows<{ marketplace: string; graced: boolean }>(
    server.db,
    sql`SELECT marketplace, devido_em > (SELECT min(criado_em) + interval '1 second' FROM movimentos_estoque m
          WHERE m.produto_id = e.produto_id AND m.motivo = 'venda') AS graced
        FROM envios_estoque e ORDER BY 1`,
  );

async function setStock(product: { id: string }, estoque: number): Promise<void> {
  const answer = await server.call('PUT', `/api/produtos/${product.id}`, {
    token: user.token,
    body: { ...product, estoque },
  });
  expect(answer.status, answer.text).toBe(200);
}

describe('one stock for both marketplaces', () => {
  it('the last unit sold on one is gone from the other, which is told the stock itself', async () => {
    const product = await productOnBoth(1);
    await receiveOrder(
      server.db,
      { usuarioId: user.id, contaId: 1 },
      externalOrder('mercadolivre', { listing: product.ml }),
    );
    await untilIdle();
    expect(pushes(markets.amazon)).toEqual([[product.amazon, 0]]);
    expect(pushes(markets.mercadolivre)).toEqual([]);
  });

  it('sold on both at once, one sale takes it and the other asks for attention', async () => {
    const product = await productOnBoth(1);
    await Promise.all([
      receiveOrder(
        server.db,
        { usuarioId: user.id, contaId: 1 },
        externalOrder('mercadolivre', { listing: product.ml }),
      ),
      receiveOrder(
        server.db,
        { usuarioId: user.id, contaId: 1 },
        externalOrder('amazon', { listing: product.amazon }),
      ),
    ]);
    await untilIdle();
    const { body } = await server.call('GET', '/api/pedidos', { token: user.token });
    expect(body.map((order: { requer_atencao: boolean }) => order.requer_atencao).sort()).toEqual([
      false,
      true,
    ]);
    expect(Object.values(markets).flatMap(pushedStocks)).toEqual([0]);
  });

  it('a cancelled sale brings the unit back to both', async () => {
    const product = await productOnBoth(1);
    const order = externalOrder('mercadolivre', { listing: product.ml });
    await receiveOrder(server.db, { usuarioId: user.id, contaId: 1 }, order);
    await untilIdle();
    await cancelOrder(server.db, user.id, order);
    await untilIdle();
    expect(pushes(markets.amazon)).toEqual([
      [product.amazon, 0],
      [product.amazon, 1],
    ]);
    expect(pushes(markets.mercadolivre)).toEqual([[product.ml, 1]]);
  });

  it('a burst of sales is one push, after a moment of grace', async () => {
    const product = await productOnBoth(10);
    for (let n = 0; n < 5; n += 1) {
      await receiveOrder(
        server.db,
        { usuarioId: user.id, contaId: 1 },
        externalOrder('mercadolivre', { listing: product.ml }),
      );
    }
    expect(await pendingPushes()).toEqual([{ marketplace: 'amazon', graced: true }]);
    await server.db.execute(sql`UPDATE envios_estoque SET devido_em = now() + interval '1 minute'`);
    await drainStockOutbox(server.deps);
    expect(await openJobs()).toEqual([{ name: 'outbox' }]);
    expect(pushes(markets.amazon)).toEqual([]);
    await untilIdle();
    expect(pushes(markets.amazon)).toEqual([[product.amazon, 5]]);
  });

  it('the latest stock wins over a push that was under way', async () => {
    const product = await productOnBoth(10);
    const slow = deferred();
    const started = deferred();
    markets.amazon.before = () => {
      started.resolve();
      return slow.promise;
    };
    await receiveOrder(
      server.db,
      { usuarioId: user.id, contaId: 1 },
      externalOrder('mercadolivre', { listing: product.ml }),
    );
    await relay();
    await started.promise;
    await receiveOrder(
      server.db,
      { usuarioId: user.id, contaId: 1 },
      externalOrder('mercadolivre', { listing: product.ml }),
    );
    await relay();
    slow.resolve();
    await untilIdle();
    expect(told(markets.amazon)).toEqual([9, 8]);
  });

  it('a sale of the marketplace that is just being told its stock is not undone by that', async () => {
    const product = await productOnBoth(10);
    const slow = deferred();
    const started = deferred();
    markets.mercadolivre.before = () => {
      started.resolve();
      return slow.promise;
    };
    await setStock(product, 8);
    await relay();
    await started.promise;
    await receiveOrder(
      server.db,
      { usuarioId: user.id, contaId: 1 },
      externalOrder('mercadolivre', { listing: product.ml }),
    );
    slow.resolve();
    await untilIdle();
    expect(told(markets.mercadolivre)).toEqual([8, 7]);
  });

  it('a sale is not undone by a stock that was told after it and before it was heard of', async () => {
    const product = await productOnBoth(10);
    const order = externalOrder('mercadolivre', { listing: product.ml });
    await setStock(product, 8);
    await untilIdle();
    await receiveOrder(server.db, { usuarioId: user.id, contaId: 1 }, order);
    await repushStockAfterOwnSale(server.db, { usuarioId: user.id, contaId: 1 }, order);
    await untilIdle();
    expect(pushedStocks(markets.mercadolivre)).toEqual([8, 7]);
  });

  it('a sale that was cancelled before it was heard of leaves no unit too many', async () => {
    const product = await productOnBoth(10);
    const order = externalOrder('mercadolivre', { listing: product.ml });
    await setStock(product, 8);
    await untilIdle();
    const cancelled = { ...order, situacao: 'cancelado', atualizado_em: new Date() } as const;
    await receiveOrder(server.db, { usuarioId: user.id, contaId: 1 }, cancelled);
    await repushStockAfterOwnSale(server.db, { usuarioId: user.id, contaId: 1 }, cancelled);
    await untilIdle();
    expect(pushedStocks(markets.mercadolivre)).toEqual([8, 8]);
  });

  it('an ordinary sale enqueues no push to its own marketplace, however often it is read', async () => {
    const product = await productOnBoth(10);
    await server.db.execute(
      sql`UPDATE anuncios SET sincronizado_em = now() - interval '1 hour' WHERE produto_id = ${product.id}::uuid`,
    );
    const order = externalOrder('mercadolivre', { listing: product.ml });
    for (let read = 0; read < 2; read += 1) {
      await receiveOrder(server.db, { usuarioId: user.id, contaId: 1 }, order);
      await repushStockAfterOwnSale(server.db, { usuarioId: user.id, contaId: 1 }, order);
    }
    await untilIdle();
    expect(pushes(markets.mercadolivre)).toEqual([]);
  });

  it('holds the safety margin back, and is pushed again when the seller edits the stock', async () => {
    const product = await productOnBoth(10);
    await server.db
      .insert(listingAttributes)
      .values({ usuario_id: user.id, produto_id: product.id, margem_seguranca: 2 })
      .onConflictDoUpdate({
        target: [listingAttributes.usuario_id, listingAttributes.produto_id],
        set: { margem_seguranca: 2 },
      });
    await setStock(product, 5);
    await untilIdle();
    await setStock(product, 1);
    await untilIdle();
    expect(pushedStocks(markets.amazon)).toEqual([3, 0]);
    expect(pushedStocks(markets.mercadolivre)).toEqual([3, 0]);
  });
});

describe('a push', () => {
  it('is not made to a listing that is not for sale: any stock would bring it back', async () => {
    const product = await makeProduct(server, user, { estoque: 10 });
    await listForReal(server, user, { id: product.id, marketplace: 'amazon', status: 'pausado' });
    await setStock(product, 7);
    expect(await pendingPushes()).toEqual([]);
    const data = { conta_id: 1, usuario_id: user.id, produto_id: product.id, marketplace: 'amazon' } as const;
    await server.deps.jobs.send(server.db, 'stock-push', data);
    await untilIdle();
    expect(pushes(markets.amazon)).toEqual([]);
  });

  it('is not made while the marketplace is simulated again', async () => {
    const product = await productOnBoth(3);
    const amazon = Object.create(markets.amazon.adapter, { modo: { value: 'simulado' } });
    const deps = { ...server.deps, marketplaces: { ...server.deps.marketplaces, amazon } };
    await pushStock(
      deps,
      { conta_id: 1, usuario_id: user.id, produto_id: product.id, marketplace: 'amazon' },
      noDeadline,
    );
    expect(pushes(markets.amazon)).toEqual([]);
  });

  it('is enqueued at most 50 at a time, for on the embedded database everybody waits for it', async () => {
    await productOnBoth(3);
    await server.db.execute(sql`
      WITH p AS (
        INSERT INTO produtos (usuario_id, id, fornecedor_id, nome, preco_fornecedor, preco_venda_ml, estoque)
        SELECT usuario_id, gen_random_uuid(), fornecedor_id, nome || n, preco_fornecedor, preco_venda_ml, 0
        FROM produtos, generate_series(1, 120) AS n WHERE usuario_id = ${user.id}::uuid
        RETURNING usuario_id, id
      )
      INSERT INTO envios_estoque (usuario_id, produto_id, marketplace, devido_em)
      SELECT usuario_id, id, 'amazon', now() - interval '1 minute' FROM p`);
    const sizes: number[] = [];
    const send = async () => void sizes.push((sizes.pop() ?? 0) + 1);
    const transaction: typeof server.db.transaction = (run) => {
      sizes.push(0);
      return server.db.transaction(run);
    };
    const db = new Proxy(server.db, {
      get: (target, name: keyof typeof server.db) => (name === 'transaction' ? transaction : target[name]),
    });
    await drainStockOutbox({ ...server.deps, db, jobs: { ...noJobs, send } });
    expect(sizes).toEqual([50, 50, 20]);
  });

  it('records when the listing was last brought up to date', async () => {
    const product = await productOnBoth(3);
    await server.db.execute(
      sql`UPDATE anuncios SET sincronizado_em = 'epoch' WHERE produto_id = ${product.id}::uuid`,
    );
    await receiveOrder(
      server.db,
      { usuarioId: user.id, contaId: 1 },
      externalOrder('mercadolivre', { listing: product.ml }),
    );
    await untilIdle();
    const fresh = await queryRows(
      server.db,
      sql`SELECT marketplace FROM anuncios
          WHERE produto_id = ${product.id}::uuid AND sincronizado_em > now() - interval '1 minute'`,
    );
    expect(fresh).toEqual([{ marketplace: 'amazon' }]);
  });

  it('to a listing that is gone over there has the listing read again', async () => {
    const product = await productOnBoth(3);
    markets.amazon.before = () => {
      throw new AdapterError('conflict', 'O anúncio foi encerrado');
    };
    await receiveOrder(
      server.db,
      { usuarioId: user.id, contaId: 1 },
      externalOrder('mercadolivre', { listing: product.ml }),
    );
    await relay();
    await vi.waitFor(
      async () => {
        const checks = await queryRows(
          server.db,
          sql`SELECT tipo FROM tarefas WHERE dados->>'produto_id' = ${product.id}::text AND situacao = 'na_fila'`,
        );
        expect(checks).toEqual([{ tipo: 'listing-check' }]);
      },
      { timeout: 10_000 },
    );
    await server.db.execute(sql`DELETE FROM tarefas WHERE tipo = 'listing-check'`);
  });

  it('comes again in a moment while another operation holds the listing', async () => {
    const product = await productOnBoth(3);
    const key = `anuncio:${user.id}:${product.id}:amazon:1`;
    const lease = await takeLease(server.deps, { key, durationMs: 90_000 });
    await receiveOrder(
      server.db,
      { usuarioId: user.id, contaId: 1 },
      externalOrder('mercadolivre', { listing: product.ml }),
    );
    await relay();
    const waiting = await vi.waitFor(
      async () => {
        const rows = await queryRows<{ wait: number }>(
          server.db,
          sql`SELECT extract(epoch FROM devida_em - now())::float8 AS wait FROM tarefas
              WHERE dados->>'produto_id' = ${product.id}::text AND situacao = 'tentando'`,
        );
        expect(rows).toHaveLength(1);
        return rows;
      },
      { timeout: 10_000 },
    );
    expect(waiting[0]?.wait).toBeLessThan(10);
    await lease?.release();
    await untilIdle();
    expect(pushes(markets.amazon)).toEqual([[product.amazon, 2]]);
  });
});
