import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { ORDER_FILTERS, ORDER_STATUSES, type OrderFilter } from '@esteira/domain/order-machine';
import { z } from 'zod';
import { pageInput } from './page';
import { isoDate, orAbsent } from './text';

const FILTERS = Object.keys(ORDER_FILTERS).filter(isFilter);

/** An order (spec §3, decisions §8): prices and profit in reais are totals for the order, not per unit. */
export const order = z.object({
  id: z.string(),
  status: z.enum(ORDER_STATUSES),
  marketplace: z.enum(MARKETPLACES),
  ml_order_id: z.string(),
  produto_id: z.string().nullable(),
  fornecedor_id: z.string().nullable(),
  produto_nome: z.string(),
  fornecedor_nome: z.string(),
  quantidade: z.int(),
  preco_venda: z.number(),
  preco_fornecedor: z.number(),
  lucro: z.number(),
  cliente_nome: z.string(),
  cliente_endereco: z.string(),
  etiqueta_ml_url: z.string().nullable(),
  requer_atencao: z.boolean(),
  motivo_atencao: z.string().nullable(),
  criado_em: isoDate,
  atualizado_em: isoDate,
});

/** orders.list: one of the screen's filters (decisions §8) and the page. */
export const orderListInput = pageInput.extend({ filtro: orAbsent(z.enum(FILTERS)) });

/** How many orders each filter covers. */
export const orderCounts = z.object({
  todos: z.int(),
  pendentes: z.int(),
  aprovados: z.int(),
  com_fornecedor: z.int(),
} satisfies Record<OrderFilter, z.ZodInt>);

/** One entry of an order's history: `de` is null for its arrival, `ator_nome` when no person did it. */
export const orderEvent = z.object({
  id: z.string(),
  de: z.enum(ORDER_STATUSES).nullable(),
  para: z.enum(ORDER_STATUSES),
  criado_em: isoDate,
  ator_nome: z.string().nullable(),
});

export type Order = z.output<typeof order>;
export type OrderListInput = z.output<typeof orderListInput>;
export type OrderCounts = z.output<typeof orderCounts>;
export type OrderEvent = z.output<typeof orderEvent>;

function isFilter(name: string): name is OrderFilter {
  return Object.hasOwn(ORDER_FILTERS, name);
}
