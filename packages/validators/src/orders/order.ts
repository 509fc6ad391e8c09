import { MAX_NFE_LENGTH } from '@esteira/domain/documents/nfe';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { MAX_CANCEL_REASON_LENGTH } from '@esteira/domain/orders/cancelling';
import { ATTENTION_CODES, HOLDING_CODES, isLiftable } from '@esteira/domain/orders/order-attention';
import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import { SHIPPING_STAGES } from '@esteira/domain/orders/shipping-stage';
import { z } from 'zod';
import { shownAccount } from '../marketplaces/accounts';
import { idInput, isoDate, optionalText, requiredText } from '../wire/text';

/** The parcel of a real order, as the marketplace last told it: what can be done with it, and why something waits. */
export const orderParcel = z.object({
  situacao: z.enum(SHIPPING_STAGES),
  precisa_nota: z.boolean(),
  tem_etiqueta: z.boolean(),
  pode_marcar_enviado: z.boolean(),
  motivo: z.string().nullable(),
  /** Why it must not be shipped at all (suspected fraud, the buyer asked to cancel). */
  bloqueio: z.string().nullable(),
  /** The seller's own shipment, as the marketplace was told of it. */
  transportadora: z.string().nullable(),
  codigo_rastreio: z.string().nullable(),
  /** Orders of one purchase share it, and their parcel. */
  pacote_id: z.string().nullable(),
});

/** An open reason for which an order needs its seller's attention, since when. */
export const orderAttention = z.object({
  codigo: z.enum(ATTENTION_CODES),
  mensagem: z.string(),
  desde: isoDate,
});

/** The reason that holds an order back: bulk steps and purchase lists leave it out. */
export const orderHold = orderAttention.extend({ codigo: z.enum(HOLDING_CODES) });

/** One line of an order (docs/product-rules/orders.md#order-lines): prices in reais are totals of the line. */
export const orderLine = z.object({
  /** Its place in the order, from 1. */
  numero: z.int(),
  produto_id: z.string().nullable(),
  fornecedor_id: z.string().nullable(),
  produto_nome: z.string(),
  produto_sku: z.string().nullable(),
  fornecedor_nome: z.string(),
  quantidade: z.int(),
  preco_venda: z.number(),
  preco_fornecedor: z.number(),
  /** When its supplier's part was sent, and paid, while the order itself was not; null where it went with the order. */
  enviado_em: isoDate.nullable(),
  pago_em: isoDate.nullable(),
});

/** An order (docs/product-rules/orders.md#order): prices and profit in reais are totals for the order, not per unit. */
export const order = z.object({
  id: z.string(),
  status: z.enum(ORDER_STATUSES),
  marketplace: z.enum(MARKETPLACES),
  ml_order_id: z.string(),
  produto_id: z.string().nullable(),
  fornecedor_id: z.string().nullable(),
  produto_nome: z.string(),
  /** As it was at the sale. */
  produto_sku: z.string().nullable(),
  /** The product's picture as it is now. */
  imagem_url: z.string().nullable(),
  fornecedor_nome: z.string(),
  quantidade: z.int(),
  preco_venda: z.number(),
  preco_fornecedor: z.number(),
  lucro: z.number(),
  /** What it is of, in the marketplace's order; the fields above sum them up and name the first product that is known. */
  itens: z.array(orderLine),
  cliente_nome: z.string(),
  cliente_endereco: z.string(),
  etiqueta_ml_url: z.string().nullable(),
  /** When its label was first handed out to be printed. */
  etiqueta_impressa_em: isoDate.nullable(),
  /** Until when the parcel must be on its way; null where the marketplace does not tell, or it has left. */
  despachar_ate: isoDate.nullable(),
  /** The marketplace sends it itself (Full, FBA): none of the seller's steps can be taken. */
  enviado_pelo_marketplace: z.boolean(),
  requer_atencao: z.boolean(),
  /** The sentences of all open reasons, joined. */
  motivo_atencao: z.string().nullable(),
  atencoes: z.array(orderAttention),
  criado_em: isoDate,
  atualizado_em: isoDate,
  /** Null for a simulated order. */
  envio: orderParcel.nullable(),
  /** The account that sold it; null where the seller has only one on the marketplace. */
  conta: shownAccount.nullable(),
});

/** orders.markShipped: the carrier and its code, for parcels that the seller's own carrier brings. */
export const markShippedInput = idInput.extend({
  transportadora: optionalText(80),
  codigo_rastreio: optionalText(60, { as: 'identifier' }),
});

/** orders.undo: takes the step back that led to `status`, as the screen showed it. */
export const undoInput = idInput.extend({ status: z.enum(ORDER_STATUSES) });

/** orders.liftAttention: the seller has seen to a reason of this code. */
export const liftAttentionInput = idInput.extend({ codigo: z.enum(ATTENTION_CODES.filter(isLiftable)) });

/** orders.cancel: an order that is not shipped, and why. */
export const cancelInput = idInput.extend({ motivo: requiredText(MAX_CANCEL_REASON_LENGTH) });

/** orders.submitInvoice: the authorised NF-e of an order, as the XML file has it. */
export const invoiceInput = idInput.extend({
  xml: requiredText(MAX_NFE_LENGTH, { multiline: true, as: 'opaque' }),
});

/** One entry of an order's history: `de` is null for its arrival, `ator_nome` when no person did it. */
export const orderEvent = z.object({
  id: z.string(),
  de: z.enum(ORDER_STATUSES).nullable(),
  para: z.enum(ORDER_STATUSES),
  criado_em: isoDate,
  ator_nome: z.string().nullable(),
  /** Why the seller cancelled; what the marketplace changed, or what became of a supplier's part (then `de` is `para`); else null. */
  motivo: z.string().nullable(),
});

export type OrderParcel = z.output<typeof orderParcel>;
export type OrderHold = z.output<typeof orderHold>;
export type OrderLine = z.output<typeof orderLine>;
export type Order = z.output<typeof order>;
export type CancelInput = z.output<typeof cancelInput>;
export type LiftAttentionInput = z.output<typeof liftAttentionInput>;
export type UndoInput = z.output<typeof undoInput>;
export type OrderEvent = z.output<typeof orderEvent>;
