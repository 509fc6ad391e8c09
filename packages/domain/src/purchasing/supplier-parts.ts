import { fromCents, toCents } from '../money';
import { ORDER_ACTIONS, ORDER_STATUSES, type OrderAction, type OrderStatus } from '../orders/order-machine';

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

/** A line of an order: cost in reais, and when its supplier's part went ahead of the order. */
interface PartLine {
  fornecedor_id: string | null;
  fornecedor_nome: string;
  preco_fornecedor: number;
  enviado_em: string | null;
  pago_em: string | null;
}

/** What an order has of one supplier: the cost of its lines in reais, and the last step that it took. */
export interface SupplierPart
  extends Pick<PartLine, 'fornecedor_id' | 'fornecedor_nome' | 'preco_fornecedor'> {
  passo: PartStep | null;
  /** When it took the step ahead of the order; null where it went with the order, or took none. */
  em: string | null;
}

interface PartedOrder {
  status: OrderStatus;
  /** No supplier is asked for what the marketplace sends itself. */
  enviado_pelo_marketplace: boolean;
  itens: readonly PartLine[];
}

/** What an order has of each of its suppliers, in the order of its lines; lines without a supplier are one part. */
export function toSupplierParts(order: PartedOrder): SupplierPart[] {
  const ids = new Set(order.itens.map(({ fornecedor_id }) => fornecedor_id));
  return [...ids].flatMap((id) => {
    const lines = order.itens.filter(({ fornecedor_id }) => fornecedor_id === id);
    const [first] = lines;
    if (first === undefined) return [];
    const { fornecedor_id, fornecedor_nome } = first;
    return {
      ...{ fornecedor_id, fornecedor_nome, preco_fornecedor: fromCents(sumCents(lines)) },
      ...findLastStep(order, first),
    };
  });
}

const sumCents = (lines: readonly PartLine[]) =>
  lines.reduce((cents, { preco_fornecedor }) => cents + toCents(preco_fornecedor), 0);

function findLastStep(
  { status, enviado_pelo_marketplace }: PartedOrder,
  { enviado_em, pago_em }: PartLine,
): Pick<SupplierPart, 'passo' | 'em'> {
  const reached = ORDER_STATUSES.indexOf(status);
  const isBeyond = (action: PartAction) => reached >= ORDER_STATUSES.indexOf(ORDER_ACTIONS[action].to);
  if (status === 'cancelado' || enviado_pelo_marketplace) return { passo: null, em: null };
  if (pago_em !== null || isBeyond('pay')) return { passo: 'pago', em: pago_em };
  if (enviado_em !== null || isBeyond('sendToSupplier')) return { passo: 'enviado', em: enviado_em };
  return { passo: null, em: null };
}
