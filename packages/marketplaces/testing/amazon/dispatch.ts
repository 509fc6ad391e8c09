import type { IncomingHttpHeaders } from 'node:http';
import { getMyFeesEstimateForASIN, getMyFeesEstimateForSKU } from './handlers/fee-handlers';
import { listTransactions } from './handlers/finance-handlers';
import {
  deleteListingsItem,
  getListingsItem,
  getListingsRestrictions,
  patchListingsItem,
  putListingsItem,
  searchCatalogItems,
  searchListingsItems,
} from './handlers/listing-handlers';
import { getOrder, searchOrders } from './handlers/order-handlers';
import {
  confirmShipment,
  createScheduledPackageBulk,
  getInvoiceStatus,
  submitInvoice,
} from './handlers/shipping-handlers';
import type { FakeLogin } from './login';
import { type ModelOperation, modelOperations } from './models';
import { faultsOf } from './request-rules';
import { sandboxReply } from './sandbox';
import {
  type FakeCall,
  type FakeReply,
  type FakeSeller,
  type Handler,
  ok,
  refused,
  type World,
} from './world';

/** A request as it came. */
export type Exchange = { method: string; url: URL; headers: IncomingHttpHeaders; text: string };

/** What a request meets. */
export type Setting = {
  world: World;
  login: FakeLogin;
  calls: FakeCall[];
  sandbox: boolean;
  violate: (text: string) => void;
};

/** `name` is what failures are scripted by; `run` gives the answer and has the effect. */
export type Dispatched = { name: string; run: () => FakeReply };

const getMarketplaceParticipations: Handler = ({ marketplaceId }, _call, { nome, participa }) => {
  const marketplace = {
    id: participa ? marketplaceId : 'ATVPDKIKX0DER',
    countryCode: participa ? 'BR' : 'US',
    name: participa ? 'Amazon.com.br' : 'Amazon.com',
    defaultCurrencyCode: 'BRL',
    defaultLanguageCode: 'pt_BR',
    domainName: 'www.amazon.com.br',
  };
  const participation = { isParticipating: true, hasSuspendedListings: false };
  return ok({ payload: [{ marketplace, storeName: nome, participation }] });
};

const HANDLERS: Readonly<Record<string, Handler>> = {
  confirmShipment,
  createScheduledPackageBulk,
  deleteListingsItem,
  getInvoiceStatus,
  getListingsItem,
  getListingsRestrictions,
  getMarketplaceParticipations,
  getMyFeesEstimateForASIN,
  getMyFeesEstimateForSKU,
  getOrder,
  listTransactions,
  patchListingsItem,
  putListingsItem,
  searchCatalogItems,
  searchListingsItems,
  searchOrders,
  submitInvoice,
};

/** The operations that the fake keeps state for. */
export const HANDLED_OPERATIONS = Object.keys(HANDLERS);

/** Finds what the request is for. */
export function dispatch(setting: Setting, exchange: Exchange): Dispatched {
  const { method, url } = exchange;
  if (method === 'POST' && url.pathname === '/auth/o2/token') {
    return { name: 'token', run: () => grant(setting, exchange) };
  }
  if (method === 'GET' && url.pathname === '/apps/authorize/consent') {
    return { name: 'consent', run: () => consent(setting, exchange) };
  }
  if (method === 'GET' && setting.world.documents.has(url.pathname)) {
    return { name: 'document', run: () => document(setting, exchange) };
  }
  const operation = modelOperations().find(
    (known) => known.method === method && known.pattern.test(url.pathname),
  );
  const handler = operation ? HANDLERS[operation.id] : undefined;
  if (operation && handler) {
    return { name: operation.id, run: () => operate(setting, exchange, { operation, handler }) };
  }
  if (url.pathname.startsWith('/documents/'))
    return { name: 'document', run: () => ({ status: 403, body: {} }) };
  setting.violate(`${method} ${url.pathname}: no such operation`);
  return { name: 'unknown', run: () => refused(404, 'NotFound', 'No such operation.') };
}

function grant({ login, violate }: Setting, { headers, text, url }: Exchange): FakeReply {
  const form = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  if (!form || url.search !== '') violate('token: the fields belong in a form body');
  return login.token(new URLSearchParams(text));
}

function consent({ login, violate }: Setting, { url }: Exchange): FakeReply {
  const reply = login.consent(url.searchParams);
  if (!reply) violate('consent: application, state or return address is missing');
  return reply ?? { status: 400, body: {} };
}

/** A document is there for one download, and its address is its only key. */
function document({ world, violate }: Setting, { url, headers }: Exchange): FakeReply {
  if (headers['x-amz-access-token']) violate('document: the access token was sent to a document address');
  const bytes = world.documents.get(url.pathname);
  world.documents.delete(url.pathname);
  return { status: 200, body: bytes };
}

type Matched = { operation: ModelOperation; handler: Handler };

function operate(setting: Setting, exchange: Exchange, { operation, handler }: Matched): FakeReply {
  const seller = setting.login.sellerOf(String(exchange.headers['x-amz-access-token'] ?? ''));
  if (!seller) return refused(403, 'Unauthorized', 'The access token you provided has expired.');
  const body = parsed(exchange.text);
  const faults = [
    ...headerFaults(exchange),
    ...faultsOf(operation, { query: exchange.url.searchParams, body }),
    ...scopeFaults(setting.world, exchange),
  ];
  for (const fault of faults) setting.violate(`${operation.id}: ${fault}`);
  if (faults.length > 0) return refused(400, 'InvalidInput', faults.join('; '));
  const call: FakeCall = {
    operation: operation.id,
    path: decoded(operation.pattern.exec(exchange.url.pathname)?.groups ?? {}),
    query: Object.fromEntries(exchange.url.searchParams),
    body,
  };
  setting.calls.push(call);
  if (setting.sandbox) return sandboxReply(call);
  return checked(setting, { operation, handler }, { call, seller });
}

function checked(
  { world, violate }: Setting,
  { operation, handler }: Matched,
  { call, seller }: { call: FakeCall; seller: FakeSeller },
): FakeReply {
  const { sellerId } = call.path;
  if (sellerId !== undefined && sellerId !== seller.vendedor_id) {
    return refused(403, 'Unauthorized', 'Access to requested resource is denied.');
  }
  const reply = handler(world, call, seller);
  const answer = operation.answers.get(reply.status);
  // The fake must not teach the adapter shapes that Amazon does not send.
  if (answer && !answer(reply.body)) {
    violate(`${operation.id}: the fake's own answer breaks the model: ${JSON.stringify(answer.errors?.[0])}`);
  }
  return reply;
}

function headerFaults({ headers, text }: Exchange): string[] {
  const faults: string[] = [];
  if (!/^\S+\/\S+ \(Language=\w+/.test(headers['user-agent'] ?? ''))
    faults.push('user-agent names no application');
  if (!headers.accept?.includes('application/json')) faults.push('accept is not JSON');
  if (text !== '' && headers['content-type'] !== 'application/json')
    faults.push('the body is not sent as JSON');
  return faults;
}

/** Every call is about this marketplace and none other. */
function scopeFaults({ marketplaceId }: World, { url }: Exchange): string[] {
  const given =
    url.searchParams.get('marketplaceIds') ?? url.searchParams.get('marketplaceId') ?? marketplaceId;
  return given === marketplaceId ? [] : [`another marketplace: ${given}`];
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function decoded(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
}
