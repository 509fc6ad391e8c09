import { type FakeReply, type FakeRequest, refuse, wireDate } from './exchange';
import type { FakeOrder, FakeSeller, FakeShipment, FakeState } from './state';

type Body = Record<string, unknown>;

/** GET /orders/{id}. */
export function readOrder(state: FakeState, [id]: string[], seller: FakeSeller): FakeReply {
  const order = state.orders.get(id ?? '');
  if (!order) return refuse(404, 'order_not_found', 'Order do not exists');
  if (order.seller !== seller.id)
    return refuse(403, 'not_owned_order', 'The caller is not the owner of the order');
  return { status: 200, body: orderBody(order) };
}

/** GET /orders/search: the seller's own, newest first, without the cancelled ones. */
export function searchOrders(state: FakeState, { query }: FakeRequest, seller: FakeSeller): FakeReply {
  if (query.get('seller') !== seller.id) return refuse(403, 'forbidden', 'caller.id.not.authorized');
  const limit = Number(query.get('limit') ?? 50);
  const offset = Number(query.get('offset') ?? 0);
  if (limit > 51) return refuse(400, 'bad_request', 'the limit is at most 51');
  if (query.get('sort') !== 'date_desc') state.violate('orders were searched in an order that loses some');
  const from = new Date(query.get('order.date_last_updated.from') ?? 0);
  if (Number.isNaN(from.getTime())) return refuse(400, 'bad_request', 'the date is invalid');
  const found = state
    .ordersOf(seller.id)
    .filter((order) => order.status !== 'cancelled' && order.updated >= from)
    .sort((a, b) => b.created.getTime() - a.created.getTime() || Number(b.id) - Number(a.id));
  const results = found.slice(offset, offset + limit).map(orderBody);
  return { status: 200, body: { query: '', results, paging: { total: found.length, offset, limit } } };
}

/** GET /missed_feeds: the application's, for all sellers. */
export function missedFeeds(state: FakeState, { query }: FakeRequest): FakeReply {
  if (query.get('app_id') !== state.app.id)
    return refuse(403, 'forbidden', 'the application is not the caller');
  const offset = Number(query.get('offset') ?? 0);
  const limit = Number(query.get('limit') ?? 10);
  const wanted = query.get('topic');
  const messages = state.missed.filter(({ topic }) => topic === wanted);
  return { status: 200, body: { messages: messages.slice(offset, offset + limit) } };
}

function orderBody(order: FakeOrder): Body {
  const total = order.lines.reduce((sum, { quantity, unit_price }) => sum + quantity * unit_price, 0);
  const paid = order.paid !== null;
  return {
    id: Number(order.id),
    pack_id: order.pack === null ? null : Number(order.pack),
    status: order.status,
    status_detail: null,
    date_created: wireDate(order.created),
    date_closed: order.paid ? wireDate(order.paid) : null,
    last_updated: wireDate(order.updated),
    order_items: order.lines.map(lineBody),
    total_amount: total,
    paid_amount: paid ? total : 0,
    currency_id: 'BRL',
    buyer: { id: 987_654_321, nickname: 'COMPRADOR', ...(paid ? order.buyer : {}) },
    seller: { id: Number(order.seller) },
    payments: order.paid
      ? [
          {
            id: 5_000_000_001,
            status: 'approved',
            transaction_amount: total,
            date_approved: wireDate(order.paid),
          },
        ]
      : [],
    shipping: { id: order.shipment === null ? null : Number(order.shipment) },
    tags: [...order.tags, ...(paid ? ['paid'] : []), ...(order.pack === null ? [] : ['pack_order'])],
    context: { channel: 'marketplace', site: 'MLB', flows: [] },
  };
}

function lineBody({
  item,
  variation,
  title,
  sku,
  quantity,
  unit_price,
  sale_fee,
}: FakeOrder['lines'][number]): Body {
  return {
    item: {
      id: item,
      title,
      category_id: 'MLB196208',
      variation_id: variation,
      seller_sku: sku,
      seller_custom_field: null,
    },
    quantity,
    unit_price,
    full_unit_price: unit_price,
    currency_id: 'BRL',
    ...(sale_fee !== null && { sale_fee }),
    listing_type_id: 'gold_special',
  };
}

