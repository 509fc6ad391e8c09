import type { FakeOrder, Handler, World } from '../world';
import { ok, refused } from '../world';

/** Amazon wants the moment to lie this far back. */
const SEARCH_DELAY_MS = 2 * 60_000;

/** searchOrders by `lastUpdatedAfter`, in pages; the other parameters must not change between pages. */
export const searchOrders: Handler = (world, { query }, seller) => {
  const { lastUpdatedAfter, createdAfter, paginationToken, maxResultsPerPage, ...rest } = query;
  if ((lastUpdatedAfter === undefined) === (createdAfter === undefined)) {
    return refused(400, 'InvalidInput', 'Provide exactly one of createdAfter and lastUpdatedAfter.');
  }
  const after = new Date(lastUpdatedAfter ?? createdAfter ?? '');
  if (after.getTime() > world.clock().getTime() - SEARCH_DELAY_MS) {
    return refused(400, 'InvalidInput', 'The date must be at least two minutes in the past.');
  }
  const asked = JSON.stringify({ ...rest, after });
  const page = paginationToken ? readToken(paginationToken) : { asked, offset: 0 };
  if (page?.asked !== asked) return refused(400, 'InvalidInput', 'Invalid paginationToken.');
  const found = [...seller.orders.values()].filter((order) => {
    if (rest['fulfilledBy'] !== undefined && order.fulfilledBy !== rest['fulfilledBy']) return false;
    return lastUpdatedAfter === undefined ? order.criado_em >= after : order.atualizado_em >= after;
  });
  const size = Math.min(world.pageSize, Number(maxResultsPerPage ?? 100));
  const end = page.offset + size;
  return ok({
    orders: found.slice(page.offset, end).map((order) => orderBody(world, order)),
    ...(end < found.length ? { pagination: { nextToken: writeToken({ asked, offset: end }) } } : {}),
    lastUpdatedBefore: new Date(world.clock().getTime() - SEARCH_DELAY_MS).toISOString(),
  });
};

type Page = { asked: string; offset: number };

function writeToken(page: Page): string {
  return Buffer.from(JSON.stringify(page)).toString('base64');
}

function readToken(token: string): Page | null {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString('utf8')) as Page;
  } catch {
    return null;
  }
}

/** getOrder with the parts that were asked for. */
export const getOrder: Handler = (world, { path, query }, seller) => {
  const order = seller.orders.get(path['orderId'] ?? '');
  if (!order) return refused(404, 'NotFound', 'The order was not found.');
  const parts = new Set((query['includedData'] ?? '').split(','));
  return ok({ order: { ...orderBody(world, order), ...partsOf(order, parts) } });
};

function orderBody(world: World, order: FakeOrder): Record<string, unknown> {
  return {
    orderId: order.orderId,
    createdTime: order.criado_em.toISOString(),
    lastUpdatedTime: order.atualizado_em.toISOString(),
    programs: order.programs,
    salesChannel: {
      channelName: 'AMAZON',
      marketplaceId: world.marketplaceId,
      marketplaceName: 'Amazon.com.br',
    },
    orderItems: [itemBody(order)],
  };
}

function itemBody(order: FakeOrder): Record<string, unknown> {
  const shipped = order.status === 'SHIPPED' ? order.quantidade : 0;
  return {
    orderItemId: order.orderItemId,
    quantityOrdered: order.quantidade,
    product: {
      asin: order.asin,
      title: order.titulo,
      sellerSku: order.sku,
      price: { unitPrice: money(order.preco_centavos) },
    },
    fulfillment: { quantityFulfilled: shipped, quantityUnfulfilled: order.quantidade - shipped },
  };
}

function partsOf(order: FakeOrder, parts: ReadonlySet<string>): Record<string, unknown> {
  const visible = order.withRecipient && order.status !== 'PENDING';
  const total = money(order.preco_centavos * order.quantidade);
  const given: [string, Record<string, unknown>][] = [
    [
      'BUYER',
      visible ? { buyer: { buyerName: 'Maria Silva', buyerEmail: 'x@marketplace.amazon.com.br' } } : {},
    ],
    ['RECIPIENT', visible ? { recipient: { deliveryAddress: ADDRESS } } : {}],
    ['PROCEEDS', { proceeds: { grandTotal: total } }],
    ['FULFILLMENT', { fulfillment: fulfillmentOf(order) }],
    [
      'PACKAGES',
      order.packages.length > 0
        ? { packages: order.packages.map((parcel) => packageBody(order, parcel)) }
        : {},
    ],
    ['TAX', { tax: { taxInvoicing: { invoiceStatus: order.invoiceStatus } } }],
    ['PAYMENT', { payment: { paymentExecutions: [{ paymentMethod: 'Pix', paymentAmount: total }] } }],
    [
      'CANCELLATION',
      order.cancellationRequested ? { orderItems: [{ ...itemBody(order), ...ASKED_TO_CANCEL }] } : {},
    ],
  ];
  return Object.assign({}, ...given.filter(([part]) => parts.has(part)).map(([, fields]) => fields));
}

const ASKED_TO_CANCEL = {
  cancellation: { cancellationRequest: { requester: 'BUYER', cancelReason: 'Comprei por engano' } },
};

function fulfillmentOf({ status, fulfilledBy, labelFrom }: FakeOrder): Record<string, unknown> {
  return {
    fulfillmentStatus: status,
    fulfilledBy,
    fulfillmentServiceLevel: 'STANDARD',
    ...(labelFrom ? { labelPrintingWindow: { earliestDateTime: labelFrom.toISOString() } } : {}),
  };
}

function packageBody(order: FakeOrder, { status, ...parcel }: FakeOrder['packages'][number]): object {
  const packageItems = [{ orderItemId: order.orderItemId, quantity: order.quantidade }];
  return { ...parcel, packageStatus: { status }, packageItems };
}

function money(cents: number): { amount: string; currencyCode: string } {
  return { amount: (cents / 100).toFixed(2), currencyCode: 'BRL' };
}

const ADDRESS = {
  name: 'Maria Silva Santos',
  addressLine1: 'Rua das Flores, 123',
  city: 'São Paulo',
  stateOrRegion: 'SP',
  postalCode: '01234-567',
  countryCode: 'BR',
  extendedFields: {
    streetName: 'Rua das Flores',
    streetNumber: '123',
    complement: 'Apartamento 45',
    neighborhood: 'Vila Madalena',
  },
};
