import { createHash } from 'node:crypto';
import { zipSync } from 'fflate';
import { at, dateAt, listAt, textAt } from '../../../src/http/json';
import {
  draw,
  type FakeOrder,
  type FakeReply,
  type FakeSeller,
  type Handler,
  ok,
  refused,
  type World,
} from '../world';

/** Carriers that this Seller Central knows; "Other" needs a name. */
const CARRIERS = ['Correios', 'Other'];

/** createScheduledPackageBulk: a link to a zip that can be fetched once. */
export const createScheduledPackageBulk: Handler = (world, { body }, seller) => {
  const asked = listAt(body, 'orderScheduleDetailsList').map((entry) => textAt(entry, 'amazonOrderId') ?? '');
  const checked = asked.map((orderId) => ({
    orderId,
    problem: labelProblem(world, seller.orders.get(orderId)),
  }));
  const good = checked.filter(({ problem }) => problem === null);
  const rejectedOrders = checked.flatMap(({ orderId, problem }) =>
    problem ? [{ amazonOrderId: orderId, error: { code: 'InvalidInput', message: problem } }] : [],
  );
  if (good.length === 0) return ok({ scheduledPackages: [], rejectedOrders });
  const path = `/documents/${draw(world, 6)}.zip`;
  world.documents.set(path, zipSync(Object.assign({}, ...good.map(({ orderId }) => documentsOf(orderId)))));
  return ok({
    scheduledPackages: good.map(({ orderId }) => scheduledPackage(orderId)),
    rejectedOrders,
    printableDocumentsUrl: world.url + path,
  });
};

function labelProblem(world: World, order: FakeOrder | undefined): string | null {
  if (!order) return "Couldn't find the order details.";
  if (order.fulfilledBy === 'AMAZON') return 'The order is fulfilled by Amazon.';
  if (!order.programs.includes('DELIVERY_BY_AMAZON')) return 'The order is not an Easy Ship order.';
  if (order.status !== 'UNSHIPPED') return 'The order is not ready to be scheduled.';
  if (order.invoiceStatus !== 'ACCEPTED' && order.invoiceStatus !== 'NOT_REQUIRED')
    return 'Invoice required.';
  return order.labelFrom && order.labelFrom > world.clock() ? 'The label cannot be printed yet.' : null;
}

function documentsOf(orderId: string): Record<string, Uint8Array> {
  const pdf = (text: string) => new TextEncoder().encode(`%PDF-1.4\n% ${text} ${orderId}\n%%EOF\n`);
  return {
    [`${orderId}/invoice.pdf`]: pdf('invoice'),
    [`${orderId}/shipping-label.pdf`]: pdf('label'),
  };
}

function scheduledPackage(orderId: string): object {
  return {
    scheduledPackageId: { amazonOrderId: orderId, packageId: `package-${orderId}` },
    packageDimensions: { length: 12, width: 12, height: 12, unit: 'cm' },
    packageWeight: { value: 200, unit: 'g' },
    packageTimeSlot: { slotId: `slot-${orderId}` },
    packageStatus: 'ReadyForPickup',
    trackingDetails: { trackingId: `TBA${orderId.replaceAll('-', '')}` },
  };
}

/** submitInvoice: takes a document whose MD5 is right, and begins to check it. */
export const submitInvoice: Handler = (world, { query, body }, seller) => {
  const order = seller.orders.get(query['orderId'] ?? '');
  if (!order) return refused(404, 'EntityNotFound', 'Entity (OrderId) was not found');
  const content = Buffer.from(textAt(body, 'invoiceContent') ?? '', 'base64');
  const digest = createHash('md5').update(content).digest('base64');
  const program = order.programs.includes('DELIVERY_BY_AMAZON') ? 'EasyShip' : 'SelfShip';
  if (digest !== textAt(body, 'contentMD5Value'))
    return refused(400, 'InvalidInput', 'Invalid contentMD5Value.');
  if (program !== textAt(body, 'programType')) return refused(400, 'InvalidInput', 'Invalid programType.');
  if (!content.toString('utf8').includes('<nfeProc')) return refused(400, 'InvalidInput', 'Invalid invoice.');
  touch(world, order).invoiceStatus = 'PROCESSING';
  return ok({});
};

