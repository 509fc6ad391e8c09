import { getTableWith } from '@esteira/domain/profit/rules/stored-table';
import { toFeeRule } from '@esteira/validators/costs/fee-rule-wire';
import { useMemo } from 'react';
import { trpc } from './trpc';

/**
 * The rules that net values are computed by: those of this build and those that were added since. Without a table
 * until these arrived; without them the figures could be those of yesterday's fees.
 */
export function useFeeTable() {
  const query = trpc.costs.rules.useQuery();
  const { data } = query;
  const table = useMemo(() => data && getTableWith(data.map(toFeeRule)), [data]);
  return { query, table };
}
