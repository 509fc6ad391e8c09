import { type Database, queryRows } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { orders } from '@esteira/db/schema/orders/orders';
import { listings } from '@esteira/db/schema/products/listings';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { fromCents } from '@esteira/domain/money';
import type { AttentionReason } from '@esteira/domain/orders/order-attention';
import { CANCELLABLE_STATUSES } from '@esteira/domain/orders/order-machine';
import { toPlainIdentifier } from '@esteira/domain/text/plain-text';
import type { ExternalOrder, ExternalOrderItem } from '@esteira/marketplaces/port';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { getUnknownFacts } from '../../costs/estimates/estimate-facts';
import { estimateSale, type SaleEstimate } from '../../costs/estimates/estimate-sale';
import { insertEstimates, toEstimateRow } from '../../costs/estimates/fact-rows';
import { cancelWhere } from '../cancellation';
import { blockReasons, recordSale } from '../sale';
import { insertEvents, insertOrder, insertReasons, UNKNOWN_PRODUCT, UNKNOWN_SUPPLIER } from '../writes';
import { getSingleReasons, recordSeveralItems } from './several-items';

/**
 * Takes in an order as the marketplace holds it, however often and concurrently it is delivered: one number is
 * one order, cancelled once. A sale beyond the stock is recorded and flagged, never lost.
 */
export async function receiveOrder(db: Database, usuarioId: string, order: ExternalOrder): Promise<void> {
  if (order.situacao === 'aguardando_pagamento') return;
  await recordMarketplaceSale(db, usuarioId, order);
  if (order.situacao === 'cancelado') await cancelOrder(db, usuarioId, order);
}

async function recordMarketplaceSale(db: Database, usuarioId: string, order: ExternalOrder): Promise<void> {
  const [item] = order.itens;
  if (item === undefined) return;
  if (order.itens.length > 1) return recordSeveralItems(db, usuarioId, order);
  const produtoId = await findProduct(db, {
    usuarioId,
    marketplace: order.marketplace,
    idExterno: item.id_externo,
  });
  const estimate =
    produtoId === null
      ? null
      : await estimateSale(db, {
          ...{ usuarioId, produtoId, marketplace: order.marketplace },
          ...{ units: item.quantidade, priceCents: item.preco_unitario_centavos },
        });
  if (produtoId !== null && order.situacao !== 'cancelado') {
    const result = await recordSale(db, {
      usuarioId,
      marketplace: order.marketplace,
      numero: order.ml_order_id,
      produtoId,
      quantidade: item.quantidade,
      precoUnitario: fromCents(item.preco_unitario_centavos),
      cliente_nome: order.cliente_nome,
      cliente_endereco: order.cliente_endereco,
      atencoes: blockReasons(order),
      dispatchWithinMs: null,
      exigirPublicado: false,
      atorId: null,
      estimate,
    });
    if (result.kind !== 'unavailable') return;
  }
  const missing = getSingleReasons(produtoId !== null, [item]);
  // An order that was cancelled before it came here is kept, so that an older reading cannot bring it to life.
  const atencoes = order.situacao === 'cancelado' ? [] : [...blockReasons(order), ...missing];
  await recordWithoutStock(db, { usuarioId, order, item, produtoId, atencoes, estimate });
}

interface StocklessSale {
  usuarioId: string;
  order: ExternalOrder;
  item: ExternalOrderItem;
  produtoId: string | null;
  atencoes: readonly AttentionReason[];
  estimate: SaleEstimate | null;
}

/** Records a sale that takes no stock; a repeated number changes nothing. */
async function recordWithoutStock(db: Database, sale: StocklessSale): Promise<void> {
  const { order, item, produtoId, atencoes, estimate } = sale;
  const row = estimate?.row ?? JSON.stringify([toEstimateRow(getUnknownFacts('produto', 0))]);
  // A supplier's price that changed in between leaves the order without costs, and its page computes them again.
  const isAsEstimated = sql`p.preco_fornecedor IS NOT DISTINCT FROM ${estimate?.supplierCents ?? null}::bigint`;
  const usuarioId = sql`${sale.usuarioId}::uuid`;
  const quantidade = sql`${item.quantidade}::int`;
  const newOrder = insertOrder(
    {
      usuario_id: usuarioId,
      id: sql`${newId()}::uuid`,
      marketplace: sql`${order.marketplace}::text`,
      ml_order_id: sql`${order.ml_order_id}::text`,
      produto_id: sql`p.id`,
      fornecedor_id: sql`f.id`,
      produto_nome: sql`coalesce(p.nome, ${UNKNOWN_PRODUCT}::text)`,
      produto_sku: sql`p.sku`,
      fornecedor_nome: sql`coalesce(f.nome, ${UNKNOWN_SUPPLIER}::text)`,
      quantidade,
      preco_venda: sql`${item.preco_unitario_centavos}::bigint * ${quantidade}`,
      preco_fornecedor: sql`coalesce(p.preco_fornecedor, 0) * ${quantidade}`,
      custos: sql`CASE WHEN ${isAsEstimated} THEN ${estimate?.costCents ?? null}::bigint END`,
      cliente_nome: sql`${order.cliente_nome}::text`,
      cliente_endereco: sql`${order.cliente_endereco}::text`,
    },
    sql`(VALUES (1)) AS um
      LEFT JOIN produtos p ON p.usuario_id = ${usuarioId} AND p.id = ${produtoId}::uuid
      LEFT JOIN fornecedores f ON f.usuario_id = p.usuario_id AND f.id = p.fornecedor_id`,
    'skip',
  );
  const pedido = sql`pedido`;
  const costed = sql`(SELECT o.id FROM pedido o LEFT JOIN produtos p ON p.usuario_id = ${usuarioId} AND p.id = o.produto_id
    WHERE ${isAsEstimated}) AS pedido`;
  await queryRows(
    db,
    sql`
    WITH pedido AS (${newOrder}),
      atencao AS (${insertReasons(usuarioId, sql`${JSON.stringify(atencoes)}`, pedido)}),
      estimativa AS (${insertEstimates(usuarioId, sql`${row}`, costed)})
    ${insertEvents({ usuario_id: usuarioId, de: null, para: 'pendente' }, pedido)}`,
  );
}

/** Cancels an order from any status before `entregue`, as the marketplace does, and gives its stock back once. */
export function cancelOrder(
  db: Database,
  usuarioId: string,
  { marketplace, ml_order_id }: { marketplace: Marketplace; ml_order_id: string },
): Promise<'cancelled' | 'unchanged'> {
  return cancelWhere(db, {
    usuarioId,
    which: and(eq(orders.marketplace, marketplace), eq(orders.ml_order_id, ml_order_id)),
    from: CANCELLABLE_STATUSES,
    atorId: null,
    motivo: null,
  });
}

interface ListingAddress {
  usuarioId: string;
  marketplace: Marketplace;
  idExterno: string;
}

async function findProduct(db: Database, { usuarioId, marketplace, idExterno }: ListingAddress) {
  const [found] = await db
    .select({ produto_id: listings.produto_id })
    .from(listings)
    .where(
      and(
        eq(listings.usuario_id, usuarioId),
        eq(listings.marketplace, marketplace),
        inArray(listings.id_externo, [idExterno, toPlainIdentifier(idExterno)]),
      ),
    )
    .orderBy(desc(eq(listings.id_externo, idExterno)))
    .limit(1);
  return found?.produto_id ?? null;
}
