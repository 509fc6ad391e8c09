import { type Database, preparedOnce } from '@esteira/db/database';
import { violatesUnique } from '@esteira/db/postgres/postgres-errors';
import { listingAttributes } from '@esteira/db/schema/products/listing-attributes';
import { products } from '@esteira/db/schema/products/products';
import {
  DEFAULT_LISTING_ATTRIBUTES,
  type ListingAttributes,
} from '@esteira/validators/marketplaces/listing-attributes';
import type { Product, ProductCreateInput, ProductRecord } from '@esteira/validators/products/product';
import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor';
import type { Deps } from '../../core/context';
import { AppError, productNotFound } from '../../core/errors';
import { isEntityId } from '../../core/ids';
import { holdSuppliers } from './held-suppliers';
import { productRecordColumns } from './product-columns';
import { isNowherePublished, owned } from './queries';
import { writeMoves } from './stock-ledger';

export interface ProductEdit {
  usuarioId: string;
  before: Product;
  after: Product;
  /** Null when the edit leaves the attributes alone. */
  attributes: { before: ListingAttributes; after: ListingAttributes } | null;
}

/** What follows a product's changes on the marketplaces; handed in, because products know nothing of listings. */
export interface ListingSync {
  /** Within the transaction of the edits, which are all of one seller. */
  followEdits(deps: Deps, tx: Database, edits: readonly ProductEdit[]): Promise<void>;
  /** Before the product is deleted. */
  endSimulated(deps: Deps, usuarioId: string, product: Product): Promise<void>;
  /** Within the transaction that deletes it. */
  endReal(deps: Deps, tx: Database, product: { usuarioId: string; produtoId: string }): Promise<void>;
}

export type SyncedDeps = Deps & { listingSync: ListingSync };

/** A seller's product by id. Fails with `not_found`, for another seller's product too. */
export async function getProduct(db: Database, usuarioId: string, id: string): Promise<ProductRecord> {
  const [found] = isEntityId(id)
    ? await preparedOnce(db, 'product_by_id', productById).execute({ usuarioId, id })
    : [];
  if (found === undefined) throw productNotFound();
  return found;
}

const productById = (db: Database, name: string) =>
  db
    .select(productRecordColumns)
    .from(products)
    .where(owned(sql.placeholder('usuarioId'), sql.placeholder('id')))
    .prepare(name);

/** What real marketplaces ask of the seller's product; `not_found` as for the product. */
export async function getListingAttributes(
  db: Database,
  usuarioId: string,
  id: string,
): Promise<ListingAttributes> {
  const product = await getProduct(db, usuarioId, id);
  return findListingAttributes(db, usuarioId, product.id);
}

const attributeColumns = {
  ean: listingAttributes.ean,
  motivo_sem_ean: listingAttributes.motivo_sem_ean,
  marca: listingAttributes.marca,
  modelo: listingAttributes.modelo,
  condicao: listingAttributes.condicao,
  tipo_anuncio: listingAttributes.tipo_anuncio,
  categoria_ml: listingAttributes.categoria_ml,
  margem_seguranca: listingAttributes.margem_seguranca,
};

/** The attributes of a product that is known to be the seller's. */
export async function findListingAttributes(
  db: Database,
  usuarioId: string,
  produtoId: string,
): Promise<ListingAttributes> {
  const [found] = await db
    .select(attributeColumns)
    .from(listingAttributes)
    .where(and(eq(listingAttributes.usuario_id, usuarioId), eq(listingAttributes.produto_id, produtoId)));
  return found ?? DEFAULT_LISTING_ATTRIBUTES;
}

/** Stores the attributes, all of them, of a product that is known to be the seller's. */
export async function saveListingAttributes(
  tx: Database,
  { usuarioId, produtoId }: { usuarioId: string; produtoId: string },
  ficha: ListingAttributes,
): Promise<void> {
  await tx
    .insert(listingAttributes)
    .values({ usuario_id: usuarioId, produto_id: produtoId, ...ficha })
    .onConflictDoUpdate({ target: [listingAttributes.usuario_id, listingAttributes.produto_id], set: ficha });
}

export async function createProduct(
  db: Database,
  actor: Actor,
  { ficha, custos, ...input }: ProductCreateInput,
): Promise<ProductRecord> {
  const { usuarioId } = actor;
  return translatingDuplicates(() =>
    db.transaction(async (tx) => {
      await holdSupplier(tx, usuarioId, input.fornecedor_id);
      const [created] = await tx
        .insert(products)
        .values({ usuario_id: usuarioId, ...input, ...custos })
        .returning(productRecordColumns);
      if (created === undefined) throw new Error('the insert returned no row');
      if (ficha !== undefined) await saveListingAttributes(tx, { usuarioId, produtoId: created.id }, ficha);
      const initial = { produto_id: created.id, quantidade: created.estoque };
      await writeMoves(tx, { ...actor, motivo: 'inicial' }, [initial]);
      // Its version covers the attributes, which stand in a row of their own.
      return ficha === undefined ? created : getProduct(tx, usuarioId, created.id);
    }),
  );
}

/** Deletes a product and ends its listings, so that none stays behind on a marketplace. */
export async function removeProduct(deps: SyncedDeps, usuarioId: string, id: string): Promise<void> {
  const product = await getProduct(deps.db, usuarioId, id);
  await deps.listingSync.endSimulated(deps, usuarioId, product);
  const deleted = await deps.db.transaction(async (tx) => {
    await deps.listingSync.endReal(deps, tx, { usuarioId, produtoId: id });
    return tx
      .update(products)
      .set({ excluido_em: sql`now()` })
      .where(and(owned(usuarioId, id), isNowherePublished))
      .returning({ id: products.id });
  });
  if (deleted.length > 0) return;
  await getProduct(deps.db, usuarioId, id);
  throw new AppError('conflict', 'O produto foi publicado enquanto era excluído. Tente novamente.');
}

/**
 * Locks the supplier against deletion until the transaction ends.
 * Fails with `invalid` when the seller has no such supplier.
 */
export async function holdSupplier(tx: Database, usuarioId: string, fornecedorId: string): Promise<void> {
  const held = await holdSuppliers(tx, usuarioId, [fornecedorId]);
  if (held.has(fornecedorId)) return;
  throw new AppError('invalid', 'Fornecedor não encontrado', {
    erros: [{ campo: 'fornecedor_id', mensagem: 'Fornecedor não encontrado' }],
  });
}

/** Fails with `conflict` where what is written has another product's SKU. */
export async function translatingDuplicates<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!violatesUnique(error, 'produtos_sku_unico')) throw error;
    throw new AppError('conflict', 'SKU já cadastrado', { cause: error });
  }
}
