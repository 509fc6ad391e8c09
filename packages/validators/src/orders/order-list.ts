import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { ORDER_SORTS, type OrderSort } from '@esteira/domain/orders/order-list';
import {
  ORDER_FILTERS,
  ORDER_STATUSES,
  type OrderFilter,
  type OrderStatus,
} from '@esteira/domain/orders/order-machine';
import { z } from 'zod';
import { accountCode } from '../marketplaces/accounts';
import { pageInput } from '../wire/page';
import { day, flag, orAbsent, searchText, text } from '../wire/text';

const FILTERS = Object.keys(ORDER_FILTERS) as OrderFilter[];
const SORTS = Object.keys(ORDER_SORTS) as OrderSort[];

/** orders.counts: what narrows the list, its statuses aside. Days are those of America/Sao_Paulo, both included. */
export const orderFilterInput = z.object({
  busca: searchText,
  marketplace: orAbsent(z.enum(MARKETPLACES)),
  conta_id: orAbsent(accountCode),
  fornecedor_id: orAbsent(text(200, { as: 'opaque' })),
  de: orAbsent(day),
  ate: orAbsent(day),
  /** True: only orders that require attention. */
  atencao: orAbsent(flag),
  /** True: only orders that should be on their way by now and are not. */
  atrasados: orAbsent(flag),
  /** True: only orders still to be shipped whose label is there and was never printed. */
  etiqueta_nao_impressa: orAbsent(flag),
});

/** orders.list: one of the screen's filters, a status, what else narrows, the sorting and the page. */
export const orderListInput = pageInput.extend({
  ...orderFilterInput.shape,
  filtro: orAbsent(z.enum(FILTERS)),
  status: orAbsent(z.enum(ORDER_STATUSES)),
  ordem: orAbsent(z.enum(SORTS)),
});

const count = z.int();

/** What the orders of a status were sold for and what they leave, in reais. */
const statusSum = z.object({ valor: z.number(), lucro: z.number() });

/** How many orders each of the screen's filters and each status covers. */
export const orderCounts = z.object({
  todos: count,
  pendentes: count,
  aprovados: count,
  com_fornecedor: count,
  por_status: z.object({
    pendente: count,
    aprovado: count,
    enviado_fornecedor: count,
    pago: count,
    enviado_cliente: count,
    entregue: count,
    cancelado: count,
  } satisfies Record<OrderStatus, z.ZodInt>),
  /** Of as many orders as were counted. */
  somas: z.object({
    pendente: statusSum,
    aprovado: statusSum,
    enviado_fornecedor: statusSum,
    pago: statusSum,
    enviado_cliente: statusSum,
    entregue: statusSum,
    cancelado: statusSum,
  } satisfies Record<OrderStatus, typeof statusSum>),
  /** Statuses that have more orders than were counted: a search that very many match is not counted to its end. */
  parciais: z.array(z.enum(ORDER_STATUSES)),
} satisfies Record<OrderFilter, z.ZodInt> & Record<string, z.ZodType>);

export type OrderFilterInput = z.output<typeof orderFilterInput>;
export type OrderListInput = z.output<typeof orderListInput>;
export type OrderCounts = z.output<typeof orderCounts>;
