import { opaqueParam } from '@esteira/db/database';
import { isInList } from '@esteira/db/schema/columns';
import { deadlineOf } from '@esteira/db/schema/orders/orders';
import {
  ORDER_FILTERS,
  ORDER_STATUSES,
  type OrderStatus,
  UNSHIPPED_STATUSES,
} from '@esteira/domain/orders/order-machine';
import type { OrderFilterInput, OrderListInput } from '@esteira/validators/orders/order-list';
import { type SQL, sql } from 'drizzle-orm';
import { isEntityId, opaqueSeller, sinceDay, untilDay } from '../../../core/ids';
import type { Once } from '../../../core/sharing/once';

/** What a list of orders asks for, page and sorting aside. Its conditions are on `pedidos o`. */
export interface OrderQuery {
  sellerId: string;
  /** The same, in SQL. */
  usuarioId: SQL;
  statuses: readonly OrderStatus[];
  /** Every one of them must be found; empty: no search. */
  words: readonly string[];
  conditions: readonly SQL[];
  /** Whether one of the conditions names the supplier, whose orders have an index of their own. */
  ofSupplier: boolean;
  /** What search and conditions come from: equal where they are. */
  key: string;
  /** What a list and its counts, asked for in one request, have in common is looked up once. */
  once?: Once | undefined;
}

const NARROWING = [
  'busca',
  'marketplace',
  'fornecedor_id',
  'de',
  'ate',
  'atencao',
  'atrasados',
  'etiqueta_nao_impressa',
] as const satisfies (keyof OrderFilterInput)[];

/** The query of a filter, over all statuses unless the input narrows them. */
export function toOrderQuery(
  usuarioId: string,
  input: OrderFilterInput & Partial<Pick<OrderListInput, 'filtro' | 'status'>>,
): OrderQuery {
  const { filtro = 'todos', status, ...narrowing } = input;
  const covered: readonly OrderStatus[] = ORDER_FILTERS[filtro].statuses;
  return {
    sellerId: usuarioId,
    usuarioId: opaqueSeller(usuarioId),
    statuses: covered.filter((known) => status === undefined || known === status),
    words: toWords(input.busca ?? ''),
    conditions: toConditions(input),
    ofSupplier: input.fornecedor_id !== undefined,
    key: JSON.stringify(NARROWING.map((name) => narrowing[name])),
  };
}

/** Whether the query leaves no order of the seller out. */
export function isWhole({ statuses, words, conditions }: OrderQuery): boolean {
  return statuses.length === ORDER_STATUSES.length && words.length === 0 && conditions.length === 0;
}

/**
 * The words of a search. Numbers are copied together with the sign that stands before them on the card. What few texts
 * hold comes first, so that most are looked at for one word alone: numbers, then long words.
 */
function toWords(busca: string): string[] {
  const words = [...new Set(busca.replaceAll('#', ' ').split(/\s+/))].filter((word) => word !== '');
  return words.sort((a, b) => Number(/\d/.test(b)) - Number(/\d/.test(a)) || b.length - a.length);
}

/**
 * True of a text of the search that holds every word. A word of accents alone is none, and null, which no text holds.
 * Each term is a query of its own: a plan that knows no values would work it out again for every row.
 */
export function holdsWords(text: SQL, words: readonly string[]): SQL[] {
  return words.map((word) => sql`strpos(${text}, (SELECT nullif(esteira_termo(${word}::text), ' '))) > 0`);
}

/** Written out as the partial indices have it. */
export const IS_UNSHIPPED = isInList('o.status', UNSHIPPED_STATUSES);
export const DEADLINE = deadlineOf(sql`o.despachar_ate`);

const ID = sql`o.id`;

function toConditions(input: OrderFilterInput): SQL[] {
  const { marketplace, fornecedor_id, de, ate, atencao } = input;
  const conditions: SQL[] = [];
  if (marketplace !== undefined)
    conditions.push(sql`o.marketplace = ${opaqueParam(sql`${marketplace}::text`)}`);
  if (fornecedor_id !== undefined) {
    conditions.push(isEntityId(fornecedor_id) ? sql`o.fornecedor_id = ${fornecedor_id}::uuid` : sql`false`);
  }
  if (de !== undefined) conditions.push(sql`o.criado_em >= ${startOf(de, 0)}`, sinceDay(ID, de));
  if (ate !== undefined) conditions.push(sql`o.criado_em < ${startOf(ate, 1)}`, untilDay(ID, ate));
  if (atencao === true) conditions.push(sql`o.requer_atencao`);
  if (input.atrasados === true) conditions.push(IS_UNSHIPPED, sql`${DEADLINE} <= now()`);
  if (input.etiqueta_nao_impressa === true) {
    conditions.push(IS_UNSHIPPED, sql`o.tem_etiqueta`, sql`o.etiqueta_impressa_em IS NULL`);
  }
  return conditions;
}

/** The first moment of a day of São Paulo, or of one so many days later. */
function startOf(day: string, daysLater: number): SQL {
  return sql`((${day}::date + ${daysLater}::int)::timestamp AT TIME ZONE 'America/Sao_Paulo')`;
}

/** As part of the text: a plan that is made without values would take them for ten. */
export function toArray(statuses: readonly OrderStatus[]): SQL {
  return sql.raw(`'{${statuses.join(',')}}'::text[]`);
}

/** The statuses as rows `s(status)`, so that each is looked up in its own part of an index. */
export function unnestStatuses({ statuses }: OrderQuery): SQL {
  return sql`unnest(${toArray(statuses)}) AS s(status)`;
}

/** The conditions of an order `o` besides its status, those of the search included. */
export function whereOrder({ usuarioId, conditions, words }: OrderQuery): SQL {
  const all = [sql`o.usuario_id = ${usuarioId}`, ...conditions, ...holdsWords(sql`o.busca`, words)];
  return sql.join(all, sql` AND `);
}
