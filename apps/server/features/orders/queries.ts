import { users } from '@esteira/db/schema/accounts/users';
import { orderEvents } from '@esteira/db/schema/orders/order-events';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import type { supplierSteps } from '@esteira/db/schema/orders/supplier-steps';
import { nameOfSelected, selectAccountOf } from '@esteira/db/schema/platform/marketplace-accounts';
import { fromCents } from '@esteira/domain/money';
import { describeBuyer } from '@esteira/domain/orders/buyer-retention';
import { joinMessages } from '@esteira/domain/orders/order-attention';
import type { ShippingStage } from '@esteira/domain/orders/shipping-stage';
import type { PartStep } from '@esteira/domain/purchasing/supplier-parts';
import type { Order, OrderEvent, OrderLine } from '@esteira/validators/orders/order';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { orderNotFound } from '../../core/errors';
import { isEntityId } from '../../core/ids';
import { labelAddress } from '../shipping/labels/label-link';
import { itsParcel } from '../shipping/order-to-ship';
import { type OpenReason, openReasons, toAttention } from './attention/hold';
import { soldOrderFields } from './sold-order-columns';

/** Looked up row by row: as a join it could be planned for all products at once. */
const picture = sql<string | null>`(SELECT f.imagem_url FROM produtos f
  WHERE f.usuario_id = ${orders.usuario_id} AND f.id = ${orders.produto_id})`;

/** Looked up row by row too; amounts in cents. */
const itsLines = sql<OrderLine[]>`(SELECT json_agg(l ORDER BY l.numero) FROM itens_pedido l
  WHERE l.usuario_id = ${orders.usuario_id} AND l.pedido_id = ${orders.id})`;

/** Of the few orders of several lines. */
const steps = sql<LineSteps[] | null>`CASE WHEN ${orders.outros_itens} IS NOT NULL THEN (
  SELECT json_agg(s) FROM passos_fornecedor s
  WHERE s.usuario_id = ${orders.usuario_id} AND s.pedido_id = ${orders.id}) END`;

type LineSteps = Pick<typeof supplierSteps.$inferSelect, 'fornecedor_id' | 'passo' | 'criado_em'>;

/** The account that sold it, where the seller has several. */
const itsAccount = selectAccountOf(
  orders,
  sql<
    NonNullable<Order['conta']>
  >`json_build_object('id', c.marketplace || '-' || c.id, 'nome', ${nameOfSelected}
    || CASE WHEN c.desconectada_em IS NULL THEN '' ELSE ' (desconectada)' END)`,
);

export const orderColumns = {
  ...soldOrderFields,
  produto_id: orders.produto_id,
  fornecedor_id: orders.fornecedor_id,
  imagem_url: picture,
  preco_fornecedor: orders.preco_fornecedor,
  itens: itsLines,
  passos: steps,
  cliente_nome: orders.cliente_nome,
  cliente_endereco: orders.cliente_endereco,
  comprador_apagado_em: orders.comprador_apagado_em,
  enviado_pelo_marketplace: orders.enviado_pelo_marketplace,
  requer_atencao: orders.requer_atencao,
  atencoes: openReasons,
  atualizado_em: orders.atualizado_em,
  tem_etiqueta: orders.tem_etiqueta,
  etiqueta_impressa_em: orders.etiqueta_impressa_em,
  conta: itsAccount,
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

/** A seller's order. Fails with `not_found`, for another seller's order too. */
export async function getOrder(deps: Deps, usuarioId: string, id: string): Promise<Order> {
  const [row] = isEntityId(id)
    ? await deps.db
        .select(orderColumns)
        .from(orders)
        .leftJoin(orderShipping, itsParcel)
        .where(and(eq(orders.usuario_id, usuarioId), eq(orders.id, id)))
    : [];
  if (row === undefined) throw orderNotFound();
  return toOrder(deps, usuarioId, row);
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
      motivo: orderEvents.motivo,
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
  comprador_apagado_em: string | null;
  atencoes: OpenReason[] | null;
  passos: LineSteps[] | null;
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
export function toOrder(deps: Deps, usuarioId: string, row: OrderRow): Order {
  const atencoes = toAttention(row.atencoes);
  return {
    id: row.id,
    status: row.status,
    marketplace: row.marketplace,
    ml_order_id: row.ml_order_id,
    produto_id: row.produto_id,
    fornecedor_id: row.fornecedor_id,
    produto_nome: row.produto_nome,
    produto_sku: row.produto_sku,
    imagem_url: row.imagem_url,
    fornecedor_nome: row.fornecedor_nome,
    quantidade: row.quantidade,
    preco_venda: row.preco_venda,
    preco_fornecedor: row.preco_fornecedor,
    lucro: row.lucro,
    itens: row.itens.map((line) => toLine(line, row.passos ?? [])),
    cliente_nome: describeBuyer(row.cliente_nome, row.comprador_apagado_em),
    cliente_endereco: describeBuyer(row.cliente_endereco, row.comprador_apagado_em),
    etiqueta_ml_url: row.tem_etiqueta ? labelAddress(deps, { usuarioId, pedidoId: row.id }) : null,
    etiqueta_impressa_em: row.etiqueta_impressa_em,
    despachar_ate: row.despachar_ate,
    enviado_pelo_marketplace: row.enviado_pelo_marketplace,
    requer_atencao: row.requer_atencao,
    motivo_atencao: joinMessages(atencoes.map(({ mensagem }) => mensagem)),
    atencoes,
    criado_em: row.criado_em,
    atualizado_em: row.atualizado_em,
    envio: row.envio_situacao === null ? null : toParcel(row, row.envio_situacao),
    conta: row.conta,
  };
}

function toLine(line: OrderLine, steps: readonly LineSteps[]): OrderLine {
  const when = (passo: PartStep) => {
    const taken = steps.find((step) => step.fornecedor_id === line.fornecedor_id && step.passo === passo);
    return taken === undefined ? null : new Date(taken.criado_em).toISOString();
  };
  return {
    numero: line.numero,
    produto_id: line.produto_id,
    fornecedor_id: line.fornecedor_id,
    produto_nome: line.produto_nome,
    produto_sku: line.produto_sku,
    fornecedor_nome: line.fornecedor_nome,
    quantidade: line.quantidade,
    preco_venda: fromCents(line.preco_venda),
    preco_fornecedor: fromCents(line.preco_fornecedor),
    enviado_em: when('enviado'),
    pago_em: when('pago'),
  };
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