/** GET /shipments/{id}, in the new shape with `x-format-new: true` and in the old one without it. */
export function readShipment(state: FakeState, request: FakeRequest, seller: FakeSeller): FakeReply {
  const shipment = state.shipments.get(request.ids[0] ?? '');
  if (!shipment) return refuse(404, 'not_found', 'Shipment not found');
  if (shipment.seller !== seller.id) return refuse(403, 'forbidden', 'caller.id.not.authorized');
  const format = request.headers['x-format-new'];
  if (format !== undefined && format !== 'true') state.violate(`x-format-new was ${format}`);
  const hidden = state
    .ordersOf(seller.id)
    .some((order) => order.shipment === shipment.id && order.paid === null);
  return { status: 200, body: format ? newShape(shipment, hidden) : oldShape(shipment, hidden) };
}

function newShape(shipment: FakeShipment, hidden: boolean): Body {
  const { receiver } = shipment;
  const shipping_address = {
    street_name: receiver.street,
    street_number: receiver.number,
    comment: receiver.comment,
    zip_code: receiver.zip,
    neighborhood: { name: receiver.neighborhood },
    city: { name: receiver.city },
    state: { id: `BR-${receiver.uf}`, name: receiver.state },
  };
  return {
    ...commonShape(shipment),
    logistic: { mode: shipment.mode, type: shipment.logistic_type, direction: 'forward' },
    external_reference: shipment.pack,
    order_id: null,
    destination: hidden ? null : { receiver_name: receiver.name, receiver_phone: null, shipping_address },
    lead_time: shipment.buffered ? { buffering: { date: wireDate(shipment.buffered) } } : {},
  };
}

function oldShape(shipment: FakeShipment, hidden: boolean): Body {
  const { receiver } = shipment;
  const receiver_address = {
    receiver_name: receiver.name,
    street_name: receiver.street,
    street_number: receiver.number,
    comment: receiver.comment,
    zip_code: receiver.zip,
    neighborhood: { id: null, name: receiver.neighborhood },
    city: { id: null, name: receiver.city },
    state: { id: `BR-${receiver.uf}`, name: receiver.state },
  };
  return {
    ...commonShape(shipment),
    mode: shipment.mode,
    logistic_type: shipment.logistic_type,
    receiver_address: hidden ? null : receiver_address,
    // Half of the full table: the seller pays `list_cost`.
    shipping_option: { list_cost: shipment.list_cost, cost: 0, base_cost: shipment.list_cost * 2 },
    ...(shipment.buffered ? { buffering: { date: wireDate(shipment.buffered) } } : {}),
  };
}

/** GET /shipments/{id}/costs: of all who pay for the parcel, the seller not first. */
export function shipmentCosts(state: FakeState, { ids }: FakeRequest, seller: FakeSeller): FakeReply {
  const shipment = state.shipments.get(ids[0] ?? '');
  if (!shipment) return refuse(404, 'not_found', 'Shipment not found');
  if (shipment.seller !== seller.id) return refuse(403, 'forbidden', 'caller.id.not.authorized');
  if (shipment.sender_cost === null) return refuse(404, 'not_found', 'the costs are not known yet');
  const promoted_amount = shipment.list_cost;
  const payer = { save: 0, compensation: 0, charges: { charge_flex: 0 } };
  const discounts = [{ rate: 0.5, type: 'mandatory', promoted_amount }];
  return {
    status: 200,
    body: {
      gross_amount: shipment.list_cost * 2,
      receiver: { ...payer, user_id: 987_654_321, cost: 0, cost_details: [], discounts },
      senders: [
        { ...payer, user_id: 111_222_333, cost: 99.99, discounts: [] },
        {
          ...payer,
          user_id: Number(seller.id),
          cost: shipment.sender_cost,
          save: promoted_amount,
          discounts,
        },
      ],
    },
  };
}

function commonShape(shipment: FakeShipment): Body {
  return {
    id: Number(shipment.id),
    status: shipment.status,
    substatus: shipment.substatus,
    tracking_number: shipment.tracking,
    last_updated: wireDate(shipment.updated),
  };
}
