import { type Database, queryRows, toUuids } from '@esteira/db/database';
import { orders } from '@esteira/db/schema/orders/orders';
import { fromCents } from '@esteira/domain/money';
import { UNSHIPPED_STATUSES } from '@esteira/domain/orders/order-machine';
import type { SupplierFigures } from '@esteira/validators/products/purchasing';
import { inArray, sql } from 'drizzle-orm';
import { isEntityId } from '../../core/ids';
import { IS_HELD } from '../orders/attention/hold';
import { isToPay, JOINED, LINE_TOOK } from '../orders/parts/open-parts';

interface Row extends Record<string, unknown> {
  fornecedor_id: string;
  produtos: number;
  anuncios: number;
  pedidos: number;
  centavos: string;
  pausados: number;
}

/**
 * What the cards of these suppliers say: their products, the orders with lines of theirs that are not shipped yet, and what is
 * to be paid for those lines that were sent to them.
 */
export async function getSupplierFigures(
  db: Database,
  usuarioId: string,
  ids: readonly string[],
): Promise<SupplierFigures[]> {
  const asked = [...new Set(ids)].filter(isEntityId);
  if (asked.length === 0) return [];
  const rows = await queryRows<Row>(
    db,
    sql`
    SELECT f.id AS fornecedor_id, p.produtos, p.anuncios, coalesce(o.pedidos, 0) AS pedidos, coalesce(o.centavos, 0)::text AS centavos,
      (SELECT count(*) FROM pausas_anuncio s
        WHERE s.usuario_id = ${usuarioId}::uuid AND s.fornecedor_id = f.id)::int AS pausados
    FROM fornecedores f
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS produtos, (count(*) FILTER (WHERE publicado_ml) + count(*) FILTER (WHERE publicado_amazon))::int AS anuncios
      FROM produtos
      WHERE usuario_id = ${usuarioId}::uuid AND fornecedor_id = f.id AND excluido_em IS NULL
    ) p
    LEFT JOIN (
      SELECT itens_pedido.fornecedor_id, count(DISTINCT pedidos.id)::int AS pedidos,
        sum(itens_pedido.preco_fornecedor) FILTER (WHERE ${isToPay(LINE_TOOK)} AND NOT ${IS_HELD}) AS centavos
      FROM pedidos JOIN itens_pedido ON itens_pedido.usuario_id = pedidos.usuario_id AND itens_pedido.pedido_id = pedidos.id
      LEFT JOIN passos_fornecedor enviados ON ${JOINED.enviado} LEFT JOIN passos_fornecedor pagos ON ${JOINED.pago}
      WHERE pedidos.usuario_id = ${usuarioId}::uuid AND itens_pedido.fornecedor_id = ANY(${toUuids(asked)})
        AND ${inArray(orders.status, UNSHIPPED_STATUSES)} AND NOT pedidos.enviado_pelo_marketplace
      GROUP BY 1
    ) o ON o.fornecedor_id = f.id
    WHERE f.usuario_id = ${usuarioId}::uuid AND f.id = ANY(${toUuids(asked)}) AND f.excluido_em IS NULL`,
  );
  return rows.map(({ centavos, pausados, ...counts }) => ({
    ...counts,
    a_pagar: fromCents(Number(centavos)),
    anuncios_pausados: pausados,
  }));
}
