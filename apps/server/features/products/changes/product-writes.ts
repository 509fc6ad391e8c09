import { type Database, queryRows, toUuids } from '@esteira/db/database';
import type { ChangedValues } from '@esteira/db/schema/products/change-sets';
import { products } from '@esteira/db/schema/products/products';
import { fromCents, toCents } from '@esteira/domain/money';
import type { Product } from '@esteira/validators/products/product';
import { and, eq, sql } from 'drizzle-orm';
import { productColumns } from '../product-columns';

export type LockedProduct = Product & { excluido_em: string | null };

/**
 * The seller's products with these ids, deleted ones too, locked until the transaction ends. Locks are taken in the
 * order of the ids: of two bulk changes one waits for the other.
 */
export async function lockProducts(
  tx: Database,
  usuarioId: string,
  ids: readonly string[],
): Promise<Map<string, LockedProduct>> {
  if (ids.length === 0) return new Map();
  const locked = await tx
    .select({ ...productColumns, excluido_em: products.excluido_em })
    .from(products)
    .where(and(eq(products.usuario_id, usuarioId), sql`${products.id} = ANY(${toUuids(ids)})`))
    .orderBy(products.id)
    .for('no key update');
  return new Map(locked.map((product) => [product.id, product]));
}

/** New values of some columns of a product. */
export interface ProductValues {
  id: string;
  valores: ChangedValues;
}

const VALUE_COLUMNS: readonly (keyof ChangedValues)[] = [
  ...(['nome', 'descricao', 'fornecedor_id', 'imagem_url', 'estoque'] as const),
  ...(['preco_fornecedor', 'preco_venda_ml', 'preco_venda_amazon'] as const),
];

/**
 * Writes new values to locked products of the seller. Sets only columns that some of them change: what is derived from
 * the others is not derived again.
 */
export async function writeValues(
  tx: Database,
  usuarioId: string,
  rows: readonly ProductValues[],
): Promise<void> {
  if (rows.length === 0) return;
  const changed = VALUE_COLUMNS.filter((column) => rows.some(({ valores }) => column in valores));
  const values = changed.map((column) => sql.raw(`${column} = v.${column}, `));
  await queryRows(
    tx,
    sql`
      UPDATE produtos p SET ${sql.join(values)} atualizado_em = now()
      FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS n(id uuid, valores jsonb)
        JOIN produtos q ON q.usuario_id = ${usuarioId}::uuid AND q.id = n.id,
        LATERAL jsonb_populate_record(q, n.valores) AS v
      WHERE p.usuario_id = q.usuario_id AND p.id = q.id`,
  );
}

/** The columns of a product as change sets hold them. */
export function toStoredValues(product: Product): Required<ChangedValues> {
  const { nome, descricao, fornecedor_id, imagem_url, estoque, preco_venda_amazon } = product;
  return {
    nome,
    descricao,
    fornecedor_id,
    imagem_url,
    estoque,
    preco_fornecedor: toCents(product.preco_fornecedor),
    preco_venda_ml: toCents(product.preco_venda_ml),
    preco_venda_amazon: preco_venda_amazon === null ? null : toCents(preco_venda_amazon),
  };
}

/** The product with other values in some columns. */
export function withValues(product: Product, values: ChangedValues): Product {
  const stored = { ...toStoredValues(product), ...values };
  const { preco_fornecedor, preco_venda_ml, preco_venda_amazon } = stored;
  return {
    ...product,
    ...stored,
    preco_fornecedor: fromCents(preco_fornecedor),
    preco_venda_ml: fromCents(preco_venda_ml),
    preco_venda_amazon: preco_venda_amazon === null ? null : fromCents(preco_venda_amazon),
  };
}
