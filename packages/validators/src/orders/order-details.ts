import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import { MAX_NOTE_LENGTH } from '@esteira/domain/orders/order-notes';
import { z } from 'zod';
import { supplier } from '../products/supplier';
import { idInput, isoDate, orAbsent, requiredText, text } from '../wire/text';
import { order, orderEvent } from './order';

/** orders.addNote: a note on the order `id`. Sent again under the same `nota_id` it is the same note. */
export const addNoteInput = idInput.extend({
  nota_id: orAbsent(z.uuid()),
  texto: requiredText(MAX_NOTE_LENGTH, { multiline: true }),
});

/** orders.removeNote: which note of which order. */
export const removeNoteInput = idInput.extend({ nota_id: text(200, { as: 'opaque' }) });

/** A note on an order, and who wrote it. */
export const orderNote = z.object({
  id: z.string(),
  texto: z.string(),
  ator_id: z.string(),
  ator_nome: z.string(),
  criado_em: isoDate,
});

/** The product of an order as it is now. */
export const orderedProduct = z.object({
  id: z.string(),
  nome: z.string(),
  sku: z.string().nullable(),
  estoque: z.int(),
  imagem_url: z.string().nullable(),
});

/**
 * orders.details: an order with what its page shows around it. Product and supplier are null where they were deleted
 * or never known. `mesmo_pacote`: the numbers of the orders that travel in the same parcel.
 */
export const orderDetails = z.object({
  pedido: order,
  eventos: z.array(orderEvent),
  notas: z.array(orderNote),
  produto: orderedProduct.nullable(),
  fornecedor: supplier.nullable(),
  mesmo_pacote: z.array(z.string()),
  /** Since when the buyer's name and address are erased here; null while they are kept, or were never told. */
  comprador_apagado_em: isoDate.nullable(),
  /** Whether the XML of an NF-e was erased with it. */
  nfe_apagada: z.boolean(),
});

/** Another order of the same buyer; `preco_venda` is the order's total in reais. */
export const buyerOrder = z.object({
  id: z.string(),
  ml_order_id: z.string(),
  produto_nome: z.string(),
  status: z.enum(ORDER_STATUSES),
  preco_venda: z.number(),
  criado_em: isoDate,
});

/** orders.ofSameBuyer: the newest of the buyer's other orders, and whether there are more. */
export const buyerOrders = z.object({ itens: z.array(buyerOrder), tem_mais: z.boolean() });

export type AddNoteInput = z.output<typeof addNoteInput>;
export type RemoveNoteInput = z.output<typeof removeNoteInput>;
export type OrderNote = z.output<typeof orderNote>;
export type OrderDetails = z.output<typeof orderDetails>;
export type BuyerOrders = z.output<typeof buyerOrders>;
