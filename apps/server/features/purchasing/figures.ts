import { type Database, queryRows, toUuids } from '@esteira/db/database';
import { fromCents } from '@esteira/domain/money';
import type { SupplierFigures } from '@esteira/validators/products/purchasing';
import { sql } from 'drizzle-orm';
import { isEntityId } from '../../core/ids';

interface Row extends Record<string, unknown> {
  fornecedor_id: string;
  produtos: number;
  pedidos: number;
  centavos: string;
  pausados: number;
}

/**
 * What the cards of these suppliers say: their products, the orders that they have not shipped yet, and what is to be
 * paid for those that were sent. Supplier by supplier from the index, so that a page costs what its suppliers have.
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
    SELECT f.id AS fornecedor_id, p.produtos, o.pedidos, o.centavos,
      (SELECT count(*) FROM pausas_anuncio s
        WHERE s.usuario_id = ${usuarioId}::uuid AND s.fornecedor_id = f.id)::int AS pausados
    FROM fornecedores f
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS produtos FROM produtos
      WHERE usuario_id = ${usuarioId}::uuid AND fornecedor_id = f.id AND excluido_em IS NULL
    ) p
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS pedidos,
        coalesce(sum(preco_venda - lucro) FILTER (WHERE status = 'enviado_fornecedor'), 0)::text AS centavos
      FROM pedidos
      WHERE usuario_id = ${usuarioId}::uuid AND fornecedor_id = f.id
        AND status IN ('pendente', 'aprovado', 'enviado_fornecedor', 'pago')
    ) o
    WHERE f.usuario_id = ${usuarioId}::uuid AND f.id = ANY(${toUuids(asked)}) AND f.excluido_em IS NULL`,
  );
  return rows.map(({ fornecedor_id, produtos, pedidos, centavos, pausados }) => ({
    fornecedor_id,
    produtos,
    pedidos,
    a_pagar: fromCents(Number(centavos)),
    anuncios_pausados: pausados,
  }));
}
