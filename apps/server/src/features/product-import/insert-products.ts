import { type Database, preparedOnce } from '@esteira/db/database';
import { SKU_REPEATED, SKU_TAKEN, SUPPLIER_NOT_FOUND } from '@esteira/validators/csv-judge';
import { sql } from 'drizzle-orm';
import { type RowBatch, type RowError, rowError } from './row-batch';

/** How many were created, and why the others were not. */
export interface Inserted {
  created: number;
  errors: RowError[];
}

/**
 * Creates products and their stock movements in one statement. Others may write at the same time: suppliers are
 * locked against deletion until the transaction ends, and a taken SKU is left to the unique index to tell.
 */
export async function insertProducts(tx: Database, usuarioId: string, batch: RowBatch): Promise<Inserted> {
  if (batch.good === 0) return { created: 0, errors: [] };
  const json = batch.json();
  const refused = await preparedOnce(tx, 'product_import', insertion).execute({ usuarioId, json });
  const errors = refused.map(({ linha, tem_fornecedor }) => {
    if (!tem_fornecedor) return rowError(linha, 'fornecedor_id', SUPPLIER_NOT_FOUND);
    return rowError(linha, 'sku', batch.repeated.has(linha) ? SKU_REPEATED : SKU_TAKEN);
  });
  return { created: batch.good - refused.length, errors };
}

const usuarioId = sql`${sql.placeholder('usuarioId')}::uuid`;

const readRows = sql`
  SELECT * FROM json_to_recordset(${sql.placeholder('json')}::text::json) AS e(
    linha integer, id uuid, movimento_id uuid, fornecedor_id uuid, nome text, descricao text, sku text,
    preco_fornecedor bigint, preco_venda_ml bigint, preco_venda_amazon bigint, estoque integer, imagem_url text
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

const recordMovements = sql`
  INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, ator_id)
  SELECT ${usuarioId}, id, movimento_id, criados.estoque, 'importacao', ${usuarioId}
  FROM criados JOIN entrada USING (id) WHERE criados.estoque > 0`;

/**
 * Returns the rows that were not created. Prepared, because an unprepared statement takes a second round trip: the
 * database would stand idle for it while the next batch is judged.
 */
function insertion(tx: Database, name: string) {
  const entrada = tx.$with('entrada', { linha: sql<number>`linha`.as('linha') }).as(readRows);
  const mantidos = tx.$with('mantidos', {}).as(holdSuppliers);
  const criados = tx.$with('criados', {}).as(createProducts);
  const movimentos = tx.$with('movimentos', {}).as(recordMovements);
  return tx
    .with(entrada, mantidos, criados, movimentos)
    .select({
      linha: entrada.linha,
      tem_fornecedor: sql<boolean>`fornecedor_id IN (SELECT id FROM mantidos)`,
    })
    .from(entrada)
    .where(sql`NOT EXISTS (SELECT FROM criados WHERE criados.id = entrada.id)`)
    .prepare(name);
}
