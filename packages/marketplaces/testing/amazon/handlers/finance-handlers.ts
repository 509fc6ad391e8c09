import { type FakeOrder, type FakeTransaction, type Handler, ok, refused, type World } from '../world';

/** Finances may leave out orders that are younger. */
const HIDDEN_MS = 48 * 60 * 60_000;

/** listTransactions of one order, a page at a time; the other arguments stay the same between pages. */
export const listTransactions: Handler = (world, { query }, seller) => {
  const { relatedIdentifierName: name, relatedIdentifierValue: value, postedAfter, nextToken } = query;
  if (postedAfter === undefined && (name === undefined || value === undefined)) {
    return refused(400, 'InvalidInput', 'Provide postedAfter or a related identifier.');
  }
  if (name !== 'ORDER_ID') return refused(400, 'InvalidInput', 'Only ORDER_ID is known here.');
  const [asked, offset] = nextToken === undefined ? [value, 0] : readToken(nextToken);
  if (asked !== value) return refused(400, 'InvalidInput', 'Invalid nextToken.');
  const order = seller.orders.get(value ?? '');
  const shown = order && isOldEnough(world, order) ? order.transactions : [];
  const end = offset + world.pageSize;
  return ok({
    payload: {
      transactions: shown.slice(offset, end).map((one) => transactionBody(value ?? '', one, world)),
      ...(end < shown.length && { nextToken: `${value} ${end}` }),
    },
  });
};

function readToken(token: string): [string, number] {
  const [order = '', offset] = token.split(' ');
  return [order, Number(offset)];
}

const isOldEnough = (world: World, { criado_em }: FakeOrder) =>
  world.clock().getTime() - criado_em.getTime() >= HIDDEN_MS;

function transactionBody(
  orderId: string,
  { id, status, type, fees, releases }: FakeTransaction,
  world: World,
) {
  const taken = Object.values(fees).reduce((sum, cents) => sum + cents, 0);
  const breakdowns = [
    { breakdownType: 'Product Charges', breakdownAmount: money(10_000), breakdowns: [] },
    {
      breakdownType: 'AmazonFees',
      breakdownAmount: money(-taken),
      breakdowns: Object.entries(fees).map(([breakdownType, cents]) => ({
        breakdownType,
        breakdownAmount: money(-cents),
        breakdowns: [{ breakdownType: 'Base', breakdownAmount: money(-cents), breakdowns: [] }],
      })),
    },
  ];
  return {
    transactionId: id,
    transactionType: type,
    transactionStatus: status,
    postedDate: world.clock().toISOString(),
    totalAmount: money(10_000 - taken),
    relatedIdentifiers: [
      related('ORDER_ID', orderId),
      ...(releases ? [related('DEFERRED_TRANSACTION_ID', releases)] : []),
    ],
    // The items repeat what the transaction says.
    items: [{ description: 'Fone', totalAmount: money(10_000 - taken), breakdowns }],
    breakdowns,
  };
}

const related = (relatedIdentifierName: string, relatedIdentifierValue: string) => ({
  relatedIdentifierName,
  relatedIdentifierValue,
});

const money = (cents: number) => ({ currencyCode: 'BRL', currencyAmount: cents / 100 });
