import { type Database, queryRows, toUuids } from '@esteira/db/database';
import { fromCents } from '@esteira/domain/money';
import { COST_CODES, type CostCode } from '@esteira/domain/profit/costs/cost-term';
import { sql } from 'drizzle-orm';

/** What each kind of cost took of an order, in reais. */
export type CostsOfOrder = Record<CostCode, number>;

/**
 * What each kind of cost took of these orders; those whose costs are not all known are left out, so that the orders of a
 * period sum to its figures. Corrections are facts too: what holds is the sum of a kind.
 */
export async function readCostsOf(
  db: Database,
  usuarioId: string,
  page: readonly { id: string; custos: number | null }[],
): Promise<Map<string, CostsOfOrder>> {
  const known = page.filter(({ custos }) => custos !== null).map(({ id }) => id);
  const rows = await queryRows<{ id: string; code: CostCode; cents: string }>(
    db,
    sql`SELECT pedido.id::text, c.codigo AS code, sum(c.valor)::text AS cents
        FROM unnest(${toUuids(known)}) AS pedido (id)
        CROSS JOIN LATERAL fatos_custos_pedido(${usuarioId}::uuid, pedido.id) c
        GROUP BY 1, 2 HAVING sum(c.valor) <> 0`,
  );
  const costs = new Map(known.map((id) => [id, { ...NOTHING }]));
  for (const { id, code, cents } of rows) {
    const order = costs.get(id);
    if (order !== undefined) order[code] = fromCents(Number(cents));
  }
  return costs;
}

const NOTHING = Object.fromEntries(COST_CODES.map((code) => [code, 0])) as CostsOfOrder;
