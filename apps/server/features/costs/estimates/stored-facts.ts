import { type Database, queryRows, toUuids } from '@esteira/db/database';
import { isoInstant } from '@esteira/db/schema/columns';
import type { CostFact } from '@esteira/domain/profit/facts/cost-fact';
import { sql } from 'drizzle-orm';

/** A fact of an order as it was written, whichever table it stands in. */
export interface StoredFact extends CostFact {
  id: string;
  pedidoId: string;
  /** The id of the fact that this one takes back. */
  reverses: string | null;
  /** When it was written. */
  at: string;
  /** Who corrected it by hand. */
  actorName: string | null;
}

type FactColumns = { [Field in keyof StoredFact]: StoredFact[Field] } & { cents: string | number | null };

/** All facts of these orders, those that were taken back among them, in the order in which they were written. */
export async function listFacts(
  db: Database,
  usuarioId: string,
  pedidoIds: readonly string[],
): Promise<StoredFact[]> {
  const rows = await queryRows<FactColumns>(
    db,
    sql`SELECT c.id::text, pedido.id::text AS "pedidoId", c.codigo AS code, c.valor AS cents, c.falta AS missing,
          c.origem AS origin, c.cobrado AS charged, c.entrega_propria AS "isSelfDelivered", c.regra_id AS "ruleId",
          c.regra_desde AS "ruleSince", c.estorna_id::text AS reverses, c.criado_em::text AS at, u.nome AS "actorName"
        FROM unnest(${toUuids(pedidoIds)}) AS pedido (id)
        CROSS JOIN LATERAL fatos_custos_pedido(${usuarioId}::uuid, pedido.id) c
        LEFT JOIN usuarios u ON u.id = c.ator_id
        ORDER BY pedido.id, c.id`,
  );
  return rows.map((row) => ({
    ...row,
    cents: row.cents === null ? null : Number(row.cents),
    at: isoInstant(row.at),
  }));
}

/** The facts that no other takes back. */
export function selectHeld(facts: readonly StoredFact[]): StoredFact[] {
  const reversed = new Set(facts.map(({ reverses }) => reverses));
  return facts.filter(({ id, reverses }) => reverses === null && !reversed.has(id));
}
