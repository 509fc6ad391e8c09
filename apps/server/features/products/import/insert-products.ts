import { type Database, queryRows } from '@esteira/db/database';
import { NOW } from '@esteira/db/expressions';
import { newId } from '@esteira/db/schema/columns';
import { changeSets } from '@esteira/db/schema/products/change-sets';
import { importedProducts } from '@esteira/db/schema/products/imported-products';
import { products } from '@esteira/db/schema/products/products';
import { toCents } from '@esteira/domain/money';
import {
  formatRowError,
  type RowProblem,
  SKU_REPEATED,
  SKU_TAKEN,
  SUPPLIER_NOT_FOUND,
} from '@esteira/validators/csv/product-csv';
import type { ProductInput } from '@esteira/validators/products/product';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { OwnChangeSet } from '../changes/change-set';
import { holdSuppliers } from '../held-suppliers';
import { hasSku, live } from '../queries';
import { writeMoves } from '../stock-ledger';

/** A sentence of the answer's `erros`, with the line that it is sorted by. */
export interface RowError {
  line: number;
  sentence: string;
}

/** What is wrong with a row, as the answer tells it. */
export function rowError(line: number, column: string, reason: string): RowError {
  return { line, sentence: formatRowError(line, column, reason) };
}

/** What is wrong with a row's cells. */
export function toRowErrors(line: number, problems: readonly RowProblem[]): RowError[] {
  return problems.map(({ column, reason }) => rowError(line, column, reason));
}

/** A product to create: the line of the file that it is on, its new id and its columns, money in cents. */
export interface NewRow extends ProductInput {
  linha: number;
  id: string;
}

/** Each column by its name: of copies of the product that got more columns Node's small collections freed hardly any. */
export function toNewRow(linha: number, product: ProductInput): NewRow {
  const { preco_venda_amazon } = product;
  return {
    linha,
    id: newId(),
    fornecedor_id: product.fornecedor_id,
    nome: product.nome,
    descricao: product.descricao,
    sku: product.sku,
    preco_fornecedor: toCents(product.preco_fornecedor),
    preco_venda_ml: toCents(product.preco_venda_ml),
    preco_venda_amazon: preco_venda_amazon === null ? null : toCents(preco_venda_amazon),
    estoque: product.estoque,
    imagem_url: product.imagem_url,
  };
}

/** Some rows of a file: those that can be created, and what is wrong with the others. */
export interface RowBatch {
  rows: NewRow[];
  errors: RowError[];
}

/** How many were created, and what is wrong with the other rows of the batch, in the order of their lines. */
export interface InsertedRows {
  created: number;
  errors: RowError[];
}

/**
 * Creates products and their stock movements, and records them so that the import can be taken back; makes the change
 * set unless it is there. Others may write at the same time: suppliers are locked against deletion until the
 * transaction ends, and a taken SKU is left to the unique index to tell.
 */
export async function insertProducts(
  tx: Database,
  key: OwnChangeSet,
  { rows, errors }: RowBatch,
): Promise<InsertedRows> {
  const { usuarioId } = key;
  const held = await holdSuppliers(
    tx,
    usuarioId,
    rows.map(({ fornecedor_id }) => fornecedor_id),
  );
  const supplied = rows.filter(({ fornecedor_id }) => held.has(fornecedor_id));
  const created = await createProducts(tx, key, supplied);
  const isCreated = ({ id }: NewRow) => created.has(id);
  await recordCreated(tx, key, supplied.filter(isCreated));
  const refused = rows.filter((row) => !isCreated(row));
  const repeated = await findRepeatedSkus(tx, key, refused);
  const refusals = refused.map(({ linha, fornecedor_id, sku }) => {
    if (!held.has(fornecedor_id)) return rowError(linha, 'fornecedor_id', SUPPLIER_NOT_FOUND);
    return rowError(linha, 'sku', repeated.has(lower(sku)) ? SKU_REPEATED : SKU_TAKEN);
  });
  return { created: created.size, errors: [...errors, ...refusals].sort((a, b) => a.line - b.line) };
}

/**
 * Creates those whose SKU is free, and the first line of their ledger, which goes by the product's id. In the order of
 * the SKUs: of two imports that write the same ones one waits for the other, never both.
 */
async function createProducts(
  tx: Database,
  { usuarioId, atorId }: OwnChangeSet,
  rows: readonly NewRow[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const created = await queryRows<{ id: string; estoque: number }>(
    tx,
    sql`
      INSERT INTO produtos (
        usuario_id, id, fornecedor_id, nome, descricao, sku, preco_fornecedor, preco_venda_ml, preco_venda_amazon,
        estoque, imagem_url
      )
      SELECT ${usuarioId}::uuid, id, fornecedor_id, nome, descricao, sku, preco_fornecedor, preco_venda_ml,
        preco_venda_amazon, estoque, imagem_url
      FROM json_populate_recordset(NULL::produtos, ${JSON.stringify(rows)}::text::json)
      ORDER BY lower(sku), id
      ON CONFLICT (usuario_id, lower(sku)) WHERE sku IS NOT NULL AND excluido_em IS NULL DO NOTHING
      RETURNING id::text AS id, estoque`,
  );
  const moves = created.map(({ id, estoque }) => ({ produto_id: id, id, quantidade: estoque }));
  await writeMoves(tx, { usuarioId, atorId, motivo: 'importacao' }, moves);
  return new Set(created.map(({ id }) => id));
}

async function recordCreated(
  tx: Database,
  { usuarioId, atorId, loteId }: OwnChangeSet,
  rows: readonly NewRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const produtos = rows.map(({ id }) => id);
  await tx
    .insert(changeSets)
    .values({
      ...{ usuario_id: usuarioId, id: loteId, tipo: 'importacao', ator_id: atorId },
      ...{ total: rows.length, criado_em: NOW },
    })
    .onConflictDoUpdate({
      target: [changeSets.usuario_id, changeSets.id],
      set: { total: sql`${changeSets.total} + excluded.total` },
    });
  await tx.insert(importedProducts).values({ usuario_id: usuarioId, lote_id: loteId, produtos });
}

/** The SKUs, in lower case, that stand twice in the file: this very import created the product that has it. */
async function findRepeatedSkus(
  tx: Database,
  { usuarioId, loteId }: OwnChangeSet,
  refused: readonly NewRow[],
): Promise<Set<string>> {
  const skus = refused.flatMap(({ sku }) => sku ?? []);
  if (skus.length === 0) return new Set();
  const own = tx
    .select({ id: sql`unnest(${importedProducts.produtos})` })
    .from(importedProducts)
    .where(and(eq(importedProducts.usuario_id, usuarioId), eq(importedProducts.lote_id, loteId)));
  const found = await tx
    .select({ sku: products.sku })
    .from(products)
    .where(and(live(usuarioId), hasSku(skus), inArray(products.id, own)));
  return new Set(found.map(({ sku }) => lower(sku)));
}

const lower = (sku: string | null) => sku?.toLowerCase() ?? '';
