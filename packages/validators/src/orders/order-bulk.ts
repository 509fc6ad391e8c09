import { MAX_BULK_ORDERS, ORDER_STEPS, type OrderStepName } from '@esteira/domain/orders/order-bulk';
import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import { z } from 'zod';
import { recordId, text } from '../wire/text';
import { markShippedInput, orderHold } from './order';
import { orderListInput } from './order-list';

const STEP_NAMES = Object.keys(ORDER_STEPS) as OrderStepName[];

/** orders.undoBulk: takes the step `acao` of these orders back. */
export const bulkUndoInput = z.object({
  acao: z.enum(STEP_NAMES),
  ids: z.array(recordId).min(1).max(MAX_BULK_ORDERS),
  /** Of `enviar-fornecedor` and `pagar`: for this supplier's part of each order; absent: for the whole order. */
  fornecedor_id: text(200, { as: 'opaque' }).optional(),
});

/** orders.bulk: one step of many orders; the shipment, where one is told, is that of all of them. */
export const bulkStepInput = bulkUndoInput.extend({
  ...markShippedInput.omit({ id: true }).shape,
  /** Whether orders that a reason holds back are meant too; else they are named and stay. */
  incluir_atencao: z.boolean().optional(),
});

/**
 * What became of each id, in the order they were sent. `status` is where the order stands afterwards, absent where the
 * seller has no such order; `detail` says why nothing was done.
 */
export const bulkResponse = z.object({
  resultados: z.array(
    z.object({
      id: z.string(),
      ok: z.boolean(),
      status: z.enum(ORDER_STATUSES).optional(),
      detail: z.string().optional(),
    }),
  ),
});

/** orders.choose: what a list shows, without its pages. */
export const orderChoiceInput = orderListInput.omit({ limite: true, cursor: true });

/** An order as far as bulk steps need it before they are begun. */
export const chosenOrder = z.object({
  id: z.string(),
  status: z.enum(ORDER_STATUSES),
  ml_order_id: z.string(),
  produto_nome: z.string(),
  preco_fornecedor: z.number(),
  tem_etiqueta: z.boolean(),
  /** The marketplace sends it itself: no step is offered. */
  enviado_pelo_marketplace: z.boolean(),
  /** Whether a real marketplace holds it, which learns of some steps for good. */
  real: z.boolean(),
  /** The reason that holds it back: bulk steps leave it out. */
  retido: orderHold.nullable(),
});

/** The orders of a list in its order; `ha_mais` where it has more than are chosen at once. */
export const chosenOrders = z.object({ itens: z.array(chosenOrder), ha_mais: z.boolean() });

export type BulkStepInput = z.output<typeof bulkStepInput>;
export type BulkUndoInput = z.output<typeof bulkUndoInput>;
export type BulkResponse = z.output<typeof bulkResponse>;
export type BulkResult = BulkResponse['resultados'][number];
export type OrderChoiceInput = z.output<typeof orderChoiceInput>;
export type ChosenOrder = z.output<typeof chosenOrder>;
export type ChosenOrders = z.output<typeof chosenOrders>;
