import type { Database } from '@esteira/db/database';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import { getTableWith } from '@esteira/domain/profit/rules/stored-table';
import { toFeeRule } from '@esteira/validators/costs/fee-rule-wire';
import { listAddedRules } from './added-rules';

/** The rules in force, and when the added ones of them were added, by id. */
export interface FeeRules {
  table: FeeTable;
  addedAt: ReadonlyMap<string, string>;
}

/** The rules in force: those that ship with the product and those that admins added. */
export async function getFeeRules(db: Database): Promise<FeeRules> {
  const added = await listAddedRules(db);
  return {
    table: getTableWith(added.map(toFeeRule)),
    addedAt: new Map(added.map(({ id, incluida_em }) => [id, incluida_em])),
  };
}

/** Of `getFeeRules` the table that costs are computed from. */
export const getFeeTable = async (db: Database): Promise<FeeTable> => (await getFeeRules(db)).table;
