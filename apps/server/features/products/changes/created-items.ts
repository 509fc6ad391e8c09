import { type Database, queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';
import type { ChangeSetKey } from './change-set';

/**
 * Makes items of one more batch of the products that an import created; false when there was none left. One that was
 * written to since gets a value that no product has, which tells that it changed.
 */
export async function itemizeCreated(tx: Database, { usuarioId, loteId }: ChangeSetKey): Promise<boolean> {
  const [owner, set] = [sql`${usuarioId}::uuid`, sql`${loteId}::uuid`];
  const rows = await queryRows(
    tx,
    sql`
      WITH lote AS (
        DELETE FROM produtos_importados WHERE usuario_id = ${owner} AND lote_id = ${set} AND id = (
          SELECT min(id::text)::uuid FROM produtos_importados WHERE usuario_id = ${owner} AND lote_id = ${set}
        ) RETURNING produtos
      ), itens AS (
        INSERT INTO itens_alteracao (usuario_id, lote_id, produto_id, antes, depois, movimento_id)
        SELECT ${owner}, ${set}, p.id, NULL,
          CASE WHEN p.atualizado_em = p.criado_em THEN '{}'::jsonb ELSE '{"nome": null}'::jsonb END,
          -- An import gives the first line of a product's ledger the product's own id.
          CASE WHEN EXISTS (SELECT FROM movimentos_estoque m
            WHERE m.usuario_id = ${owner} AND m.produto_id = p.id AND m.id = p.id) THEN p.id
            ELSE '00000000-0000-0000-0000-000000000000'::uuid END
        FROM lote, unnest(lote.produtos) AS criado(id)
        JOIN produtos p ON p.usuario_id = ${owner} AND p.id = criado.id
        ON CONFLICT DO NOTHING
      )
      SELECT 1 AS um FROM lote`,
  );
  return rows.length > 0;
}
