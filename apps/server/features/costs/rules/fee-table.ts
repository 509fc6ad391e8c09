import { type Database, FEE_RULES_CHANGED } from '@esteira/db/database';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import { getTableWith } from '@esteira/domain/profit/rules/stored-table';
import { toFeeRule } from '@esteira/validators/costs/fee-rule-wire';
import type { Deps } from '../../../core/context';
import { listAddedRules } from './added-rules';

/** How old a table may be: as long as a change can go unheard while the connection that hears of it is lost. */
const MAX_AGE_MS = 15_000;

/** The rules in force, and when the added ones of them were added, by id. */
export interface FeeRules {
  table: FeeTable;
  addedAt: ReadonlyMap<string, string>;
}

interface Reading {
  rules: Promise<FeeRules>;
  readAt: number;
}

/** By pool; a transaction reads for itself. */
const readings = new WeakMap<Database, Reading>();

/** The rules in force, those that ship with the product and those that admins added; read when they changed. */
export function getFeeRules(db: Database): Promise<FeeRules> {
  const known = readings.get(db);
  if (known !== undefined && performance.now() - known.readAt < MAX_AGE_MS) return known.rules;
  const reading = { rules: readRules(db), readAt: performance.now() };
  readings.set(db, reading);
  // What failed is read again by the next who asks.
  reading.rules.catch(() => readings.get(db) === reading && readings.delete(db));
  return reading.rules;
}

/** Of `getFeeRules` the table that costs are computed from. */
export const getFeeTable = async (db: Database): Promise<FeeTable> => (await getFeeRules(db)).table;

/** What was read before is read again by the next who asks. */
export function forgetFeeTable(db: Database): void {
  readings.delete(db);
}

/** Forgets the table whenever rules were added or taken out on any server, until the hub is closed. */
export async function followFeeRules({ db, changes }: Pick<Deps, 'db' | 'changes'>): Promise<void> {
  for await (const _ of changes.wakeUps([FEE_RULES_CHANGED], undefined)) forgetFeeTable(db);
}

async function readRules(db: Database): Promise<FeeRules> {
  const added = await listAddedRules(db);
  return {
    table: getTableWith(added.map(toFeeRule)),
    addedAt: new Map(added.map(({ id, incluida_em }) => [id, incluida_em])),
  };
}
