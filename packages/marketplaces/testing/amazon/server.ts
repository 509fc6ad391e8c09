import { type FailureRule, FailureScript } from '@esteira/config/testing/failure-script';
import {
  type Exchange,
  type LocalReply,
  type LocalRequest,
  LocalServer,
} from '@esteira/config/testing/local-server';
import { dispatch } from './dispatch';
import { FAKE_APPLICATION, FakeLogin } from './login';
import {
  addListing,
  addOrder,
  addSeller,
  changeOrder,
  finishAll,
  type ListingChoice,
  type OrderChoice,
} from './sellers';
import type {
  FakeCall,
  FakeCatalogItem,
  FakeFees,
  FakeOrder,
  FakeReply,
  FakeSeller,
  FakeTransaction,
  World,
} from './world';

export type FakeAmazonOptions = {
  clock?: () => Date;
  marketplaceId?: string;
  /** Orders per page of a search, at most. */
  pageSize?: number;
  /** True: every call is answered with the official static sandbox examples; nothing has an effect. */
  sandbox?: boolean;
};

/** A connected seller, with what a test needs to act for them. */
export type ConnectedSeller = {
  vendedor_id: string;
  refresh_token: string;
  access_token: string;
  /** The `spapi_oauth_code` of a consent, for one exchange. */
  code: string;
};

/**
 * A strict Selling Partner API on a free local port, with Login with Amazon beside it. Requests are checked
 * against the official models; what breaks them is answered with 400 and kept in `violations`, which a test
 * asserts to be empty. For tests only: nothing of production imports it.
 */
export class FakeAmazon {
  readonly application = FAKE_APPLICATION;
  readonly violations: string[] = [];
  /** Every call that reached an operation, in order. */
  readonly calls: FakeCall[] = [];
  readonly #world: World;
  readonly #login: FakeLogin;
  readonly #failures = new FailureScript();
  #server: LocalServer | undefined;
  readonly #sandbox: boolean;

  constructor(options: FakeAmazonOptions) {
    this.#world = {
      url: '',
      marketplaceId: options.marketplaceId ?? 'A2Q3Y263D00KWC',
      clock: options.clock ?? (() => new Date()),
      pageSize: options.pageSize ?? 100,
      sellers: new Map(),
      catalog: [],
      fees: new Map(),
      documents: new Map(),
      ignoreConfirmations: 0,
      drawn: 0,
    };
    this.#sandbox = options.sandbox ?? false;
    this.#login = new FakeLogin(this.#world);
  }

  /** The address of the SP-API, of Login with Amazon and of the page of consent. */
  get url(): string {
    return this.#world.url;
  }

  get marketplaceId(): string {
    return this.#world.marketplaceId;
  }

  /** How many access tokens were given for refresh tokens. */
  get renewals(): number {
    return this.#login.renewals;
  }

  connectSeller({ nome = 'Loja da Ana', participa = true } = {}): ConnectedSeller {
    const seller = addSeller(this.#world, { nome, participa });
    const { vendedor_id, refresh_token } = seller;
    const access_token = this.#login.newAccessToken(vendedor_id);
    return { vendedor_id, refresh_token, access_token, code: this.#login.newCode(seller) };
  }

  addCatalogItem(item: FakeCatalogItem): void {
    this.#world.catalog.push(item);
  }

  /** A listing that the seller made some other way. */
  seedListing(vendedor_id: string, listing: ListingChoice): void {
    addListing(this.#world, this.#sellerOf(vendedor_id), listing);
  }

  /** @throws where a call about the seller's listings could have changed something. */
  assertNoWrites(vendedor_id: string): void {
    const writes = this.calls.filter(
      ({ operation, path, query }) =>
        path['sellerId'] === vendedor_id &&
        /^(?:put|patch|delete)/.test(operation) &&
        query['mode'] !== 'VALIDATION_PREVIEW',
    );
    if (writes.length > 0) throw new Error(`written: ${writes.map(({ operation }) => operation).join(', ')}`);
  }

  /** A paid order of the seller's listing (unless `pendente`), carried by Amazon (unless told otherwise). */
  createPaidOrder(vendedor_id: string, choice: OrderChoice): FakeOrder {
    return structuredClone(addOrder(this.#world, this.#sellerOf(vendedor_id), choice));
  }

  /** Changes an order at Amazon's side: its payment clears, a parcel moves, an invoice is refused. */
  changeOrder(orderId: string, changes: Partial<FakeOrder>): void {
    changeOrder(this.#world, orderId, changes);
  }

  /** What Finances tell of the order from now on; it is not visible before the order is two days old. */
  setTransactions(orderId: string, transactions: FakeTransaction[]): void {
    changeOrder(this.#world, orderId, { transactions });
  }

  /** What Amazon takes of an item from now on. */
  setFees(asin: string, fees: FakeFees): void {
    this.#world.fees.set(asin, fees);
  }

  cancelOrder(orderId: string): void {
    changeOrder(this.#world, orderId, { status: 'CANCELLED' });
  }

  requestCancellation(orderId: string): void {
    changeOrder(this.#world, orderId, { cancellationRequested: true });
  }

  /** What the account has for sale, by SKU: units and whether Amazon is done with it. */
  listingsOf(vendedor_id: string): { sku: string; attributes: unknown; processed: boolean }[] {
    return [...this.#sellerOf(vendedor_id).listings.values()].map((listing) => structuredClone(listing));
  }

  /** Lets submissions and invoices finish. */
  finishProcessing(): void {
    finishAll(this.#world);
  }

  /** Scripts a failure for calls to come. An operation is its operationId, `token`, `consent` or `document`. */
  fail(rule: FailureRule): void {
    this.#failures.add(rule);
  }

  /** The next confirmShipment answers 204 and changes nothing. */
  ignoreNextConfirmation(): void {
    this.#world.ignoreConfirmations += 1;
  }

  expireAccessTokens(): void {
    this.#login.expireAccessTokens();
  }

  expireClientSecret(): void {
    this.#login.secretExpired = true;
  }

  /** The seller withdraws the authorisation: the refresh token stops working. */
  revoke(vendedor_id: string): void {
    this.#sellerOf(vendedor_id).refresh_token = 'revoked';
  }

  async start(): Promise<this> {
    const headers = { 'x-amzn-requestid': 'fake-request' };
    this.#server = await LocalServer.start((request) => this.#meet(request), { headers });
    this.#world.url = this.#server.url;
    return this;
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  #sellerOf(vendedor_id: string): FakeSeller {
    const seller = this.#world.sellers.get(vendedor_id);
    if (!seller) throw new Error(`there is no seller ${vendedor_id}`);
    return seller;
  }

  #meet({ method, url, headers, body }: LocalRequest): Exchange {
    const setting = {
      world: this.#world,
      login: this.#login,
      calls: this.calls,
      sandbox: this.#sandbox,
      violate: (text: string) => this.violations.push(text),
    };
    const text = body.toString('utf8');
    const { name: operation, run } = dispatch(setting, { method, url, headers, text });
    const failure = this.#failures.take({ operation, method, path: url.pathname, body: text });
    return { failure, answer: () => toLocalReply(run()) };
  }
}

/** Starts a fake Amazon; close it when the test is over. */
export function startFakeAmazon(options: FakeAmazonOptions = {}): Promise<FakeAmazon> {
  return new FakeAmazon(options).start();
}

/** Documents are archives; everything else is JSON. */
function toLocalReply({ status, body, headers }: FakeReply): LocalReply {
  if (!(body instanceof Uint8Array)) return { status, body, headers };
  return { status, bytes: { mime: 'application/zip', data: body }, headers };
}
