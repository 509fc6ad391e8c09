/** An item of Amazon's catalogue. */
export type FakeCatalogItem = {
  asin: string;
  ean: string;
  titulo: string;
  marca: string | null;
  /** A reason code of getListingsRestrictions: the account may not sell it. */
  restricao?: 'APPROVAL_REQUIRED' | 'ASIN_NOT_FOUND' | 'NOT_ELIGIBLE';
  /** Issues (as in the model) of every submission; one with severity ERROR makes it INVALID. */
  issuesOnSubmission?: readonly object[];
  /** Issues that show up after ACCEPTED, on reading the listing. */
  issuesLater?: readonly object[];
};

/** A listing of a seller. It is for sale once it is processed and has stock. */
export type FakeListing = {
  sku: string;
  asin: string;
  attributes: Record<string, unknown>;
  processed: boolean;
  /** How often it was read since it was accepted: the third reading finds it processed. */
  readings: number;
  criado_em: Date;
  atualizado_em: Date;
};

export type FakePackage = {
  packageReferenceId: string;
  carrier: string;
  trackingNumber: string;
  shipTime: string;
  status: 'PENDING' | 'IN_TRANSIT' | 'SHIPPED' | 'DELIVERED' | 'CANCELLED' | 'UNDELIVERABLE';
};

export type InvoiceStatus = 'NOT_REQUIRED' | 'NOT_FOUND' | 'PROCESSING' | 'ERRORED' | 'ACCEPTED';

/** A movement of money of an order, as Amazon's Finances show it; amounts in cents, positive where Amazon takes them. */
export type FakeTransaction = {
  id: string;
  status: 'DEFERRED' | 'RELEASED' | 'DEFERRED_RELEASED';
  type: string;
  /** By Amazon's names: `Commission`. */
  fees: Readonly<Record<string, number>>;
  /** The transaction that was held back and is released by this one. */
  releases?: string;
};

/** What Amazon takes of an item: a share of its price, and amounts in cents by Amazon's names (`FBAFees`). */
export type FakeFees = { share: number; fees: Readonly<Record<string, number>> };

/** An order of one item. */
export type FakeOrder = {
  orderId: string;
  orderItemId: string;
  sku: string;
  asin: string;
  titulo: string;
  quantidade: number;
  preco_centavos: number;
  status: 'PENDING' | 'UNSHIPPED' | 'PARTIALLY_SHIPPED' | 'SHIPPED' | 'CANCELLED' | 'UNFULFILLABLE';
  /** `AMAZON`: sent from Amazon's warehouse. */
  fulfilledBy: 'MERCHANT' | 'AMAZON';
  programs: string[];
  invoiceStatus: InvoiceStatus;
  labelFrom: Date | null;
  /** False: the application may not read personal data. */
  withRecipient: boolean;
  cancellationRequested: boolean;
  packages: FakePackage[];
  transactions: FakeTransaction[];
  criado_em: Date;
  atualizado_em: Date;
};

/** A seller's account. */
export type FakeSeller = {
  vendedor_id: string;
  nome: string;
  refresh_token: string;
  participa: boolean;
  listings: Map<string, FakeListing>;
  orders: Map<string, FakeOrder>;
};

/** All that the fake server knows. */
export type World = {
  url: string;
  marketplaceId: string;
  clock: () => Date;
  /** Orders per page of searchOrders, at most. */
  pageSize: number;
  sellers: Map<string, FakeSeller>;
  catalog: FakeCatalogItem[];
  /** By ASIN; 12 % where nothing is told. */
  fees: Map<string, FakeFees>;
  /** Documents that wait for their one download, by path. */
  documents: Map<string, Uint8Array>;
  /** The next confirmShipment answers 204 and changes nothing. */
  ignoreConfirmations: number;
  drawn: number;
};

/** A call that passed the model's rules. Path parameters are decoded. */
export type FakeCall = {
  operation: string;
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: unknown;
};

export type FakeReply = { status: number; body: unknown; headers?: Readonly<Record<string, string>> };

/** One operation, for the seller whose token the call bore. */
export type Handler = (world: World, call: FakeCall, seller: FakeSeller) => FakeReply;

/** An answer of 200. */
export function ok(body: unknown): FakeReply {
  return { status: 200, body };
}

/** A refusal as most of the models describe it. */
export function refused(status: number, code: string, message: string): FakeReply {
  return { status, body: { errors: [{ code, message, details: '' }] } };
}

/** A number that was not drawn before, with the given count of digits. */
export function draw(world: World, digits: number): string {
  world.drawn += 1;
  return String(world.drawn).padStart(digits, '0');
}
