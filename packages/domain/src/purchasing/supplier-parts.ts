import { ORDER_ACTIONS, type OrderAction, type OrderStatus } from '../orders/order-machine';

/** The steps that a supplier's part of an order can take before the order itself. */
export const PART_STEPS = ['enviado', 'pago'] as const;

export type PartStep = (typeof PART_STEPS)[number];

/** The steps of an order that each of its suppliers is asked for. */
export const PART_STEP_OF = { sendToSupplier: 'enviado', pay: 'pago' } as const satisfies Partial<
  Record<OrderAction, PartStep>
>;

export type PartAction = keyof typeof PART_STEP_OF;

/** Whether a step of an order can be taken for one of its suppliers alone. */
export function isPartAction(action: OrderAction): action is PartAction {
  return Object.hasOwn(PART_STEP_OF, action);
}

/** An order with its suppliers' ids and the steps that their parts took while it did not. */
export interface OrderParts {
  status: OrderStatus;
  suppliers: readonly string[];
  steps: readonly { fornecedor_id: string; passo: PartStep }[];
}

/**
 * How a supplier's part of an order takes a step: `order` where it is the last one, so that the order itself makes the step;
 * `part` alone; else why not: the supplier has no line of it, the part took the step before, or the order stands elsewhere.
 */
export function findPartStep(
  { status, suppliers, steps }: OrderParts,
  action: PartAction,
  supplierId: string,
): 'order' | 'part' | 'no_part' | 'taken' | 'elsewhere' {
  const has = (id: string, passo: PartStep) =>
    steps.some((step) => step.fornecedor_id === id && step.passo === passo);
  const step = PART_STEP_OF[action];
  if (!suppliers.includes(supplierId)) return 'no_part';
  const isNext = status === ORDER_ACTIONS[action].from;
  if (isNext && suppliers.every((id) => id === supplierId || has(id, step))) return 'order';
  // A part that was sent is paid without waiting for the others.
  const isOpen = isNext || (action === 'pay' && status === 'aprovado' && has(supplierId, 'enviado'));
  if (!isOpen) return 'elsewhere';
  return has(supplierId, step) ? 'taken' : 'part';
}
