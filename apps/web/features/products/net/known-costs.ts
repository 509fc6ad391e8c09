import { toCents } from '@esteira/domain/money';
import type { KnownCost } from '@esteira/domain/profit/sale';
import { toBps } from '@esteira/domain/profit/to-sale';
import type { FeeReading } from '@esteira/validators/costs/known-fees';

/** An account's answer as the costs of a sale take it: within the prices that it holds for. */
export function toKnownCosts({ tarifas, de, ate }: FeeReading): KnownCost[] {
  if (de === null || ate === null) return [];
  return tarifas.flatMap(({ codigo, valor, percentual }): KnownCost[] => {
    const charge =
      valor !== null
        ? { cents: toCents(valor) }
        : percentual !== null
          ? { shareBps: toBps(percentual) }
          : null;
    return charge === null ? [] : [{ code: codigo, fromCents: toCents(de), toCents: toCents(ate), charge }];
  });
}
