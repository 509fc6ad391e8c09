import { expect, it } from 'vitest';
import { table } from '../../testing/profit-sale';
import { describeCharge } from './rule-text';

const chargeOf = (id: string) => {
  const rule = table.byId.get(id);
  if (rule === undefined) throw new Error(`no rule ${id}`);
  return describeCharge(rule).replace(/\s/g, ' ');
};

it('a freight says what each further kilo costs, where it does', () => {
  expect(chargeOf('amazon-fba-10000')).toBe('R$ 35,05 a R$ 51,35');
  expect(chargeOf('amazon-fba-above-10000')).toBe(
    'R$ 35,05 a R$ 51,35, mais R$ 3,05 a R$ 3,50 por kg adicional',
  );
});
