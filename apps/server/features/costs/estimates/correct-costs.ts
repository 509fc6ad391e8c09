import { type Database, queryRows } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { orderCosts } from '@esteira/db/schema/orders/order-costs';
import { orderEstimates } from '@esteira/db/schema/orders/order-estimates';
import { orders } from '@esteira/db/schema/orders/orders';
import { type CostFact, isWithoutLine, sumFacts } from '@esteira/domain/profit/facts/cost-fact';
import { type Correction, planCorrection } from '@esteira/domain/profit/facts/plan-correction';
import { planTypedCost, type TypedCost } from '@esteira/domain/profit/facts/typed-cost';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { toEstimateRow, toFactRow, toReversal } from './fact-rows';
import { listFacts, type StoredFact, selectHeld } from './stored-facts';

/** What is now known of an order's costs. */
export interface CostReading {
  pedidoId: string;
  facts: readonly CostFact[];
  /** They are all there is to say, so that a cost which was missing and is not named costs nothing. */
  isWhole?: boolean;
}

/** How a reading, or what else is known of an order's costs, changes the facts that hold. */
type Plan = (held: readonly StoredFact[]) => Correction<StoredFact>;

/** How an order's facts are to change, and who changes them; without an actor they were computed or read. */
interface Correcting {
  pedidoId: string;
  plan: Plan;
  /** Of an order of which nothing was known yet it is one row. */
  isEstimate?: boolean;
  atorId?: string;
}

/**
 * Writes what is new in the readings, in one transaction: each correction takes the old fact back and writes another. The
 * orders are locked first, so two readings of one order wait for each other and the same reading twice writes nothing.
 */
export async function correctCosts(
  db: Database,
  usuarioId: string,
  readings: readonly CostReading[],
): Promise<void> {
  const plans = readings.map(({ pedidoId, facts, isWhole = false }) => ({
    pedidoId,
    plan: (held: readonly StoredFact[]) => planCorrection(held, facts, { isWhole }),
    isEstimate: isWhole && facts.every(({ charged }) => !charged),
  }));
  await retryingDeadlocks(() => db.transaction((tx) => writeCorrections(tx, usuarioId, plans)));
}

/** Puts a new estimate in the place of the old one, in the transaction that changed what the order holds. */
export async function replaceEstimate(
  tx: Database,
  usuarioId: string,
  { pedidoId, facts }: CostReading,
): Promise<void> {
  const plan: Plan = (held) => {
    const kept = new Set(held.filter(({ charged, actorName }) => charged || actorName !== null));
    const codes = new Set([...kept].map(({ code }) => code));
    return {
      reversed: held.filter((fact) => !kept.has(fact)),
      added: facts.filter(({ code }) => !codes.has(code)),
    };
  };
  await writeCorrections(tx, usuarioId, [{ pedidoId, plan, isEstimate: true }]);
}

interface SaidOfCost {
  pedidoId: string;
  typed: TypedCost;
  atorId: string;
  /** Fails where another value, in cents, than the one that was seen is to be replaced; null: none that is shown. */
  checkReplaced: (cents: number | null) => void;
}

/** Writes what the seller says of one cost; false where the marketplace's charge goes before it. */
export async function correctByHand(
  db: Database,
  usuarioId: string,
  { pedidoId, typed, atorId, checkReplaced }: SaidOfCost,
): Promise<boolean> {
  let holds = true;
  const plan: Plan = (held) => {
    const planned = planTypedCost(held, typed);
    holds = planned !== null;
    if (planned && planned.added.length > 0) {
      const present = held.find((fact) => fact.code === typed.code && !isWithoutLine(fact));
      checkReplaced(present?.cents ?? null);
    }
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
  const ids = readings.map(({ pedidoId }) => pedidoId);
  const found = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.usuario_id, usuarioId), inArray(orders.id, ids)))
    .orderBy(orders.id)
    .for('update');
  const held = new Set(found.map(({ id }) => id));
  const stored = await listFacts(tx, usuarioId, ids);
  const factsOf = (id: string) => stored.filter(({ pedidoId }) => pedidoId === id);
  const changes = readings
    .filter(({ pedidoId }) => held.has(pedidoId))
    .map((reading) => toChange(usuarioId, reading, factsOf(reading.pedidoId)))
    .filter(({ estimates, rows }) => estimates.length + rows.length > 0);
  if (changes.length === 0) return;
  // The order first: everybody reaches the sums by day before those of the costs.
  const sums = JSON.stringify(changes.map(({ id, custos, cobrados }) => ({ id, custos, cobrados })));
  await queryRows(
    tx,
    sql`UPDATE pedidos p SET custos = s.custos, custos_cobrados = s.cobrados
        FROM json_to_recordset(${sums}::text::json) AS s (id uuid, custos bigint, cobrados boolean)
        WHERE p.usuario_id = ${usuarioId}::uuid AND p.id = s.id
          AND (p.custos, p.custos_cobrados) IS DISTINCT FROM (s.custos, s.cobrados)`,
  );
  const estimates = changes.flatMap((change) => change.estimates);
  if (estimates.length > 0) await tx.insert(orderEstimates).values(estimates);
  const rows = changes.flatMap((change) => change.rows);
  if (rows.length > 0) await tx.insert(orderCosts).values(rows);
}

function toChange(
  usuarioId: string,
  { pedidoId, plan, isEstimate, atorId }: Correcting,
  stored: readonly StoredFact[],
) {
  const held = selectHeld(stored);
  const { reversed, added } = plan(held);
  const sum = sumFacts([...held.filter((fact) => !reversed.includes(fact)), ...added]);
  const order = { id: pedidoId, custos: sum.cents, cobrados: sum.charged };
  if (isEstimate === true && stored.length === 0 && added.length > 0) {
    return { ...order, estimates: [toEstimateRow(added, { usuarioId, pedidoId })], rows: [] };
  }
  const key = { usuarioId, pedidoId };
  const rows = [
    ...reversed.map((fact) => toReversal(fact, key)),
    ...added.map((fact) => toFactRow(fact, key)),
  ];
  const byActor = rows.map((row) => (atorId === undefined ? row : { ...row, ator_id: atorId }));
  return { ...order, estimates: [], rows: byActor };
}
