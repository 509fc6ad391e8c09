import { CURRENT_RULES } from './current-rules';
import { type FeeTable, makeFeeTable } from './fee-table';

let made: FeeTable | undefined;

/** The table of the rules that ship with the product; checked and sorted when it is first asked for. */
export function getBuiltInTable(): FeeTable {
  made ??= makeFeeTable(CURRENT_RULES);
  return made;
}
