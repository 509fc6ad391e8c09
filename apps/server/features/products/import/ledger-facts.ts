import { type Database, queryRows } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { DAY_MS } from '@esteira/domain/durations';
import { ORDER_REASONS } from '@esteira/domain/products/stock';
import { SOLD_DAYS } from '@esteira/validators/csv/stored-product';
import { sql } from 'drizzle-orm';

/** A product, and a line of its ledger. */
export interface LedgerPosition {
  id: string;
  position: string;
}

/**
 * Units of the seller's products that were moved after a line of their ledger by anything but orders, by product.
 * Exact for locked products.
 */
export async function sumAdjusted(
  db: Database,
  usuarioId: string,
  positions: readonly LedgerPosition[],
): Promise<Map<string, number>> {
  return sumSince(db, usuarioId, { positions, sign: 1, isSale: false });
}

/** Units of the seller's products that were sold and not given back in the last days, by product. */
export async function sumSold(
  db: Database,
  usuarioId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<Map<string, number>> {
  const position = newId(new Date(now.getTime() - SOLD_DAYS * DAY_MS));
  const positions = ids.map((id) => ({ id, position }));
  return sumSince(db, usuarioId, { positions, sign: -1, isSale: true });
}

interface Sum {
  positions: readonly LedgerPosition[];
  sign: 1 | -1;
  isSale: boolean;
}

async function sumSince(
  db: Database,
  usuarioId: string,
  { positions, sign, isSale }: Sum,
): Promise<Map<string, number>> {
  if (positions.length === 0) return new Map();
  const rows = await queryRows<{ id: string; units: number }>(
    db,
    sql`
      SELECT i.id::text AS id, (${sign}::int * sum(m.quantidade))::int AS units
      FROM json_to_recordset(${JSON.stringify(positions)}::text::json) AS i(id uuid, position uuid)
      JOIN movimentos_estoque m ON m.usuario_id = ${usuarioId}::uuid AND m.produto_id = i.id AND m.id > i.position
        AND (m.motivo IN ${ORDER_REASONS}) = ${isSale}::boolean
      GROUP BY i.id`,
  );
  return new Map(rows.map(({ id, units }) => [id, units]));
}