const INVOICE_WORDS = {
  NOT_REQUIRED: 'NotFound',
  NOT_FOUND: 'NotFound',
  PROCESSING: 'Processing',
  ERRORED: 'Errored',
  ACCEPTED: 'Accepted',
} as const;

/** getInvoiceStatus. */
export const getInvoiceStatus: Handler = (_world, { query }, seller) => {
  const order = seller.orders.get(query['orderId'] ?? '');
  if (!order) return refused(404, 'EntityNotFound', 'Entity (OrderId) was not found');
  return ok({ amazonOrderId: order.orderId, invoiceStatus: INVOICE_WORDS[order.invoiceStatus] });
};

/** confirmShipment of the Orders API v0. */
export const confirmShipment: Handler = (world, { path, body }, seller) => {
  const order = seller.orders.get(path['orderId'] ?? '');
  if (!order) return refused(404, 'NotFound', 'The order was not found.');
  const problem = shipmentProblem(world, order, at(body, 'packageDetail'));
  if (problem) return refused(400, 'InvalidInput', problem);
  if (world.ignoreConfirmations > 0) {
    world.ignoreConfirmations -= 1;
    return { status: 204, body: undefined };
  }
  return recordShipment(world, order, at(body, 'packageDetail'));
};

function shipmentProblem(world: World, order: FakeOrder, parcel: unknown): string | null {
  const carrier = textAt(parcel, 'carrierCode') ?? '';
  const shipped = dateAt(parcel, 'shipDate');
  if (order.fulfilledBy === 'AMAZON') return 'The order is fulfilled by Amazon.';
  if (order.programs.includes('DELIVERY_BY_AMAZON')) return 'Easy Ship orders are confirmed by Amazon.';
  if (order.status === 'PENDING' || order.status === 'CANCELLED') return 'The order cannot be shipped.';
  if (!CARRIERS.includes(carrier)) return 'Invalid carrierCode.';
  if (carrier === 'Other' && !textAt(parcel, 'carrierName')) return 'carrierName is required for Other.';
  if (!shipped || shipped > world.clock() || shipped < order.criado_em) return 'Invalid shipDate.';
  if (!/^[1-9]\d*$/.test(textAt(parcel, 'packageReferenceId') ?? '')) return 'Invalid packageReferenceId.';
  const items = listAt(parcel, 'orderItems');
  const fits = items.every(
    (item) => textAt(item, 'orderItemId') === order.orderItemId && at(item, 'quantity') === order.quantidade,
  );
  return items.length === 1 && fits ? null : 'Invalid orderItems.';
}

function recordShipment(world: World, order: FakeOrder, parcel: unknown): FakeReply {
  const packageReferenceId = textAt(parcel, 'packageReferenceId') ?? '';
  const others = order.packages.filter((known) => known.packageReferenceId !== packageReferenceId);
  const changed = touch(world, order);
  changed.status = 'SHIPPED';
  changed.packages = [
    ...others,
    {
      packageReferenceId,
      carrier: textAt(parcel, 'carrierName') ?? textAt(parcel, 'carrierCode') ?? '',
      trackingNumber: textAt(parcel, 'trackingNumber') ?? '',
      shipTime: textAt(parcel, 'shipDate') ?? '',
      status: 'SHIPPED',
    },
  ];
  return { status: 204, body: undefined };
}

/** The order, marked as changed now. */
export function touch(world: World, order: FakeOrder): FakeOrder {
  order.atualizado_em = world.clock();
  return order;
}

/** Lets Amazon finish what it is checking for the seller. */
export function finishInvoices(world: World, seller: FakeSeller): void {
  for (const order of seller.orders.values()) {
    if (order.invoiceStatus === 'PROCESSING') touch(world, order).invoiceStatus = 'ACCEPTED';
  }
}
