import { type Database, preparedOnce } from '@esteira/db/database';
import { orderEvents } from '@esteira/db/schema/order-events';
import { orderShipping } from '@esteira/db/schema/order-shipping';
import { orderSummaries } from '@esteira/db/schema/order-summaries';
import { orders } from '@esteira/db/schema/orders';
import { products } from '@esteira/db/schema/products';
import { users } from '@esteira/db/schema/users';
import type { Marketplace } from '@esteira/domain/marketplaces';
import {
  type AttentionReason,
  getAttentionMessage,
  HIDDEN_BUYER,
  joinMessages,
  sortReasons,
} from '@esteira/domain/order-attention';
import { ORDER_FILTERS, type OrderFilter, type OrderStatus } from '@esteira/domain/order-machine';
import type { ShippingStage } from '@esteira/domain/shipping-stage';
import type { LabelRequest, OrderRef } from '@esteira/marketplaces/port';
import type { Order, OrderCounts, OrderEvent, OrderListInput } from '@esteira/validators/order';
import type { Page } from '@esteira/validators/wire/page';
import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { isEntityId } from '../../core/ids';
import { cursorId, toPage } from '../../core/paging';
import { labelAddress } from './shipping/label-link';

/** Looked up only for the few orders that have any. */
const openReasons = sql<OpenReason[] | null>`CASE WHEN ${orders.requer_atencao} THEN (
  SELECT json_agg(json_build_object('codigo', a.codigo, 'detalhe', a.detalhe, 'desde', a.desde))
  FROM atencoes_pedido a WHERE a.usuario_id = ${orders.usuario_id} AND a.pedido_id = ${orders.id}) END`;

interface OpenReason extends AttentionReason {
  desde: string;
}

const columns = {
  id: orders.id,
  status: orders.status,
  marketplace: orders.marketplace,
  ml_order_id: orders.ml_order_id,
  produto_id: orders.produto_id,
  fornecedor_id: orders.fornecedor_id,
  produto_nome: orders.produto_nome,
  fornecedor_nome: orders.fornecedor_nome,
  quantidade: orders.quantidade,
  preco_venda: orders.preco_venda,
  preco_fornecedor: orders.preco_fornecedor,
  lucro: orders.lucro,
  cliente_nome: orders.cliente_nome,
  cliente_endereco: orders.cliente_endereco,
  requer_atencao: orders.requer_atencao,
  atencoes: openReasons,
  criado_em: orders.criado_em,
  atualizado_em: orders.atualizado_em,
  tem_etiqueta: orders.tem_etiqueta,
  envio_situacao: orderShipping.situacao,
  envio_precisa_nota: orderShipping.precisa_nota,
  envio_tem_etiqueta: orderShipping.tem_etiqueta,
  envio_pode_marcar: orderShipping.pode_marcar_enviado,
  envio_motivo: orderShipping.motivo,
  envio_bloqueio: orderShipping.bloqueio,
  envio_pacote: orderShipping.pacote_id,
  envio_transportadora: orderShipping.transportadora,
  envio_rastreio: orderShipping.codigo_rastreio,
};

/** The parcel of a real order, by its primary key; simulated orders have none. */
const itsParcel = and(
  eq(orderShipping.usuario_id, orders.usuario_id),
  eq(orderShipping.pedido_id, orders.id),
);

/** The seller's orders, newest first, of one of the screen's filters. */
export async function listOrders(deps: Deps, usuarioId: string, input: OrderListInput): Promise<Page<Order>> {
  const cursor = cursorId(input.cursor);
  const limite = input.limite + 1;
  const rows =
    input.filtro === undefined || input.filtro === 'todos'
      ? await preparedOnce(deps.db, 'orders_page', newestOrders).execute({ usuarioId, cursor, limite })
      : await deps.db
          .select(columns)
          .from(orders)
          .leftJoin(orderShipping, itsParcel)
          .where(
            and(
              eq(orders.usuario_id, usuarioId),
              inArray(orders.status, [...ORDER_FILTERS[input.filtro].statuses]),
              lt(orders.id, cursor),
            ),
          )
          .orderBy(desc(orders.id))
          .limit(limite);
  const page = toPage(rows, input.limite);
  return { ...page, itens: page.itens.map((row) => toOrder(deps, usuarioId, row)) };
}

