import { jobs } from '@esteira/db/schema/platform/jobs';
import { notifications } from '@esteira/db/schema/platform/notifications';
import { stockPushes } from '@esteira/db/schema/products/stock-pushes';
import type { MarketplaceAccount } from '@esteira/validators/marketplaces/accounts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectAccount } from '../../testing/accounts/accounts';
import { makeProduct, makeUser, type TestUser, unique } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { readDelays } from './delays';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const ago = (seconds: number) => sql`now() - ${seconds}::int * interval '1 second'`;

async function readDelaysOf({ token }: TestUser): Promise<[number, number]> {
  const { body } = await server.call('GET', '/trpc/integrations.accounts', { token });
  const itens: MarketplaceAccount[] = body.result.data.itens;
  const account = itens.find(({ id }) => id === 'mercadolivre-1');
  return [account?.atraso_pedidos ?? Number.NaN, account?.atraso_estoque ?? Number.NaN];
}

it('an account tells for how long its oldest order and its oldest stock wait, and those of no other seller', async () => {
  const [mine, other] = [await makeUser(server), await makeUser(server)];
  const [vendedor_id, others] = [unique('77'), unique('88')];
  await connectAccount(server, mine, { marketplace: 'mercadolivre', vendedor_id });
  await connectAccount(server, other, { marketplace: 'mercadolivre', vendedor_id: others });
  expect(await readDelaysOf(mine)).toEqual([0, 0]);

  const announce = (id: string, vendedor: string, seconds: number) =>
    server.db.insert(notifications).values({
      ...{ marketplace: 'mercadolivre', id: unique(id), topico: 'orders_v2', recurso: '/orders/1' },
      ...{ vendedor_id: vendedor, recebida_em: ago(seconds) },
    });
  await announce('new', vendedor_id, 60);
  await announce('old', vendedor_id, 600);
  await announce('of-another', others, 9_000);
  expect((await readDelaysOf(mine))[0]).toBeGreaterThanOrEqual(600);
  expect((await readDelaysOf(mine))[0]).toBeLessThan(9_000);

  // Taken over by a job it waits on.
  await server.db.update(notifications).set({ tratada_em: sql`now()` });
  await server.db.insert(jobs).values({
    ...{ usuario_id: mine.id, marketplace: 'mercadolivre', tipo: 'order-read', chave: 'one', dados: {} },
    na_fila_desde: ago(300),
  });
  expect((await readDelaysOf(mine))[0]).toBeGreaterThanOrEqual(300);
  await server.db.update(jobs).set({ situacao: 'falhou' }).where(eq(jobs.usuario_id, mine.id));
  expect(await readDelaysOf(mine)).toEqual([0, 0]);

  const product = await makeProduct(server, mine);
  await server.db.insert(stockPushes).values({
    ...{ usuario_id: mine.id, produto_id: product.id, marketplace: 'mercadolivre', devido_em: ago(120) },
  });
  const [orders, stock] = await readDelaysOf(mine);
  expect(orders).toBe(0);
  expect(stock).toBeGreaterThanOrEqual(120);
  expect(await readDelaysOf(other)).toEqual([0, 0]);
  // What operators watch.
  expect((await readDelays(server.db)).stock).toBeGreaterThanOrEqual(120);
});
