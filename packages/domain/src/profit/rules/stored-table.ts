import { addRules } from './add-rules';
import { getBuiltInTable } from './built-in-table';
import { CURRENT_RULES } from './current-rules';
import type { FeeRule } from './fee-rule';
import { type FeeTable, makeFeeTable } from './fee-table';

/** The rules that ship with the product and those that were added to them, each ended by what came after it. */
export function listAllRules(added: readonly FeeRule[]): FeeRule[] {
  return addRules(CURRENT_RULES, added);
}

/** As text: the same rules are read again and again, and the table of them is made once. */
let last: { added: string; table: FeeTable } | undefined;

/**
 * The table of `listAllRules`, with the rules added in the order in which they were.
 * @throws RangeError as `makeFeeTable` does.
 */
export function getTableWith(added: readonly FeeRule[]): FeeTable {
  if (added.length === 0) return getBuiltInTable();
  const key = JSON.stringify(added);
  if (last?.added !== key) last = { added: key, table: makeFeeTable(listAllRules(added)) };
  return last.table;
}
