import { type Database, queryRows } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres-errors';
import { newId } from '@esteira/db/schema/columns';
import { listings } from '@esteira/db/schema/listings';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { fromCents } from '@esteira/domain/money';
import type { ExternalOrder, ExternalOrderItem } from '@esteira/marketplaces/port';
import { and, eq, sql } from 'drizzle-orm';
import { recordSale } from '../sale';
import { NO_PERSONAL_DATA, OVERSOLD, UNMATCHED } from './attention';
import { recordSeveralItems } from './several-items';

/**
 * Takes in an order as the marketplace holds it, however often and concurrently it is delivered: one number is
 * one order, cancelled once. A sale beyond the stock is recorded and flagged, never lost (decisions §8).
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
  if (produtoId !== null && order.situacao !== 'cancelado') {
    const result = await recordSale(db, {
      usuarioId,
      marketplace: order.marketplace,
      numero: order.ml_order_id,
      produtoId,
      quantidade: item.quantidade,
      precoUnitario: fromCents(item.preco_unitario_centavos),
      cliente_nome: order.cliente_nome ?? NO_PERSONAL_DATA,
      cliente_endereco: order.cliente_endereco ?? NO_PERSONAL_DATA,
      motivo_atencao: order.motivo_bloqueio,
      exigirPublicado: false,
      atorId: null,
    });
    if (result !== 'unavailable') return;
  }
  const reason = order.motivo_bloqueio ?? (produtoId === null ? UNMATCHED : OVERSOLD);
  // An order that was cancelled before it came here is kept, so that an older reading cannot bring it to life.
  const motivo = order.situacao === 'cancelado' ? null : reason;
  await recordWithoutStock(db, { usuarioId, order, item, produtoId, motivo });
}

interface StocklessSale {
  usuarioId: string;
  order: ExternalOrder;
  item: ExternalOrderItem;
  produtoId: string | null;
  motivo: string | null;
}

/** Records a sale that takes no stock; a repeated number changes nothing. */
async function recordWithoutStock(db: Database, sale: StocklessSale): Promise<void> {
  const { usuarioId, order, item, produtoId, motivo } = sale;
  const pedidoId = newId();
  await queryRows(
    db,
    sql`
    WITH pedido AS (
      INSERT INTO pedidos (usuario_id, id, marketplace, ml_order_id, produto_id, fornecedor_id, produto_nome,
        fornecedor_nome, quantidade, preco_venda, preco_fornecedor, cliente_nome, cliente_endereco,
        requer_atencao, motivo_atencao)
      SELECT ${usuarioId}::uuid, ${pedidoId}::uuid, ${order.marketplace}::text, ${order.ml_order_id}::text,
        p.id, f.id, coalesce(p.nome, 'Produto'), coalesce(f.nome, 'Desconhecido'), ${item.quantidade}::int,
        ${item.preco_unitario_centavos}::bigint * ${item.quantidade}::int,
        coalesce(p.preco_fornecedor, 0) * ${item.quantidade}::int,
        ${order.cliente_nome ?? NO_PERSONAL_DATA}::text, ${order.cliente_endereco ?? NO_PERSONAL_DATA}::text,
        ${motivo !== null}::boolean, ${motivo}::text
      FROM (VALUES (1)) AS um
      LEFT JOIN produtos p ON p.usuario_id = ${usuarioId}::uuid AND p.id = ${produtoId}::uuid
      LEFT JOIN fornecedores f ON f.usuario_id = p.usuario_id AND f.id = p.fornecedor_id
      ON CONFLICT (usuario_id, marketplace, ml_order_id) DO NOTHING
      RETURNING id
    )
    INSERT INTO eventos_pedido (usuario_id, pedido_id, id, de, para)
    SELECT ${usuarioId}::uuid, id, ${newId()}::uuid, NULL, 'pendente' FROM pedido`,
  );
}

/**
 * Cancels an order from any status before `entregue` and gives back the stock that it took, once, in one
 * statement. Locks the order before the product, as every writer does.
 */
export async function cancelOrder(
  db: Database,
  usuarioId: string,
  { marketplace, ml_order_id }: { marketplace: Marketplace; ml_order_id: string },
): Promise<'cancelled' | 'unchanged'> {
  const cancellation = sql`
    WITH antes AS (
      SELECT id, status FROM pedidos
      WHERE usuario_id = ${usuarioId}::uuid AND marketplace = ${marketplace}::text AND ml_order_id = ${ml_order_id}::text
        AND status NOT IN ('entregue', 'cancelado')
      FOR UPDATE
    ), pedido AS (
      UPDATE pedidos p SET status = 'cancelado', atualizado_em = now()
      FROM antes WHERE p.usuario_id = ${usuarioId}::uuid AND p.id = antes.id
      RETURNING p.id, antes.status AS de
    ), movimento AS (
      INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, pedido_id)
      SELECT v.usuario_id, v.produto_id, ${newId()}::uuid, -v.quantidade, 'cancelamento', v.pedido_id
      FROM movimentos_estoque v JOIN pedido ON pedido.id = v.pedido_id
      WHERE v.usuario_id = ${usuarioId}::uuid AND v.motivo = 'venda'
      RETURNING produto_id, quantidade
    ), produto AS (
      UPDATE produtos p SET estoque = p.estoque + m.quantidade, atualizado_em = now()
      FROM movimento m WHERE p.usuario_id = ${usuarioId}::uuid AND p.id = m.produto_id
    )
    INSERT INTO eventos_pedido (usuario_id, pedido_id, id, de, para)
    SELECT ${usuarioId}::uuid, id, ${newId()}::uuid, de, 'cancelado' FROM pedido
    RETURNING pedido_id`;
  const rows = await retryingDeadlocks(() => queryRows(db, cancellation));
  return rows.length > 0 ? 'cancelled' : 'unchanged';
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
        eq(listings.id_externo, idExterno),
      ),
    );
  return found?.produto_id ?? null;
}
