import type { Database } from '@esteira/db/database';
import { ORDER_STEPS, type OrderStepName } from '@esteira/domain/orders/order-bulk';
import { ORDER_ACTIONS, type OrderStatus } from '@esteira/domain/orders/order-machine';
import { read } from '../caller';
import type { Random } from '../pick';
import type { Actor, SeededSeller, Tally } from './actor';
import { readRows } from './read-rows';
import { type Sent, send } from './send';

const STEPS: readonly OrderStepName[] = ['aprovar', 'enviar-fornecedor', 'pagar'];
const TWICE_SHARE = 0.2;

interface BulkSteps {
  seller: SeededSeller;
  /** All of them are in the same status, always. */
  ids: readonly string[];
  random: Random;
  tally: Tally;
}

interface Move {
  path: 'trpc/orders.bulk' | 'trpc/orders.undoBulk';
  acao: OrderStepName;
  to: OrderStatus;
}

/** Leads some orders along the line and back again, all in each call; now and then two people send it at once. */
export function createBulkSteps({ seller, ids, random, tally }: BulkSteps): Actor {
  let status: OrderStatus = 'pendente';
  let cutOff: Move | null = null;
  let refusals: string[] = [];

  async function act(url: string): Promise<void> {
    const move = cutOff ?? drawMove(status, random);
    const people = random() < TWICE_SHARE ? 2 : 1;
    const call = { ...seller, body: { acao: move.acao, ids } };
    const answers = await Promise.all(Array.from({ length: people }, () => send(url, move.path, call)));
    learn(move, answers);
  }

  function learn(move: Move, answers: readonly Sent[]): void {
    refusals.push(...answers.flatMap((sent) => (sent.kind === 'refused' ? [`bulk: ${sent.text}`] : [])));
    const done = answers.filter((sent) => sent.kind === 'done');
    if (done.length === 0) {
      cutOff = move;
      return;
    }
    tally('bulk', 'answered', done.length);
    const said = new Set(done.flatMap(({ data }) => toStatuses(data)));
    const [after = status] = said;
    if (said.size !== 1) refusals.push(`a bulk step left orders in ${[...said].join(' and ')}`);
    if (after !== status && after !== move.to) refusals.push(`a bulk step led from ${status} to ${after}`);
    status = after;
    cutOff = null;
  }

  async function look(db: Database): Promise<string[]> {
    const found = await readRows<{ status: OrderStatus; total: number }>(
      db,
      `SELECT status, count(*)::int AS total FROM pedidos
       WHERE usuario_id = '${seller.id}' AND id IN ('${ids.join("','")}') GROUP BY 1`,
    );
    const allowed = cutOff === null ? [status] : [status, cutOff.to];
    const problems = checkTogether(found, { total: ids.length, allowed });
    const [actual = { status }] = found;
    if (cutOff !== null) {
      const isDone = actual.status === cutOff.to;
      tally('bulk', isDone ? 'done' : 'not done');
      if (isDone) cutOff = null;
    }
    status = actual.status;
    const told = [...refusals, ...problems];
    refusals = [];
    return told;
  }

  return { part: 'bulk', isUnclear: () => cutOff !== null, act, look };
}

/** What is wrong with orders that are all moved by one call, or none of them. */
export function checkTogether(
  found: readonly { status: OrderStatus; total: number }[],
  { total, allowed }: { total: number; allowed: readonly OrderStatus[] },
): string[] {
  const [first] = found;
  if (found.length === 1 && first?.total === total && allowed.includes(first.status)) return [];
  const seen = found.map(({ status, total: count }) => `${count} ${status}`).join(', ');
  return [`a bulk step: ${seen || 'no orders'} instead of ${total} ${allowed.join(' or ')}`];
}

/** One step on, or the last one back. */
function drawMove(status: OrderStatus, random: Random): Move {
  const next = STEPS.findIndex((step) => ORDER_ACTIONS[ORDER_STEPS[step]].from === status);
  const isForward = next === 0 || (next > 0 && random() < 0.5);
  const acao = STEPS[isForward ? next : next < 0 ? STEPS.length - 1 : next - 1] ?? 'aprovar';
  const { from, to } = ORDER_ACTIONS[ORDER_STEPS[acao]];
  return isForward
    ? { path: 'trpc/orders.bulk', acao, to }
    : { path: 'trpc/orders.undoBulk', acao, to: from };
}

function toStatuses(data: unknown): OrderStatus[] {
  const results = read(data, 'resultados');
  if (!Array.isArray(results)) return [];
  return results.map((result: unknown) => read(result, 'status') as OrderStatus);
}