const newestOrders = (db: Database, name: string) =>
  db
    .select(columns)
    .from(orders)
    .leftJoin(orderShipping, itsParcel)
    .where(and(eq(orders.usuario_id, sql.placeholder('usuarioId')), lt(orders.id, sql.placeholder('cursor'))))
    .orderBy(desc(orders.id))
    .limit(sql.placeholder('limite'))
    .prepare(name);

/** A seller's order. Fails with `not_found`, for another seller's order too. */
export async function getOrder(deps: Deps, usuarioId: string, id: string): Promise<Order> {
  const [row] = isEntityId(id)
    ? await deps.db
        .select(columns)
        .from(orders)
        .leftJoin(orderShipping, itsParcel)
        .where(and(eq(orders.usuario_id, usuarioId), eq(orders.id, id)))
    : [];
  if (row === undefined) throw orderNotFound();
  return toOrder(deps, usuarioId, row);
}

/** What the marketplace's calls about an order's parcel need of it. */
export interface OrderToShip {
  status: OrderStatus;
  marketplace: Marketplace;
  ref: OrderRef;
  label: Omit<LabelRequest, keyof OrderRef>;
  /** Null for a simulated order. */
  envio: Pick<Parcel, 'situacao' | 'bloqueio' | 'precisa_nota' | 'pacote_id'> | null;
}

type Parcel = NonNullable<Order['envio']>;

/** Reads it in one query. Fails with `not_found` as getOrder does. */
export async function getOrderToShip(db: Database, usuarioId: string, id: string): Promise<OrderToShip> {
  const { situacao, bloqueio, precisa_nota, pacote_id } = orderShipping;
  const [row] = isEntityId(id)
    ? await db
        .select({
          order: orders,
          sku: products.sku,
          seller: users.nome,
          envio: { situacao, bloqueio, precisa_nota, pacote_id },
        })
        .from(orders)
        .innerJoin(users, eq(users.id, orders.usuario_id))
        .leftJoin(
          products,
          and(eq(products.usuario_id, orders.usuario_id), eq(products.id, orders.produto_id)),
        )
        .leftJoin(orderShipping, itsParcel)
        .where(and(eq(orders.usuario_id, usuarioId), eq(orders.id, id)))
    : [];
  if (row === undefined) throw orderNotFound();
  const { status, marketplace, ml_order_id, produto_nome, quantidade, fornecedor_nome } = row.order;
  return {
    status,
    marketplace,
    ref: { ml_order_id, sku: row.sku, produto_nome },
    label: {
      quantidade,
      cliente_nome: row.order.cliente_nome ?? HIDDEN_BUYER,
      cliente_endereco: row.order.cliente_endereco ?? HIDDEN_BUYER,
      remetente_nome: fornecedor_nome,
      remetente_detalhe: `Vendido por ${row.seller}`,
      criado_em: new Date(row.order.criado_em),
    },
    envio: row.envio,
  };
}

const orderNotFound = () => new AppError('not_found', 'Pedido não encontrado');

/** How many orders each filter covers. */
export async function countOrders(db: Database, usuarioId: string): Promise<OrderCounts> {
  const rows = await db
    .select({ status: orderSummaries.status, total: sql<number>`sum(${orderSummaries.pedidos})::int` })
    .from(orderSummaries)
    .where(eq(orderSummaries.usuario_id, usuarioId))
    .groupBy(orderSummaries.status);
  const covered = (filter: OrderFilter) => {
    const statuses: readonly OrderStatus[] = ORDER_FILTERS[filter].statuses;
    return rows.filter((row) => statuses.includes(row.status)).reduce((sum, row) => sum + row.total, 0);
  };
  return {
    todos: covered('todos'),
    pendentes: covered('pendentes'),
    aprovados: covered('aprovados'),
    com_fornecedor: covered('com_fornecedor'),
  };
}

