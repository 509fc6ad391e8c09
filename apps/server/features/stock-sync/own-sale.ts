import { type Database, queryRows } from '@esteira/db/database';
import type { ExternalOrder } from '@esteira/marketplaces/port';
import { type SQL, sql } from 'drizzle-orm';

/**
 * The marketplace that sold has taken the unit off by itself, so it is not told its own sales. But where our figure
 * reached it after the sale and before the sale reached us, it has put the unit back: then its stock is enqueued
 * after all. The same where it gave the unit of a cancelled sale back on top of our figure. Call it whenever an order
 * was read and taken in. A push that ends later looks by itself (push-job.ts).
 */
export async function repushStockAfterOwnSale(
  db: Database,
  { usuarioId, contaId }: { usuarioId: string; contaId: number },
  order: ExternalOrder,
): Promise<void> {
  const listingIds = getListingIds(order);
  if (listingIds.length === 0) return;
  await queryRows(
    db,
    sql`SELECT enfileirar_envio_estoque(a)
        FROM anuncios a
        WHERE a.usuario_id = ${usuarioId}::uuid AND a.marketplace = ${order.marketplace}::text
          AND a.conta_id = ${contaId}::smallint
          AND recebe_estoque(a) AND a.id_externo IN ${listingIds}
          -- With room for clocks that differ.
          AND a.sincronizado_em BETWEEN ${order.criado_em.toISOString()}::timestamptz - interval '1 minute'
            AND ${toHeardAt(usuarioId, order)} + interval '10 seconds'
        ORDER BY a.produto_id`,
  );
}

const getListingIds = ({ itens }: ExternalOrder) => [...new Set(itens.map(({ id_externo }) => id_externo))];

/** Until when a push could not know of it: until its stock was taken here, or until it was cancelled there. */
function toHeardAt(
  usuarioId: string,
  { marketplace, ml_order_id, situacao, atualizado_em }: ExternalOrder,
): SQL {
  if (situacao === 'cancelado') return sql`${atualizado_em.toISOString()}::timestamptz`;
  return sql`(SELECT min(m.criado_em) FROM pedidos p
    JOIN movimentos_estoque m ON m.usuario_id = p.usuario_id AND m.pedido_id = p.id AND m.motivo = 'venda'
    WHERE p.usuario_id = ${usuarioId}::uuid AND p.marketplace = ${marketplace}::text
      AND p.ml_order_id = ${ml_order_id}::text AND m.produto_id = a.produto_id)`;
}
