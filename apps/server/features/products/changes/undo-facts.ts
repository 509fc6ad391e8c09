import { type Database, queryRows } from '@esteira/db/database';
import type { changeItems } from '@esteira/db/schema/products/change-sets';
import { ORDER_REASONS } from '@esteira/domain/products/stock';
import { sql } from 'drizzle-orm';
import type { ProductFacts } from './undo-eligibility';

type Item = typeof changeItems.$inferSelect;

interface FactRow extends Record<string, unknown> {
  id: string;
  adjusted: number;
  hasOrders: boolean;
  isListed: boolean;
  hasFormerSupplier: boolean;
}

/**
 * What else decides about locked products whose change is taken back. A supplier that a product goes back to is held
 * against deletion until the transaction ends.
 */
export async function loadFacts(
  tx: Database,
  usuarioId: string,
  items: readonly Item[],
): Promise<(item: Item) => ProductFacts> {
  const owner = sql`${usuarioId}::uuid`;
  const asked = items.map(({ produto_id, movimento_id, antes }) => ({
    ...{ p: produto_id, m: movimento_id, f: antes?.fornecedor_id ?? null, n: antes === null },
  }));
  const rows = await queryRows<FactRow>(
    tx,
    sql`
    WITH item AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(asked)}::text::json) AS i(p uuid, m uuid, f uuid, n boolean)
    ), mantido AS (
      SELECT id FROM fornecedores
      WHERE usuario_id = ${owner} AND excluido_em IS NULL AND id IN (SELECT f FROM item) FOR KEY SHARE
    )
    SELECT i.p::text AS id,
      coalesce((SELECT sum(m.quantidade) FROM movimentos_estoque m
        WHERE i.m IS NOT NULL AND m.usuario_id = ${owner} AND m.produto_id = i.p AND m.id > i.m
          AND m.motivo NOT IN ${ORDER_REASONS}), 0)::int AS adjusted,
      i.n AND (EXISTS (SELECT FROM movimentos_estoque m
        WHERE m.usuario_id = ${owner} AND m.produto_id = i.p AND m.motivo = 'venda')
        OR EXISTS (SELECT FROM vendas_produtos v WHERE v.usuario_id = ${owner} AND v.produto_id = i.p))
        AS "hasOrders",
      i.n AND EXISTS (SELECT FROM anuncios a
        WHERE a.usuario_id = ${owner} AND a.produto_id = i.p AND a.status <> 'encerrado') AS "isListed",
      i.f IS NULL OR i.f IN (SELECT id FROM mantido) AS "hasFormerSupplier"
    FROM item i`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ({ produto_id }) => {
    const row = byId.get(produto_id);
    if (row === undefined) throw new Error('no facts of a product that was asked for');
    return row;
  };
}
