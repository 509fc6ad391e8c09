import { type Database, preparedOnce, queryRows } from '@esteira/db/database';
import { SKU_REPEATED, SKU_TAKEN, SUPPLIER_NOT_FOUND } from '@esteira/validators/csv/validate-row';
import { sql } from 'drizzle-orm';
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
  const json = batch.json();
  const refused = await preparedOnce(tx, 'product_import', insertion).execute({ usuarioId, json });
  const repeated = await repeatedSkus(tx, usuarioId, refused);
  const errors = refused.map(({ linha, tem_fornecedor }) => {
    if (!tem_fornecedor) return rowError(linha, 'fornecedor_id', SUPPLIER_NOT_FOUND);
    return rowError(linha, 'sku', repeated.has(linha) ? SKU_REPEATED : SKU_TAKEN);
  });
  return { created: batch.good - refused.length, errors };
}

const usuarioId = sql`${sql.placeholder('usuarioId')}::uuid`;

const readRows = sql`
  SELECT l AS linha, i AS id, f AS fornecedor_id, n AS nome, d AS descricao, s AS sku, c AS preco_fornecedor,
    m AS preco_venda_ml, a AS preco_venda_amazon, e AS estoque, u AS imagem_url
  FROM json_to_recordset(${sql.placeholder('json')}::text::json) AS linhas(
    l integer, i uuid, f uuid, n text, d text, s text, c bigint, m bigint, a bigint, e integer, u text
  )`;

const holdSuppliers = sql`
  SELECT id FROM fornecedores
  WHERE usuario_id = ${usuarioId} AND id IN (SELECT fornecedor_id FROM entrada) AND excluido_em IS NULL
  FOR KEY SHARE`;

const createProducts = sql`
  INSERT INTO produtos (
    usuario_id, id, fornecedor_id, nome, descricao, sku, preco_fornecedor, preco_venda_ml, preco_venda_amazon,
    estoque, imagem_url
  )
  SELECT ${usuarioId}, id, fornecedor_id, nome, descricao, sku, preco_fornecedor, preco_venda_ml,
    preco_venda_amazon, estoque, imagem_url
  FROM entrada WHERE fornecedor_id IN (SELECT id FROM mantidos)
  ORDER BY linha
  ON CONFLICT (usuario_id, lower(sku)) WHERE sku IS NOT NULL AND excluido_em IS NULL DO NOTHING
  RETURNING id, estoque`;

/** A product's first movement goes by the product's id: making ids was a fifth of an import's time. */
const recordMovements = sql`
  INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, ator_id)
  SELECT ${usuarioId}, id, id, estoque, 'importacao', ${usuarioId} FROM criados WHERE estoque > 0`;

/**
 * Returns the rows that were not created. Prepared, because an unprepared statement takes a second round trip: the
 * database would stand idle for it while the next batch is judged.
 */
function insertion(tx: Database, name: string) {
  const entrada = tx
    .$with('entrada', { linha: sql<number>`linha`.as('linha'), sku: sql<string | null>`sku`.as('sku') })
    .as(readRows);
  const mantidos = tx.$with('mantidos', {}).as(holdSuppliers);
  const criados = tx.$with('criados', {}).as(createProducts);
  const movimentos = tx.$with('movimentos', {}).as(recordMovements);
  return tx
    .with(entrada, mantidos, criados, movimentos)
    .select({
      linha: entrada.linha,
      sku: entrada.sku,
      tem_fornecedor: sql<boolean>`fornecedor_id IN (SELECT id FROM mantidos)`,
    })
    .from(entrada)
    .where(sql`NOT EXISTS (SELECT FROM criados WHERE criados.id = entrada.id)`)
    .prepare(name);
}

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
