import { ML_HOME } from '@esteira/domain/testing/profit-sale';
import fc from 'fast-check';
import type { Command } from './history';

const kind = <K extends Command['kind']>(name: K) => fc.constant(name);

/**
 * What happens to the costs of orders: they are charged, charged otherwise, corrected by hand, and estimated by changing
 * settings. Some orders are of a version that wrote each estimated cost as a row, or none.
 */
export const COST_COMMANDS: { weight: number; arbitrary: fc.Arbitrary<Command> }[] = [
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('charge'),
      index: fc.nat({ max: 5 }),
      code: fc.constantFrom('tarifa_venda' as const, 'frete_vendedor' as const),
      cents: fc.nat({ max: 3 }).map((units) => units * 250),
      billed: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('correct'),
      index: fc.nat({ max: 5 }),
      code: fc.constantFrom('tarifa_venda' as const, 'embalagem' as const, 'fornecedor' as const),
      cents: fc.nat({ max: 3 }).map((units) => units * 125),
      billed: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('costs'),
      regime: fc.constantFrom('mei' as const, null),
      categoria_ml: fc.constantFrom(ML_HOME, null),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('estimate') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('sellBefore'),
      product: fc.nat({ max: 2 }),
      marketplace: fc.constantFrom('mercadolivre' as const, 'amazon' as const),
      units: fc.integer({ min: 1, max: 2 }),
      hasRows: fc.boolean(),
    }),
  },
];
