import { type Database, preparedOnce, queryRows } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import {
  type CsvHeader,
  formatRowError,
  SKU_REPEATED,
  SKU_TAKEN,
  SUPPLIER_NOT_FOUND,
  type SupplierLookup,
  validateRow,
} from '@esteira/validators/csv/product-csv';
import type { ScannedRecord } from '@esteira/validators/csv/scan/csv-scanner';
import { sql } from 'drizzle-orm';
import type { OwnChangeSet } from '../changes/change-set';
import { insertMovements } from '../stock-ledger';
import { ColumnWriter, type RowColumns, toNewRow } from './row-columns';

/** A sentence of the answer's `erros`, with the line that it is sorted by. */
export interface RowError {
  line: number;
  sentence: string;
}

/** Some rows of a file: those that can be created, and what is wrong with the others. */
export interface RowBatch {
  /** How many rows can be created. */
  good: number;
  columns: RowColumns;
  errors: RowError[];
}

/** Gathers the rows of a batch. */
export class RowCollector {
  private readonly errors: RowError[] = [];
  private readonly good = new ColumnWriter();
  rows = 0;

  constructor(
    private readonly header: CsvHeader,
    private readonly findSupplier: SupplierLookup,
  ) {}

  add(record: ScannedRecord): void {
    this.rows += 1;
    const row = validateRow(record, this.header, this.findSupplier);
    if (row.ok) this.good.add(toNewRow(record.line, row.product));
    else {
      for (const { column, reason } of row.problems) this.errors.push(rowError(record.line, column, reason));
    }
  }

  finish(): RowBatch {
    const { good, errors } = this;
    return { good: good.length, columns: good.finish(), errors };
  }
}

/** How many were created, and what is wrong with the other rows of the batch, in the order of their lines. */
export interface InsertedRows {
  created: number;
  errors: RowError[];
}

/** Whose import it is, its change set, and the transactions besides the current one in which it has created products. */
export interface ImportRun extends OwnChangeSet {
  transactions: readonly string[];
}

interface RefusedRow extends Record<string, unknown> {
  linha: number;
  sku: string | null;
  tem_fornecedor: boolean;
}

/**
 * Creates products and their stock movements, and records them so that the import can be taken back, in one statement;
 * it makes the change set unless it is there. Others may write at the same time: suppliers are
 * locked against deletion until the transaction ends, and a taken SKU is left to the unique index to tell.
 */
export async function insertProducts(tx: Database, run: ImportRun, batch: RowBatch): Promise<InsertedRows> {
  if (batch.good === 0) return { created: 0, errors: batch.errors };
  const { usuarioId, atorId, loteId } = run;
  const refused = await preparedOnce(tx, 'product_import', insertion).execute({
    ...{ usuarioId, atorId, loteId, ...batch.columns },
    registroId: newId(),
  });
  const repeated = await findRepeatedSkus(tx, run, refused);
  const errors = refused.map(({ linha, tem_fornecedor }) => {
    if (!tem_fornecedor) return rowError(linha, 'fornecedor_id', SUPPLIER_NOT_FOUND);
    return rowError(linha, 'sku', repeated.has(linha) ? SKU_REPEATED : SKU_TAKEN);
  });
  return {
    created: batch.good - refused.length,
    errors: [...batch.errors, ...errors].sort((a, b) => a.line - b.line),
  };
}

/** What is wrong with a row, as the answer tells it. */
export function rowError(line: number, column: string, reason: string): RowError {
  return { line, sentence: formatRowError(line, column, reason) };
}

const usuarioId = sql`${sql.placeholder('usuarioId')}::uuid`;

