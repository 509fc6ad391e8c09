import type { Deps } from '../../core/context';
import { jobKey } from '../../core/job-kinds';
import { realMarketplaces } from '../connections/calls/real-marketplaces';
import { claimOutboxRows, type OutboxRow, sendStockPush } from '../publication/listing/stock-outbox';

/** Rows of one transaction: on the embedded database everybody else waits for its end. */
const BATCH = 50;

/** Turns the rows of the stock outbox into jobs: taking the rows and enqueueing the jobs are one transaction. */
export async function drainStockOutbox(deps: Pick<Deps, 'db' | 'jobs' | 'marketplaces'>): Promise<void> {
  const real = realMarketplaces(deps);
  if (real.length === 0) return;
  let claimed: number;
  do {
    claimed = await deps.db.transaction(async (tx) => {
      const rows = await claimOutboxRows(tx, { real, limit: BATCH });
      for (const row of inKeyOrder(rows)) await sendStockPush(deps.jobs, tx, row);
      return rows.length;
    });
  } while (claimed === BATCH);
}

/** Two servers that join waiting jobs in one order do not lock each other out. */
function inKeyOrder(rows: readonly OutboxRow[]): OutboxRow[] {
  const keyed = rows.map((row) => ({ row, key: jobKey('stock-push', row) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row);
}
