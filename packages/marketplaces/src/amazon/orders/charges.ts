import { at, centsAt, listAt, textAt } from '../../http/json';
import type { AdapterContext, OrderCharge, OrderCharges } from '../../port';
import type { AmazonClient } from '../client';
import { requiredList } from '../errors';
import { toFeeCode } from '../fees/fee-codes';

/** More pages than an order's transactions fill; pages may be empty. */
const MAX_PAGES = 20;

/**
 * What Amazon takes of an order, by its Finances (docs/marketplace-rules.md#amazon-charges): nothing in the first two
 * days, then what it expects, and what it charged once the money is released.
 */
export async function readCharges(
  client: AmazonClient,
  ctx: AdapterContext,
  orderId: string,
): Promise<OrderCharges> {
  const transactions: unknown[] = [];
  let token: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const response = await client.call(ctx, {
      operation: 'listTransactions',
      query: { relatedIdentifierName: 'ORDER_ID', relatedIdentifierValue: orderId, nextToken: token },
    });
    const payload = at(response.json(), 'payload');
    transactions.push(...requiredList(payload, 'transactions', 'listTransactions'));
    token = textAt(payload, 'nextToken') ?? undefined;
    if (token === undefined) return { charges: toCharges(transactions), freight: null };
  }
  // Some are missing, and a part of the fees would pass for all of them.
  return { charges: [], freight: null };
}

/** The fees of an order's sale, one a code. Each transaction counts once, and what is given back after it does not. */
export function toCharges(transactions: readonly unknown[]): OrderCharge[] {
  const counted = withoutRepeated(transactions).filter(
    (one) => !RETURNED.test(textAt(one, 'transactionType') ?? ''),
  );
  const isCharged = counted.every((one) => textAt(one, 'transactionStatus') !== 'DEFERRED');
  const sums = new Map<OrderCharge['code'], number>();
  for (const { code, cents } of counted.flatMap(toFees)) sums.set(code, (sums.get(code) ?? 0) + cents);
  return [...sums].map(([code, cents]) => ({ code, cents: Math.max(0, cents), isCharged }));
}

const RETURNED = /refund|chargeback|claim/i;

/** A money that was held back and then released may stand there twice, each naming the other. */
function withoutRepeated(transactions: readonly unknown[]): unknown[] {
  const released = new Set(transactions.flatMap((one) => relatedTo(one, 'DEFERRED_TRANSACTION_ID')));
  const byId = new Map<string, unknown>();
  for (const [index, one] of transactions.entries()) {
    const id = textAt(one, 'transactionId') ?? String(index);
    if (!released.has(id)) byId.set(id, one);
  }
  return [...byId.values()];
}

function relatedTo(transaction: unknown, name: string): string[] {
  return listAt(transaction, 'relatedIdentifiers').flatMap((related) =>
    textAt(related, 'relatedIdentifierName') === name
      ? (textAt(related, 'relatedIdentifierValue') ?? [])
      : [],
  );
}

type Fee = Pick<OrderCharge, 'code' | 'cents'>;

/** The transaction's own fees; where only its items name them, theirs. */
function toFees(transaction: unknown): Fee[] {
  const own = feesIn(listAt(transaction, 'breakdowns'));
  if (own.length > 0) return own;
  return listAt(transaction, 'items').flatMap((item) => feesIn(listAt(item, 'breakdowns')));
}

function feesIn(breakdowns: readonly unknown[]): Fee[] {
  return breakdowns.flatMap((part) => (isFees(part) ? splitFees(part) : feesIn(listAt(part, 'breakdowns'))));
}

const isFees = (part: unknown) => (textAt(part, 'breakdownType') ?? '').replaceAll(' ', '') === 'AmazonFees';

/** Amounts are negative where Amazon takes them. What the parts leave of the whole is a fee of the sale. */
function splitFees(part: unknown): Fee[] {
  const named = listAt(part, 'breakdowns').map((fee) => ({
    code: toFeeCode(textAt(fee, 'breakdownType') ?? ''),
    cents: toCost(fee),
  }));
  const rest = toCost(part) - named.reduce((sum, { cents }) => sum + cents, 0);
  return rest === 0 && named.length > 0 ? named : [...named, { code: 'tarifa_venda', cents: rest }];
}

const toCost = (part: unknown) => 0 - (centsAt(part, 'breakdownAmount', 'currencyAmount') ?? 0);
