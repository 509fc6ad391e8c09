import type { Database } from '@esteira/db/database';
import { products } from '@esteira/db/schema/products/products';
import type { ProductCosts } from '@esteira/validators/costs/costs';
import type { ListingAttributes } from '@esteira/validators/marketplaces/listing-attributes';
import type {
  ProductEditInput,
  ProductInput,
  ProductRecord,
  ProductUpdateInput,
} from '@esteira/validators/products/product';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../core/actor';
import { refuseConflicts, requireVersion, resolveChanges } from '../../../core/edits/record-changes';
import { AppError, productNotFound } from '../../../core/errors';
import { isEntityId } from '../../../core/ids';
import { productCostColumns } from '../../costs/product-costs';
import { productRecordColumns } from '../product-columns';
import { owned } from '../queries';
import {
  findListingAttributes,
  holdSupplier,
  type SyncedDeps,
  saveListingAttributes,
  translatingDuplicates,
} from '../service';
import { writeMoves } from '../stock-ledger';
import { findUnsellable } from '../unsellable';
import { applyStockEdit, rebaseStock } from './stock-change';

const WAS_CHANGED = 'Este produto foi alterado';

/**
 * Replaces a product's fields; the row is locked first, so that a sale meanwhile is neither lost nor undone. Without
 * `ficha` or `custos` these stay as they are. Fails with `conflict` where the client says which version it replaces and
 * it is another.
 */
export function updateProduct(
  deps: SyncedDeps,
  actor: Actor,
  { id, versao, estoque, estoque_anterior, ficha, custos, ...fields }: ProductUpdateInput,
): Promise<ProductRecord> {
  const target = { deps, actor, id, fornecedor_id: fields.fornecedor_id };
  return changeProduct(target, async (before) => {
    requireVersion(before.versao, versao, WAS_CHANGED);
    const stock = applyStockEdit({ current: before.estoque, estoque, estoque_anterior });
    return { values: { ...fields, ...custos, estoque: stock.estoque }, ficha };
  });
}

/** Writes what a form changed of a product; `conflict` where somebody else changed one of the fields meanwhile. */
export function editProduct(
  deps: SyncedDeps,
  actor: Actor,
  { id, mudancas: { ficha = {}, custos = {}, ...fields } }: ProductEditInput,
): Promise<ProductRecord> {
  const { usuarioId } = actor;
  const target = { deps, actor, id, fornecedor_id: fields.fornecedor_id?.depois };
  return changeProduct(target, async (before, tx) => {
    const estoque =
      fields.estoque && (await rebaseStock(tx, { usuarioId, id, estoque: before.estoque }, fields.estoque));
    const own = resolveChanges<ProductInput>(before, { ...fields, estoque });
    const costs = resolveChanges<ProductCosts>(before, custos, 'custos');
    const attributes = await findListingAttributes(tx, usuarioId, id);
    const sheet = resolveChanges<ListingAttributes>(attributes, ficha, 'ficha');
    refuseConflicts([...own.conflicts, ...costs.conflicts, ...sheet.conflicts], WAS_CHANGED);
    const isSheetChanged = Object.keys(sheet.values).length > 0;
    return {
      values: { ...own.values, ...costs.values },
      ficha: isSheetChanged ? { ...attributes, ...sheet.values } : undefined,
    };
  });
}

/** What is to be written of a product: columns of its row, and its listing attributes, all of them or none. */
interface ProductValues {
  values: Partial<ProductInput & ProductCosts>;
  ficha: ListingAttributes | undefined;
}

type LockedProduct = ProductRecord & ProductCosts;

interface Target {
  deps: SyncedDeps;
  actor: Actor;
  id: string;
  /** The supplier that the product is to have; undefined: the one it has. */
  fornecedor_id: string | undefined;
}

/** Locks the product, after the supplier that it is to have, asks what is to be written, and writes it. */
async function changeProduct(
  { deps, actor, id, fornecedor_id }: Target,
  plan: (before: LockedProduct, tx: Database) => Promise<ProductValues>,
): Promise<ProductRecord> {
  const { usuarioId } = actor;
  if (!isEntityId(id)) throw productNotFound();
  return translatingDuplicates(() =>
    deps.db.transaction(async (tx) => {
      if (fornecedor_id !== undefined) await holdSupplier(tx, usuarioId, fornecedor_id);
      await tx.select({ id: products.id }).from(products).where(owned(usuarioId, id)).for('no key update');
      // Read after the lock: a statement that had to wait for it still sees the listing attributes of before.
      const [before] = await tx
        .select({ ...productRecordColumns, ...productCostColumns })
        .from(products)
        .where(owned(usuarioId, id));
      if (before === undefined) throw productNotFound();
      return writeProduct(deps, tx, { actor, before, ...(await plan(before, tx)) });
    }),
  );
}

async function writeProduct(
  deps: SyncedDeps,
  tx: Database,
  { actor, before, values, ficha }: ProductValues & { actor: Actor; before: LockedProduct },
): Promise<ProductRecord> {
  const { usuarioId } = actor;
  const { id } = before;
  const refusal = findUnsellable(before, { ...before, ...values });
  if (refusal !== null) throw new AppError('conflict', refusal);
  const attributes = await replaceListingAttributes(tx, { usuarioId, produtoId: id }, ficha);
  const [after] = await tx
    .update(products)
    .set({ ...values, atualizado_em: sql`now()` })
    .where(owned(usuarioId, id))
    .returning(productRecordColumns);
  if (after === undefined) throw productNotFound();
  await deps.listingSync.followEdits(deps, tx, [{ usuarioId, before, after, attributes }]);
  const quantidade = after.estoque - before.estoque;
  await writeMoves(tx, { ...actor, motivo: 'ajuste' }, [{ produto_id: id, quantidade }]);
  return after;
}

/** The attributes before and after; null when the edit leaves them alone. */
async function replaceListingAttributes(
  tx: Database,
  key: { usuarioId: string; produtoId: string },
  ficha: ListingAttributes | undefined,
): Promise<{ before: ListingAttributes; after: ListingAttributes } | null> {
  if (ficha === undefined) return null;
  const before = await findListingAttributes(tx, key.usuarioId, key.produtoId);
  await saveListingAttributes(tx, key, ficha);
  return { before, after: ficha };
}