/** What happened to an order, oldest first. */
export async function listOrderEvents(deps: Deps, usuarioId: string, id: string): Promise<OrderEvent[]> {
  await getOrder(deps, usuarioId, id);
  return deps.db
    .select({
      id: orderEvents.id,
      de: orderEvents.de,
      para: orderEvents.para,
      criado_em: orderEvents.criado_em,
      ator_nome: users.nome,
    })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.ator_id))
    .where(and(eq(orderEvents.usuario_id, usuarioId), eq(orderEvents.pedido_id, id)))
    .orderBy(asc(orderEvents.id));
}

interface OrderRow
  extends Omit<
      Order,
      'etiqueta_ml_url' | 'envio' | 'motivo_atencao' | 'atencoes' | 'cliente_nome' | 'cliente_endereco'
    >,
    ParcelRow {
  tem_etiqueta: boolean;
  cliente_nome: string | null;
  cliente_endereco: string | null;
  atencoes: OpenReason[] | null;
}

interface ParcelRow {
  envio_situacao: ShippingStage | null;
  envio_precisa_nota: boolean | null;
  envio_tem_etiqueta: boolean | null;
  envio_pode_marcar: boolean | null;
  envio_motivo: string | null;
  envio_bloqueio: string | null;
  envio_pacote: string | null;
  envio_transportadora: string | null;
  envio_rastreio: string | null;
}

/**
 * Written out, because an object that grew to this many columns one by one is slow to copy, check and serialise:
 * a page of 50 orders took a third longer.
 */
function toOrder(deps: Deps, usuarioId: string, row: OrderRow): Order {
  const atencoes = row.atencoes === null ? [] : toAttention(row.atencoes);
  return {
    id: row.id,
    status: row.status,
    marketplace: row.marketplace,
    ml_order_id: row.ml_order_id,
    produto_id: row.produto_id,
    fornecedor_id: row.fornecedor_id,
    produto_nome: row.produto_nome,
    fornecedor_nome: row.fornecedor_nome,
    quantidade: row.quantidade,
    preco_venda: row.preco_venda,
    preco_fornecedor: row.preco_fornecedor,
    lucro: row.lucro,
    cliente_nome: row.cliente_nome ?? HIDDEN_BUYER,
    cliente_endereco: row.cliente_endereco ?? HIDDEN_BUYER,
    etiqueta_ml_url: row.tem_etiqueta ? labelAddress(deps, { usuarioId, pedidoId: row.id }) : null,
    requer_atencao: row.requer_atencao,
    motivo_atencao: joinMessages(atencoes.map(({ mensagem }) => mensagem)),
    atencoes,
    criado_em: row.criado_em,
    atualizado_em: row.atualizado_em,
    envio: row.envio_situacao === null ? null : toParcel(row, row.envio_situacao),
  };
}

function toAttention(reasons: readonly OpenReason[]): Order['atencoes'] {
  return sortReasons(reasons).map((reason) => ({
    codigo: reason.codigo,
    mensagem: getAttentionMessage(reason),
    desde: new Date(reason.desde).toISOString(),
  }));
}

function toParcel(row: ParcelRow, situacao: ShippingStage): Order['envio'] {
  return {
    situacao,
    precisa_nota: row.envio_precisa_nota ?? false,
    tem_etiqueta: row.envio_tem_etiqueta ?? false,
    pode_marcar_enviado: row.envio_pode_marcar ?? false,
    motivo: row.envio_motivo,
    bloqueio: row.envio_bloqueio,
    transportadora: row.envio_transportadora,
    codigo_rastreio: row.envio_rastreio,
    pacote_id: row.envio_pacote,
  };
}
