import { type Database, preparedOnce } from '@esteira/db/database';
import { violatesUnique } from '@esteira/db/postgres-errors';
import { products } from '@esteira/db/schema/products';
import { stockMovements } from '@esteira/db/schema/stock-movements';
import { suppliers } from '@esteira/db/schema/suppliers';
import { StockEditError, type StockReason, stockAfterEdit } from '@esteira/domain/stock';
import type { Product, ProductInput, ProductUpdateInput } from '@esteira/validators/product';
import { and, eq, isNull, type Placeholder, sql } from 'drizzle-orm';
import { AppError } from '../../core/errors';
import { isEntityId } from '../../core/ids';
import { productColumns } from './queries';

/** A seller's product by id. Fails with `not_found`, for another seller's product too. */
export async function getProduct(db: Database, usuarioId: string, id: string): Promise<Product> {
  const [found] = isEntityId(id)
    ? await preparedOnce(db, 'product_by_id', productById).execute({ usuarioId, id })
    : [];
  if (found === undefined) throw productNotFound();
  return found;
}

const productById = (db: Database, name: string) =>
  db
    .select(productColumns)
    .from(products)
    .where(owned(sql.placeholder('usuarioId'), sql.placeholder('id')))
    .prepare(name);

export async function createProduct(db: Database, usuarioId: string, input: ProductInput): Promise<Product> {
  return translatingDuplicates(() =>
    db.transaction(async (tx) => {
      await holdSupplier(tx, usuarioId, input.fornecedor_id);
      const [created] = await tx
        .insert(products)
        .values({ usuario_id: usuarioId, ...input })
        .returning(productColumns);
      if (created === undefined) throw new Error('the insert returned no row');
      await recordMovement(tx, {
        usuarioId,
        produtoId: created.id,
        quantidade: created.estoque,
        motivo: 'inicial',
      });
      return created;
    }),
  );
}

/** Replaces a product's fields; the row is locked first, so that a sale meanwhile is neither lost nor undone. */
export async function updateProduct(
  db: Database,
  usuarioId: string,
  { id, estoque, estoque_anterior, ...fields }: ProductUpdateInput,
): Promise<Product> {
  if (!isEntityId(id)) throw productNotFound();
  return translatingDuplicates(() =>
    db.transaction(async (tx) => {
      await holdSupplier(tx, usuarioId, fields.fornecedor_id);
      const [stored] = await tx
        .select(productColumns)
        .from(products)
        .where(owned(usuarioId, id))
        .for('update');
      if (stored === undefined) throw productNotFound();
      refuseUnsellable(stored, fields);
      const stock = editedStock(stored.estoque, estoque, estoque_anterior);
      const [updated] = await tx
        .update(products)
        .set({ ...fields, estoque: stock.estoque, atualizado_em: sql`now()` })
        .where(owned(usuarioId, id))
        .returning(productColumns);
      if (updated === undefined) throw productNotFound();
      await recordMovement(tx, { usuarioId, produtoId: id, quantidade: stock.diferenca, motivo: 'ajuste' });
      return updated;
    }),
  );
}

/**
 * Locks the supplier against deletion until the transaction ends.
 * Fails with `invalid` when the seller has no such supplier (decisions §5).
 */
async function holdSupplier(tx: Database, usuarioId: string, fornecedorId: string): Promise<void> {
  const held = isEntityId(fornecedorId)
    ? await tx
        .select({ id: suppliers.id })
        .from(suppliers)
        .where(
          and(
            eq(suppliers.usuario_id, usuarioId),
            eq(suppliers.id, fornecedorId),
            isNull(suppliers.excluido_em),
          ),
        )
        .for('key share')
    : [];
  if (held.length > 0) return;
  throw new AppError('invalid', 'Fornecedor não encontrado', {
    erros: [{ campo: 'fornecedor_id', mensagem: 'Fornecedor não encontrado' }],
  });
}

interface Movement {
  usuarioId: string;
  produtoId: string;
  /** Units; a movement of none is not recorded. */
  quantidade: number;
  motivo: StockReason;
}

/** Every write is the seller's own here, so the seller is the actor of the movement. */
async function recordMovement(tx: Database, { usuarioId, produtoId, quantidade, motivo }: Movement) {
  if (quantidade === 0) return;
  await tx
    .insert(stockMovements)
    .values({ usuario_id: usuarioId, produto_id: produtoId, quantidade, motivo, ator_id: usuarioId });
}

function editedStock(atual: number, estoque: number, estoque_anterior: number | undefined) {
  try {
    return stockAfterEdit({ atual, estoque, estoque_anterior });
  } catch (error) {
    if (error instanceof StockEditError) throw new AppError('conflict', error.message, { cause: error });
    throw error;
  }
}

type Prices = Pick<Product, 'preco_venda_ml' | 'preco_venda_amazon'>;

/** A listing needs a price above zero for as long as it stands (decisions §6). */
function refuseUnsellable(stored: Product, { preco_venda_ml, preco_venda_amazon }: Prices): void {
  if (stored.publicado_amazon && preco_venda_amazon === null) {
    throw new AppError('conflict', 'Despublique da Amazon antes de remover o preço');
  }
  if (stored.publicado_amazon && preco_venda_amazon === 0) {
    throw new AppError('conflict', 'Despublique da Amazon antes de zerar o preço');
  }
  if (stored.publicado_ml && preco_venda_ml === 0) {
    throw new AppError('conflict', 'Despublique do Mercado Livre antes de zerar o preço');
  }
}

async function translatingDuplicates<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!violatesUnique(error, 'produtos_sku_unico')) throw error;
    throw new AppError('conflict', 'SKU já cadastrado', { cause: error });
  }
}

/** The seller's product with this id, unless deleted. */
export const owned = (usuarioId: string | Placeholder, id: string | Placeholder) =>
  and(eq(products.usuario_id, usuarioId), eq(products.id, id), isNull(products.excluido_em));

export const productNotFound = () => new AppError('not_found', 'Produto não encontrado');
