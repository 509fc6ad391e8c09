import { HOUR_MS } from '@esteira/domain/durations';
import { ORDER_ACTIONS, type OrderStatus } from '@esteira/domain/orders/order-machine';
import type { Random } from './random';

/** A status that an order entered, and when. */
export interface Step {
  de: OrderStatus | null;
  para: OrderStatus;
  em: Date;
}

const LINE = Object.values(ORDER_ACTIONS);

/** Hours that each step of the line takes, at least and at most. */
const DURATIONS = [
  [1, 8],
  [2, 20],
  [4, 26],
  [8, 30],
  [40, 150],
] as const;

interface Sale {
  criado: Date;
  now: Date;
  /** 0 for the newest order. */
  position: number;
  cancellable: boolean;
  /** How many steps the newest orders have taken, newest first: something to do in every status. */
  recent: readonly number[];
  /** Whether an older order was cancelled. */
  isCancelled: (position: number, random: Random) => boolean;
}

/** The history of one order from its arrival until now. */
export function drawSteps(sale: Sale, random: Random): Step[] {
  const arrival: Step = { de: null, para: 'pendente', em: sale.criado };
  const recent = sale.recent[sale.position];
  if (recent !== undefined) return [arrival, ...evenSteps(sale, recent)];
  const steps = naturalSteps(sale, random);
  if (!sale.cancellable || !sale.isCancelled(sale.position, random)) return [arrival, ...steps];
  return cancelledAfter([arrival, ...steps.slice(0, random.between(0, 3))], sale.now, random);
}

/** So many steps, evenly spread over the time since the sale. */
function evenSteps({ criado, now }: Sale, count: number): Step[] {
  const part = (now.getTime() - criado.getTime()) / (count + 1);
  return LINE.slice(0, count).map(({ from, to }, index) => ({
    de: from,
    para: to,
    em: new Date(criado.getTime() + Math.round(part * (index + 1))),
  }));
}

function naturalSteps({ criado, now }: Sale, random: Random): Step[] {
  let time = criado.getTime();
  const steps = LINE.map(({ from, to }, index) => {
    const [least, most] = DURATIONS[index] ?? [1, 1];
    time += Math.round((least + random.next() * (most - least)) * HOUR_MS);
    return { de: from, para: to, em: new Date(time) };
  });
  return steps.filter(({ em }) => em < now);
}

function cancelledAfter(steps: Step[], now: Date, random: Random): Step[] {
  const last = steps.at(-1);
  if (last === undefined) return steps;
  const em = new Date(Math.min(last.em.getTime() + random.between(1, 40) * HOUR_MS, now.getTime()));
  return [...steps, { de: last.para, para: 'cancelado', em }];
}