const column = (name: keyof RowColumns, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}[]`;

const readRows = sql`
  SELECT * FROM unnest(
    ${column('linha', 'integer')}, ${column('id', 'uuid')}, ${column('fornecedor_id', 'uuid')},
    ${column('nome', 'text')}, ${column('descricao', 'text')}, ${column('sku', 'text')},
    ${column('preco_fornecedor', 'bigint')}, ${column('preco_venda_ml', 'bigint')},
    ${column('preco_venda_amazon', 'bigint')}, ${column('estoque', 'integer')}, ${column('imagem_url', 'text')}
  ) AS linhas(
    linha, id, fornecedor_id, nome, descricao, sku, preco_fornecedor, preco_venda_ml, preco_venda_amazon, estoque,
    imagem_url
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
const recordMovements = insertMovements(
  {
    usuario_id: usuarioId,
    produto_id: sql`id`,
    id: sql`id`,
    quantidade: sql`estoque`,
    motivo: 'importacao',
    ator_id: sql`${sql.placeholder('atorId')}::uuid`,
  },
  sql`criados WHERE estoque > 0`,
);

const loteId = sql`${sql.placeholder('loteId')}::uuid`;
const areCreated = sql`EXISTS (SELECT FROM criados)`;

const holdSet = sql`
  INSERT INTO lotes_alteracao AS l (usuario_id, id, tipo, total, ator_id, criado_em)
  SELECT ${usuarioId}, ${loteId}, 'importacao', (SELECT count(*) FROM criados), ${sql.placeholder('atorId')}::uuid, now()
  WHERE ${areCreated}
  ON CONFLICT (usuario_id, id) DO UPDATE SET total = l.total + excluded.total`;

const recordCreated = sql`
  INSERT INTO produtos_importados (usuario_id, lote_id, id, produtos)
  SELECT ${usuarioId}, ${loteId}, ${sql.placeholder('registroId')}::uuid, ARRAY(SELECT id FROM criados)
  WHERE ${areCreated}`;

/**
 * Returns the rows that were not created. Prepared, because an unprepared statement takes a second round trip: the
 * database would stand idle for it while the next batch is validated.
 */
function insertion(tx: Database, name: string) {
  const entrada = tx
    .$with('entrada', { linha: sql<number>`linha`.as('linha'), sku: sql<string | null>`sku`.as('sku') })
    .as(readRows);
  const mantidos = tx.$with('mantidos', {}).as(holdSuppliers);
  const criados = tx.$with('criados', {}).as(createProducts);
  const movimentos = tx.$with('movimentos', {}).as(recordMovements);
  const lote = tx.$with('lote', {}).as(holdSet);
  const registro = tx.$with('registro', {}).as(recordCreated);
  return (
    tx
      .with(entrada, mantidos, criados, movimentos, lote, registro)
      .select({
        linha: entrada.linha,
        sku: entrada.sku,
        tem_fornecedor: sql<boolean>`fornecedor_id IN (SELECT id FROM mantidos)`,
      })
      .from(entrada)
      // A hashed list: how many rows an array holds is not known when the statement is planned.
      .where(sql`id NOT IN (SELECT id FROM criados)`)
      .prepare(name)
  );
}

/**
 * Lines whose SKU stands twice in the file: this very import created the product that has it.
 *
 * Asks for the first SKU from this one on, over both columns of the unique index, because only that index has them
 * in order. Asked for an equal one, a database without statistics (a new one; the embedded one for ever) may read
 * all of the seller's products for every row.
 */
async function findRepeatedSkus(
  tx: Database,
  { usuarioId, transactions }: ImportRun,
  refused: RefusedRow[],
): Promise<Set<number>> {
  if (refused.length === 0) return new Set();
  const rows = await queryRows<{ linha: number }>(
    tx,
    sql`
      SELECT linha
      FROM json_to_recordset(${JSON.stringify(refused)}::text::json) AS e(linha integer, sku text),
      LATERAL (
        SELECT p.usuario_id, lower(p.sku) AS sku, p.xmin::text AS transacao FROM produtos p
        WHERE (p.usuario_id, lower(p.sku)) >= (${usuarioId}::uuid, lower(e.sku))
          AND p.sku IS NOT NULL AND p.excluido_em IS NULL
        ORDER BY p.usuario_id, lower(p.sku) LIMIT 1
      ) AS p
      WHERE p.usuario_id = ${usuarioId}::uuid AND p.sku = lower(e.sku) AND (
        p.transacao = pg_current_xact_id()::xid::text
        OR p.transacao IN (SELECT json_array_elements_text(${JSON.stringify(transactions)}::text::json))
      )`,
  );
  return new Set(rows.map(({ linha }) => linha));
}
