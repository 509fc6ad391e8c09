import { seededRandom } from '@esteira/config/vitest/random';
import { queryRows } from '@esteira/db/database';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { PUBLISHED_FIELD } from '@esteira/domain/products/channels';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectAccount } from '../../testing/accounts/accounts';
import { makeProduct, makeUser, type TestUser } from '../../testing/makers';
import { InstrumentedAdapter } from '../../testing/marketplaces/instrumented-adapter';
import { createTestServer, type TestServer } from '../../testing/server';

const PRODUCTS = 6;
const ROUNDS = 15;

const random = seededRandom();

describe.runIf(Boolean(process.env['TEST_DATABASE_URL']))('changes of mind in a row', () => {
  let server: TestServer;
  let markets: Record<Marketplace, InstrumentedAdapter>;
  let user: TestUser;

  beforeAll(async () => {
    const clock = () => new Date();
    markets = {
      mercadolivre: new InstrumentedAdapter('mercadolivre', { clock }),
      amazon: new InstrumentedAdapter('amazon', { clock }),
    };
    const marketplaces = { mercadolivre: markets.mercadolivre.adapter, amazon: markets.amazon.adapter };
    server = await createTestServer({ deps: { marketplaces }, background: {} });
    // Answers take their time, so that operations overlap.
    for (const market of Object.values(markets)) {
      market.before = () => pause(10);
      market.after = () => pause(10);
    }
    user = await makeUser(server);
    for (const marketplace of MARKETPLACES) await connectAccount(server, user, { marketplace });
    server.background?.start(server.deps);
  });
  afterAll(() => server.close());

  const pause = (most: number) => new Promise((resolve) => setTimeout(resolve, random() * most));

  async function ask(id: string, marketplace: Marketplace): Promise<'live' | 'paused'> {
    const [path, there] =
      random() < 0.5 ? (['publicar', 'live'] as const) : (['despublicar', 'paused'] as const);
    const { token } = user;
    const answer = await server.call('POST', `/api/${marketplace}/${path}/${id}`, { token });
    expect(answer.status, answer.text).toBe(200);
    return there;
  }

  async function edit(id: string): Promise<void> {
    const { token } = user;
    const stored = (await server.call('GET', '/api/produtos', { token })).body.find(
      (product: { id: string }) => product.id === id,
    );
    const body = { ...stored, estoque: 1 + Math.floor(random() * 50), descricao: String(random()) };
    const answer = await server.call('PUT', `/api/produtos/${id}`, { token, body });
    expect(answer.status, answer.text).toBe(200);
  }

  /** Looks that come by and by aside. */
  const openJobs = () =>
    queryRows(
      server.db,
      sql`SELECT tipo FROM tarefas WHERE situacao <> 'falhou' AND tipo <> 'listing-check'`,
    );

  it('end at the last one, with one listing at most for each product', async () => {
    const ids: string[] = [];
    for (let n = 0; n < PRODUCTS; n += 1) ids.push((await makeProduct(server, user)).id);
    const last = new Map<string, 'live' | 'paused'>();
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(
        ids.flatMap((id) => [
          ...MARKETPLACES.map(async (marketplace) => {
            last.set(`${marketplace} ${id}`, await ask(id, marketplace));
          }),
          ...(random() < 0.3 ? [edit(id)] : []),
        ]),
      );
      await pause(150);
    }
    await expect.poll(openJobs, { timeout: 90_000, interval: 200 }).toEqual([]);

    const rows = await queryRows<{
      produto_id: string;
      marketplace: Marketplace;
      status: string;
      id_externo: string;
      conta_id: number;
    }>(server.db, sql`SELECT produto_id::text, marketplace, status, id_externo, conta_id FROM anuncios`);
    const flags = (await server.call('GET', '/api/produtos', { token: user.token })).body;
    for (const id of ids) {
      const product = flags.find((each: { id: string }) => each.id === id);
      for (const marketplace of MARKETPLACES) {
        const row = rows.find((each) => each.produto_id === id && each.marketplace === marketplace);
        const wanted = last.get(`${marketplace} ${id}`);
        const key = `${user.id}/${row?.conta_id}/${row?.id_externo}`;
        const there = markets[marketplace].memory.listings.get(key);
        const flag = product[PUBLISHED_FIELD[marketplace]];
        expect([marketplace, flag]).toEqual([marketplace, wanted === 'live']);
        if (wanted === 'live') expect([row?.status, there?.status]).toEqual(['publicado', 'live']);
        else expect([there?.status ?? 'paused', row?.status ?? 'pausado']).toEqual(['paused', 'pausado']);
      }
    }
    const held = await queryRows(server.db, sql`SELECT 1 AS um FROM travas WHERE chave LIKE 'anuncio:%'`);
    expect(held).toEqual([]);
    for (const { memory } of Object.values(markets))
      expect(memory.listings.size).toBeLessThanOrEqual(PRODUCTS);
  }, 150_000);
});
