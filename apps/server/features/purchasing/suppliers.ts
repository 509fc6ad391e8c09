import { type Database, queryRows } from '@esteira/db/database';
import { fromCents } from '@esteira/domain/money';
import type { PurchaseSuppliers } from '@esteira/validators/products/purchasing';
import { sql } from 'drizzle-orm';

/** More suppliers are not listed: those with the most to be paid and bought come first. */
export const MAX_SUPPLIERS = 200;

interface Row extends Record<string, unknown> {
  fornecedor_id: string | null;
  nome: string | null;
  enviar: number;
  enviar_centavos: string;
  pagar: number;
  pagar_centavos: string;
}

/**
 * The suppliers that a seller has approved or sent orders for, with what these cost. Read from the index
 * `pedidos_por_status`, which has the price and the profit, but not the cost: that is their difference.
 */
export async function listPurchases(db: Database, usuarioId: string): Promise<PurchaseSuppliers> {
  const rows = await queryRows<Row>(
    db,
    sql`
    WITH aberto AS (
      SELECT fornecedor_id, status, count(*)::int AS pedidos, sum(preco_venda - lucro) AS centavos
      FROM pedidos
      WHERE usuario_id = ${usuarioId}::uuid AND status IN ('aprovado', 'enviado_fornecedor')
      GROUP BY fornecedor_id, status
    ), soma AS (
      SELECT fornecedor_id,
        coalesce(sum(pedidos) FILTER (WHERE status = 'aprovado'), 0)::int AS enviar,
        coalesce(sum(centavos) FILTER (WHERE status = 'aprovado'), 0)::text AS enviar_centavos,
        coalesce(sum(pedidos) FILTER (WHERE status = 'enviado_fornecedor'), 0)::int AS pagar,
        coalesce(sum(centavos) FILTER (WHERE status = 'enviado_fornecedor'), 0)::text AS pagar_centavos,
        sum(centavos) AS tudo
      FROM aberto GROUP BY fornecedor_id
    )
    SELECT s.fornecedor_id, f.nome, enviar, enviar_centavos, pagar, pagar_centavos
    FROM soma s
    LEFT JOIN fornecedores f ON f.usuario_id = ${usuarioId}::uuid AND f.id = s.fornecedor_id
    ORDER BY s.fornecedor_id IS NOT NULL, tudo DESC, s.fornecedor_id
    LIMIT ${MAX_SUPPLIERS + 2}`,
  );
  const known = rows.filter(({ fornecedor_id }) => fornecedor_id !== null);
  const unknown = rows.find(({ fornecedor_id }) => fornecedor_id === null);
  return {
    fornecedores: known.slice(0, MAX_SUPPLIERS).map((row) => ({
      fornecedor_id: row.fornecedor_id ?? '',
      nome: row.nome ?? '',
      enviar: { pedidos: row.enviar, total: fromCents(Number(row.enviar_centavos)) },
      pagar: { pedidos: row.pagar, total: fromCents(Number(row.pagar_centavos)) },
    })),
    parcial: known.length > MAX_SUPPLIERS,
    sem_fornecedor: unknown === undefined ? 0 : unknown.enviar + unknown.pagar,
  };
}
