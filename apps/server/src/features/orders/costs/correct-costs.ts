import { type Database, queryRows } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres-errors';
import { type CostFact, sumFacts } from '@esteira/domain/profit/facts/cost-fact';
import { type Correction, planCorrection } from '@esteira/domain/profit/facts/plan-correction';
import { planTypedCost, type TypedCost } from '@esteira/domain/profit/facts/typed-cost';
import { type SQL, sql } from 'drizzle-orm';
import { insertFacts, toFactRow, toReversal } from './fact-rows';

/** What is now known of an order's costs. */
export interface CostReading {
  pedidoId: string;
  facts: readonly CostFact[];
  /** They are all there is to say, so that a cost which was missing and is not named costs nothing. */
  isWhole?: boolean;
}

/** How a reading, or what else is known of an order's costs, changes the facts that hold. */
type Plan = (held: readonly HeldFact[]) => Correction<HeldFact>;

/** What is to become of an order's facts, and who says so; nobody: it was computed or read. */
interface Correcting {
  pedidoId: string;
  plan: Plan;
  atorId?: string;
}

/** A fact that holds, with the row that says so. */
export type HeldFact = CostFact & { id: string; pedidoId: string };

/**
 * Writes what is new in the readings, in one transaction: each correction takes the old row back and writes another. The
 * orders are locked first, so two readings of one order wait for each other and the same reading twice writes nothing.
 */
export async function correctCosts(
  db: Database,
  usuarioId: string,
  readings: readonly CostReading[],
): Promise<void> {
  const plans = readings.map(({ pedidoId, facts, isWhole = false }) => ({
    pedidoId,
    plan: (held: readonly HeldFact[]) => planCorrection(held, facts, { isWhole }),
  }));
  await retryingDeadlocks(() => db.transaction((tx) => writeCorrections(tx, usuarioId, plans)));
}

/** Writes what the seller says of one cost; false where the marketplace's charge goes before it. */
export async function correctByHand(
  db: Database,
  usuarioId: string,
  { pedidoId, typed, atorId }: { pedidoId: string; typed: TypedCost; atorId: string },
): Promise<boolean> {
  let holds = true;
  const plan: Plan = (held) => {
    const planned = planTypedCost(held, typed);
    holds = planned !== null;
    return planned ?? { reversed: [], added: [] };
  };
  await retryingDeadlocks(() =>
    db.transaction((tx) => writeCorrections(tx, usuarioId, [{ pedidoId, plan, atorId }])),
  );
  return holds;
}

async function writeCorrections(
  tx: Database,
  usuarioId: string,
  readings: readonly Correcting[],
): Promise<void> {
  const usuario = sql`${usuarioId}::uuid`;
  const ids = JSON.stringify(readings.map(({ pedidoId }) => pedidoId));
  const isAsked = sql`usuario_id = ${usuario} AND id IN (SELECT json_array_elements_text(${ids}::text::json)::uuid)`;
  const orders = await queryRows<{ id: string }>(
    tx,
    sql`SELECT id::text FROM pedidos WHERE ${isAsked} ORDER BY id FOR UPDATE`,
  );
  const found = new Set(orders.map(({ id }) => id));
  const held = groupByOrder(await listHeldFacts(tx, usuario, ids));
  const changes = readings
    .filter(({ pedidoId }) => found.has(pedidoId))
    .map((reading) => toChange(reading, held.get(reading.pedidoId) ?? []))
    .filter(({ rows }) => rows.length > 0);
  if (changes.length === 0) return;
  // The order first: everybody reaches the sums by day before those of the costs.
  const sums = JSON.stringify(changes.map(({ id, custos, cobrados }) => ({ id, custos, cobrados })));
  await queryRows(
    tx,
    sql`UPDATE pedidos p SET custos = s.custos, custos_cobrados = s.cobrados
        FROM json_to_recordset(${sums}::text::json) AS s (id uuid, custos bigint, cobrados boolean)
        WHERE p.usuario_id = ${usuario} AND p.id = s.id
          AND (p.custos, p.custos_cobrados) IS DISTINCT FROM (s.custos, s.cobrados)`,
  );
  const rows = JSON.stringify(changes.flatMap((change) => change.rows));
  await queryRows(
    tx,
    insertFacts(usuario, sql`${rows}`, sql`(SELECT id FROM pedidos WHERE ${isAsked}) AS pedido`),
  );
}

function toChange({ pedidoId, plan, atorId }: Correcting, held: readonly HeldFact[]) {
  const { reversed, added } = plan(held);
  const sum = sumFacts([...held.filter((fact) => !reversed.includes(fact)), ...added]);
  return {
    id: pedidoId,
    custos: sum.cents,
    cobrados: sum.charged,
    rows: [
      ...reversed.map((fact) => toReversal(fact, pedidoId)),
      ...added.map((fact) => toFactRow(fact, pedidoId)),
    ].map((row) => (atorId === undefined ? row : { ...row, ator_id: atorId })),
  };
}

function groupByOrder(facts: readonly HeldFact[]): Map<string, HeldFact[]> {
  const byOrder = new Map<string, HeldFact[]>();
  for (const fact of facts) {
    const others = byOrder.get(fact.pedidoId);
    if (others) others.push(fact);
    else byOrder.set(fact.pedidoId, [fact]);
  }
  return byOrder;
}

interface FactColumns extends Record<string, unknown> {
  id: string;
  pedidoId: string;
  code: CostFact['code'];
  cents: string | number | null;
  origin: CostFact['origin'];
  charged: boolean;
  isSelfDelivered: boolean;
  ruleId: string | null;
  ruleSince: string | null;
  missing: CostFact['missing'];
}

/** The facts that no other takes back, of the orders with these ids (a JSON text). */
async function listHeldFacts(tx: Database, usuario: SQL, ids: string): Promise<HeldFact[]> {
  const rows = await queryRows<FactColumns>(
    tx,
    sql`SELECT c.id::text, c.pedido_id::text AS "pedidoId", c.codigo AS code, c.valor AS cents, c.origem AS origin,
          c.cobrado AS charged, c.entrega_propria AS "isSelfDelivered", c.regra_id AS "ruleId",
          c.regra_desde AS "ruleSince", c.falta AS missing
        FROM custos_pedido c
        WHERE c.usuario_id = ${usuario}
          AND c.pedido_id IN (SELECT json_array_elements_text(${ids}::text::json)::uuid)
          AND c.estorna_id IS NULL AND NOT EXISTS (SELECT FROM custos_pedido e
            WHERE e.usuario_id = c.usuario_id AND e.pedido_id = c.pedido_id AND e.estorna_id = c.id)
        ORDER BY c.pedido_id, c.id`,
  );
  return rows.map((row) => ({ ...row, cents: row.cents === null ? null : Number(row.cents) }));
}
