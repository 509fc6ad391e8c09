import type { Database } from '@esteira/db/database';
import type { DaySpan } from '@esteira/domain/days';
import { LRUCache } from 'lru-cache';
import { type DayRows, readDays, SUMMED } from './day-rows';
import { listLargest, type SharerRow } from './largest';
import { type Numbering, newNumbering } from './numbering';

/** The sharers of a period as they were at a version of its days. */
export interface VersionedSharers {
  version: string;
  rows: SharerRow[];
}

/** What a server has read of a seller's products by day. */
interface SellerDays {
  days: Map<string, DayRows>;
  numbering: Numbering;
}

/** In memory: about as much as five sellers with 100,000 orders in a year take. */
const MAX_BYTES = 50_000_000;

/** Of an id that has a number, of a product on a day, and of a day. */
const BYTES = { id: 200, row: 8 + 8 * SUMMED.length, day: 1_000 };

/**
 * The products and suppliers with the most revenue of a period. What each day had is kept, so that after a sale only its
 * changed day is read again, and all days are added up here.
 */
export function createSharersList(db: Database, maxSize = MAX_BYTES) {
  const kept = new LRUCache<string, SellerDays>({ maxSize, sizeCalculation: toBytes });
  return async (usuarioId: string, span: DaySpan): Promise<VersionedSharers> => {
    const seller = kept.get(usuarioId) ?? { days: new Map(), numbering: newNumbering() };
    const { numbering } = seller;
    const known = new Map([...seller.days].filter(([day]) => span.de <= day && day <= span.ate));
    const days = await readDays(db, { usuarioId, span, known, numbering });
    storeNewer(seller.days, days);
    // Set again, as its size has changed.
    kept.delete(usuarioId);
    kept.set(usuarioId, seller);
    return { version: sumVersions(days), rows: listLargest(days.values(), numbering.ids) };
  };
}

const toBytes = ({ days, numbering }: SellerDays): number =>
  [...days.values()].reduce(
    (sum, { products }) => sum + BYTES.day + BYTES.row * products.length,
    1 + BYTES.id * numbering.ids.length,
  );

/** Who has read the same day meanwhile may have seen more of it. */
function storeNewer(kept: Map<string, DayRows>, days: ReadonlyMap<string, DayRows>): void {
  for (const [day, rows] of days) {
    if (rows.version > (kept.get(day)?.version ?? 0)) kept.set(day, rows);
  }
}

const sumVersions = (days: ReadonlyMap<string, DayRows>): string =>
  String([...days.values()].reduce((sum, { version }) => sum + version, 0));
