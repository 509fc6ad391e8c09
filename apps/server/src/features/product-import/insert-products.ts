import { type Database, queryRows } from '@esteira/db/database';
import { SKU_REPEATED, SKU_TAKEN, SUPPLIER_NOT_FOUND } from '@esteira/validators/csv-judge';
import { type SQL, sql } from 'drizzle-orm';
import { type RowBatch, type RowError, rowError } from './row-batch';

/** How many were created, and why the others were not. */
export interface Inserted {
  created: number;
  errors: RowError[];
}

interface Refused extends Record<string, unknown> {
  linha: number;
  sku: string | null;
  tem_fornecedor: boolean;
}

/**
 * Creates products and their stock movements in one statement. Others may write at the same time: suppliers are
 * locked against deletion until the transaction ends, and a taken SKU is left to the unique index to tell.
 */
export async function insertProducts(tx: Database, usuarioId: string, batch: RowBatch): Promise<Inserted> {
  if (batch.good === 0) return { created: 0, errors: [] };
  const refused = await queryRows<Refused>(tx, insertion(usuarioId, batch.json()));
  const repeated = await repeatedSkus(tx, usuarioId, refused);
  const errors = refused.map(({ linha, tem_fornecedor }) => {
    if (!tem_fornecedor) return rowError(linha, 'fornecedor_id', SUPPLIER_NOT_FOUND);
    return rowError(linha, 'sku', repeated.has(linha) ? SKU_REPEATED : SKU_TAKEN);
  });
  return { created: batch.good - refused.length, errors };
}

/** Returns the rows that were not created. */
const insertion = (usuarioId: string, json: string): SQL => sql`
  WITH entrada AS (
    SELECT * FROM json_to_recordset(${json}::text::json) AS e(
      linha integer, id uuid, movimento_id uuid, fornecedor_id uuid, nome text, descricao text, sku text,
      preco_fornecedor bigint, preco_venda_ml bigint, preco_venda_amazon bigint, estoque integer, imagem_url text
    )
  ), mantidos AS (
    SELECT id FROM fornecedores
    WHERE usuario_id = ${usuarioId}::uuid AND id IN (SELECT fornecedor_id FROM entrada) AND excluido_em IS NULL
    FOR KEY SHARE
  ), criados AS (
    INSERT INTO produtos (
      usuario_id, id, fornecedor_id, nome, descricao, sku, preco_fornecedor, preco_venda_ml, preco_venda_amazon,
      estoque, imagem_url
    )
    SELECT ${usuarioId}::uuid, id, fornecedor_id, nome, descricao, sku, preco_fornecedor, preco_venda_ml,
      preco_venda_amazon, estoque, imagem_url
    FROM entrada WHERE fornecedor_id IN (SELECT id FROM mantidos)
    ORDER BY linha
    ON CONFLICT (usuario_id, lower(sku)) WHERE sku IS NOT NULL AND excluido_em IS NULL DO NOTHING
    RETURNING id, estoque
  ), movimentos AS (
    INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, ator_id)
    SELECT ${usuarioId}::uuid, id, movimento_id, criados.estoque, 'importacao', ${usuarioId}::uuid
    FROM criados JOIN entrada USING (id) WHERE criados.estoque > 0
  )
  SELECT linha, sku, fornecedor_id IN (SELECT id FROM mantidos) AS tem_fornecedor
  FROM entrada WHERE NOT EXISTS (SELECT FROM criados WHERE criados.id = entrada.id)`;

/**
 * Lines whose SKU stands twice in the file: this very transaction created the product that has it.
 *
 * Asks for the first SKU from this one on, over both columns of the unique index, because only that index has them
 * in order. Asked for an equal one, a database without statistics (a new one; the embedded one for ever) may read
 * all of the seller's products for every row.
 */
async function repeatedSkus(tx: Database, usuarioId: string, refused: Refused[]): Promise<Set<number>> {
  if (refused.length === 0) return new Set();
  const rows = await queryRows<{ linha: number }>(
    tx,
    sql`
      SELECT linha FROM json_to_recordset(${JSON.stringify(refused)}::text::json) AS e(linha integer, sku text)
      WHERE (${usuarioId}::uuid, lower(e.sku), pg_current_xact_id()::xid::text) = (
        SELECT p.usuario_id, lower(p.sku), p.xmin::text FROM produtos p
        WHERE (p.usuario_id, lower(p.sku)) >= (${usuarioId}::uuid, lower(e.sku))
          AND p.sku IS NOT NULL AND p.excluido_em IS NULL
        ORDER BY p.usuario_id, lower(p.sku) LIMIT 1
      )`,
  );
  return new Set(rows.map(({ linha }) => linha));
}
