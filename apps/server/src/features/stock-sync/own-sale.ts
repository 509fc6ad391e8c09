import { type Database, queryRows } from '@esteira/db/database';
import type { ExternalOrder } from '@esteira/marketplaces/port';
import { sql } from 'drizzle-orm';

/**
 * The marketplace that sold has taken the unit off by itself, so it is not told its own sales. But where our figure
 * reached it after the sale and before the sale reached us, it has put the unit back: then the stock is owed to it
 * after all. Call it whenever an order was read and taken in. A push that ends later looks by itself (push-job.ts).
 */
export async function oweOverwrittenSale(
  db: Database,
  usuarioId: string,
  order: Pick<ExternalOrder, 'marketplace' | 'ml_order_id' | 'criado_em'>,
): Promise<void> {
  const { marketplace, ml_order_id, criado_em } = order;
  await queryRows(
    db,
    sql`INSERT INTO envios_estoque (usuario_id, produto_id, marketplace, versao, devido_em)
        SELECT a.usuario_id, a.produto_id, a.marketplace, 1, now() + interval '1.5 seconds'
        FROM anuncios a
        JOIN pedidos p ON p.usuario_id = a.usuario_id AND p.marketplace = a.marketplace
        JOIN movimentos_estoque m ON m.usuario_id = a.usuario_id AND m.produto_id = a.produto_id
          AND m.pedido_id = p.id AND m.motivo = 'venda'
        WHERE a.usuario_id = ${usuarioId}::uuid AND a.marketplace = ${marketplace}::text
          AND a.modo = 'real' AND a.status = 'publicado' AND p.ml_order_id = ${ml_order_id}::text
          -- With room for clocks that differ.
          AND a.sincronizado_em BETWEEN ${criado_em.toISOString()}::timestamptz - interval '1 minute'
            AND m.criado_em + interval '10 seconds'
        ORDER BY a.produto_id
        ON CONFLICT DO NOTHING`,
  );
}
