import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { MAX_PURCHASE_ORDERS } from '@esteira/domain/purchasing/purchase-list';
import { z } from 'zod';
import { orderHold } from '../orders/order';
import { isoDate, recordId, text } from '../wire/text';
import { supplier } from './supplier';

/** purchasing.supplier: whose purchase list. */
export const purchaseInput = z.object({ fornecedor_id: text(200, { as: 'opaque' }) });

/** purchasing.createPage, purchasing.pdf: which orders are shown, as the screen had them. */
export const purchasePageInput = purchaseInput.extend({
  pedidos: z
    .array(recordId)
    .min(1)
    .max(2 * MAX_PURCHASE_ORDERS),
  /** Whether orders that a reason holds back are meant too; else they are left out. */
  incluir_atencao: z.boolean().optional(),
});

/** How many orders wait for a supplier in one status, and what they cost together. */
export const purchaseSum = z.object({ pedidos: z.int(), total: z.number() });

/** A supplier that something is to be bought from. `retidos`: orders that a reason holds back, which are in neither sum. */
export const purchaseSummary = z.object({
  fornecedor_id: z.string(),
  nome: z.string(),
  enviar: purchaseSum,
  pagar: purchaseSum,
  retidos: z.int(),
});

/** purchasing.list. `parcial`: there are more suppliers than were listed. */
export const purchaseSuppliers = z.object({
  fornecedores: z.array(purchaseSummary),
  parcial: z.boolean(),
  /** Approved or sent orders with a line whose supplier is not known. */
  sem_fornecedor: z.int(),
});

/** A line of an order, as its supplier is asked for it. The cost is that of the whole line, in reais. */
const purchaseLine = z.object({
  produto_nome: z.string(),
  produto_sku: z.string().nullable(),
  quantidade: z.int(),
  preco_fornecedor: z.number(),
});

/** What an order has of one supplier: product of the first line, units and cost of all of them, in reais. */
export const purchaseOrder = z.object({
  id: z.string(),
  marketplace: z.enum(MARKETPLACES),
  ml_order_id: z.string(),
  ...purchaseLine.shape,
  itens: z.array(purchaseLine),
  cliente_nome: z.string(),
  cliente_endereco: z.string(),
  etiqueta_ml_url: z.string().nullable(),
  requer_atencao: z.boolean(),
  /** The reason that holds it back: it is sent and paid only where it is meant. */
  retido: orderHold.nullable(),
  criado_em: isoDate,
});

/** The orders of one status, oldest first; `total` and `total_pedidos` count those too that are beyond the limit. */
export const purchaseGroup = purchaseSum.omit({ pedidos: true }).extend({
  pedidos: z.array(purchaseOrder),
  total_pedidos: z.int(),
});

/** purchasing.supplier: what is to be sent to a supplier, what is to be paid, and how. */
export const purchaseList = z.object({
  fornecedor: supplier,
  enviar: purchaseGroup,
  pagar: purchaseGroup,
});

/** A page for the supplier, which opens without a login until it expires or is revoked. */
export const purchasePage = z.object({ id: z.string(), url: z.string(), expira_em: isoDate });

/** purchasing.pdf: the file, in base64. */
export const purchasePdf = z.object({ base64: z.string() });

/** purchasing.figures: the suppliers of a page. */
export const supplierFiguresInput = z.object({ ids: z.array(recordId).min(1).max(500) });

/** What a supplier's card says. `pedidos`: those it has not shipped yet. */
export const supplierFigures = z.object({
  fornecedor_id: z.string(),
  produtos: z.int(),
  pedidos: z.int(),
  a_pagar: z.number(),
  /** Listings that are on air. */
  anuncios: z.int(),
  /** Listings that were paused with the supplier and are not back on sale. */
  anuncios_pausados: z.int(),
});

export type PurchasePageInput = z.output<typeof purchasePageInput>;
export type PurchaseSummary = z.output<typeof purchaseSummary>;
export type PurchaseSuppliers = z.output<typeof purchaseSuppliers>;
export type PurchaseOrder = z.output<typeof purchaseOrder>;
export type PurchaseGroup = z.output<typeof purchaseGroup>;
export type PurchaseList = z.output<typeof purchaseList>;
export type PurchasePage = z.output<typeof purchasePage>;
export type SupplierFigures = z.output<typeof supplierFigures>;
