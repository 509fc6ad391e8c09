import { fromCents, toCents } from '@esteira/domain/money';
import { COST_CODES } from '@esteira/domain/profit/costs/cost-term';
import type { CostsOfOrder } from '../../costs/estimates/order-cost-sums';
import type { LineRow } from '../../orders/line-rows';

interface Sold {
  preco_venda: number;
  preco_fornecedor: number;
}

/**
 * What a row has of its order's costs, in reais: what its own supplier gets, and of all else a share by price. The rows of an
 * order sum to each of its costs, and the costs of a row to what the sums by product count for it (`partes_de_pedidos`).
 */
export function toLineCosts({ of, ...line }: LineRow<Sold>, costs: CostsOfOrder): CostsOfOrder {
  if (of === null) return costs;
  const { order, beforeCents, isFirst } = of;
  const [price, untilCents] = [toCents(order.preco_venda), beforeCents + toCents(line.preco_venda)];
  const share = (cents: number) => {
    if (price === 0) return isFirst ? cents : 0;
    return part(cents, untilCents, price) - part(cents, beforeCents, price);
  };
  const known = { ...costs };
  // Each is the part of all so far, less that of the ones before it: so no cent is lost between them.
  let sum = 0;
  for (const code of COST_CODES) {
    const [ofOrder, ofLine] =
      code === 'fornecedor' ? [order.preco_fornecedor, line.preco_fornecedor] : [0, 0];
    const cents = toCents(costs[code]) - toCents(ofOrder);
    known[code] = fromCents(toCents(ofLine) + share(sum + cents) - share(sum));
    sum += cents;
  }
  return known;
}

/** Rounded towards zero, as PostgreSQL's `div`; exact, whatever the amounts. */
const part = (cents: number, of: number, all: number) => Number((BigInt(cents) * BigInt(of)) / BigInt(all));

/** In reais; null where they are not known. */
export function sumLineCosts(costs: CostsOfOrder | undefined): number | null {
  if (costs === undefined) return null;
  return fromCents(COST_CODES.reduce((sum, code) => sum + toCents(costs[code]), 0));
}
