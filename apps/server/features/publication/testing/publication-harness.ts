import { products } from '@esteira/db/schema/products/products';
import { stockPushes } from '@esteira/db/schema/products/stock-pushes';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import type { Listing } from '@esteira/validators/marketplaces/listing';
import { eq } from 'drizzle-orm';
import { connectAccount } from '../../../testing/accounts/accounts';
import { makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import { InstrumentedAdapter } from '../../../testing/marketplaces/instrumented-adapter';
import { createTestServer, type TestServer } from '../../../testing/server';
import { TestJobs } from '../../../testing/test-jobs';

export interface Shop {
  user: TestUser;
  product: { id: string };
}

/** A server whose marketplaces say they are real, with jobs and a clock that the test moves. */
export class PublicationHarness {
  readonly jobs = new TestJobs();
  readonly markets: Record<Marketplace, InstrumentedAdapter>;
  now = new Date('2026-11-21T12:00:00Z');
  #server: TestServer | null = null;

  constructor() {
    const clock = () => this.now;
    this.markets = {
      mercadolivre: new InstrumentedAdapter('mercadolivre', { clock }),
      amazon: new InstrumentedAdapter('amazon', { clock }),
    };
  }

  async open(): Promise<void> {
    const { mercadolivre, amazon } = this.markets;
    const marketplaces = { mercadolivre: mercadolivre.adapter, amazon: amazon.adapter };
    const clock = () => this.now;
    this.#server = await createTestServer({ deps: { marketplaces, jobs: this.jobs, clock } });
  }

  get server(): TestServer {
    if (this.#server === null) throw new Error('the harness is not open');
    return this.#server;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** As for a new test. */
  reset(): void {
    this.jobs.waiting.length = 0;
    for (const market of Object.values(this.markets)) market.reset();
  }

  later(minutes: number): void {
    this.now = new Date(this.now.getTime() + minutes * 60_000);
  }

  /** Does the jobs that are due; answers what they rejected with. */
  work(): Promise<unknown[]> {
    return this.jobs.work(this.server.deps);
  }

  act(user: TestUser, path: string, body?: object) {
    return this.server.call('POST', `/api/${path}`, {
      token: user.token,
      ...(body === undefined ? {} : { body }),
    });
  }

  /** A seller with an account on both marketplaces, and one product. */
  async makeShop(fields: Record<string, unknown> = {}): Promise<Shop> {
    const user = await makeUser(this.server);
    for (const marketplace of MARKETPLACES) await connectAccount(this.server, user, { marketplace });
    return { user, product: await makeProduct(this.server, user, fields) };
  }

  async publish({ user, product }: Shop, path = 'mercadolivre') {
    const answer = await this.act(user, `${path}/publicar/${product.id}`);
    if (answer.status !== 200) throw new Error(`not published: ${answer.text}`);
    return answer.body;
  }

  /** The same with the product on sale on Mercado Livre. */
  async publishedShop(fields: Record<string, unknown> = {}): Promise<Shop> {
    const shop = await this.makeShop(fields);
    await this.publish(shop);
    const failures = await this.work();
    if (failures.length > 0) throw failures[0];
    return shop;
  }

  /** Saves the product with some fields changed, as its form does. */
  async edit({ user, product }: Shop, fields: object) {
    const [stored] = (await this.server.call('GET', '/api/produtos', { token: user.token })).body;
    return this.server.call('PUT', `/api/produtos/${product.id}`, {
      token: user.token,
      body: { ...stored, ...fields },
    });
  }

  /** The listing as its seller's screen shows it; null: none. */
  async stateOf({ user, product }: Shop, marketplace: Marketplace = 'mercadolivre'): Promise<Listing | null> {
    const input = encodeURIComponent(JSON.stringify({ ids: [product.id] }));
    const { body } = await this.server.call('GET', `/trpc/publication.states?input=${input}`, {
      token: user.token,
    });
    const itens: Listing[] = body.result.data.itens;
    return itens.find((item) => item.marketplace === marketplace) ?? null;
  }

  async flagsOf({ product }: Shop) {
    const [row] = await this.server.db
      .select({ ml: products.publicado_ml, amazon: products.publicado_amazon })
      .from(products)
      .where(eq(products.id, product.id));
    if (row === undefined) throw new Error('the product is gone');
    return row;
  }

  /** The marketplaces with this product's stock in the outbox. */
  async pendingPushesOf({ product }: Shop): Promise<Marketplace[]> {
    const rows = await this.server.db
      .select({ marketplace: stockPushes.marketplace })
      .from(stockPushes)
      .where(eq(stockPushes.produto_id, product.id));
    return rows.map(({ marketplace }) => marketplace);
  }
}
