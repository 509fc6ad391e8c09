import type { Database } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { newId } from '@esteira/db/schema/columns';
import { toCents } from '@esteira/domain/money';
import type { ChangeField } from '@esteira/domain/products/bulk-change';
import type { Product } from '@esteira/validators/products/product';
import type {
  ChangeApplyInput,
  ChangeApplyResult,
  RefusedChange,
} from '@esteira/validators/products/product-change';
import type { Actor } from '../../../core/actor';
import { isEntityId } from '../../../core/ids';
import type { SyncedDeps } from '../service';
import { writeMoves } from '../stock-ledger';
import { findUnsellable } from '../unsellable';
import { type ChangeSetKey, findInSet, holdChangeSet, recordItems } from './change-set';
import { type LockedProduct, lockProducts, writeValues } from './product-writes';

/**
 * Changes one column of some products, in one transaction: of each that still has the value which the seller saw. The
 * others are named and stay as they are. With `lote_id` the changes can be taken back together; a large change, or one of
 * several columns, comes in several calls with the same one. A repeated call changes nothing more.
 */
export async function applyChange(
  deps: SyncedDeps,
  actor: Actor,
  input: ChangeApplyInput,
): Promise<ChangeApplyResult> {
  return retryingDeadlocks(() => deps.db.transaction((tx) => applyBatch(deps, tx, { ...actor, input })));
}

interface Batch extends Actor {
  input: ChangeApplyInput;
}

/** A product and its new value. */
interface Change {
  product: Product;
  antes: number | null;
  depois: number | null;
  /** Of the ledger's line. */
  movimento_id: string | null;
}

async function applyBatch(
  deps: SyncedDeps,
  tx: Database,
  { usuarioId, atorId, input }: Batch,
): Promise<ChangeApplyResult> {
  const { lote_id, campo, itens } = input;
  const set = lote_id === null ? null : { usuarioId, atorId, loteId: lote_id };
  if (set !== null) {
    const tipo = campo === 'estoque' ? 'estoque' : 'precos';
    await holdChangeSet(tx, { ...set, tipo, now: deps.clock() });
  }
  const ids = itens.map(({ id }) => id).filter(isEntityId);
  const locked = await lockProducts(tx, usuarioId, ids);
  const inSet = set === null ? new Map<string, readonly string[]>() : await findInSet(tx, set, ids);
  const changes: Change[] = [];
  const recusados: RefusedChange[] = [];
  /** The products that were checked already, with the value that each has then. */
  const checked = new Map<string, number | null>();
  for (const item of itens) {
    const product = locked.get(item.id.toLowerCase());
    const refusal =
      findRepetition(product, item, checked) ??
      checkChange(product, { campo, item, isInSet: inSet.get(product?.id ?? '')?.includes(campo) ?? false });
    if (product !== undefined && !checked.has(product.id)) {
      checked.set(product.id, refusal === null ? item.depois : product[campo]);
    }
    if (refusal !== null) recusados.push(refusal);
    else if (product !== undefined && product[campo] !== item.depois) {
      changes.push({ ...item, product, movimento_id: campo === 'estoque' ? newId() : null });
    }
  }
  await writeChanges(deps, tx, { usuarioId, atorId, campo, changes, set });
  return { aplicados: itens.length - recusados.length, recusados };
}

/** A product that comes again in the batch changes once, as its first line says. */
function findRepetition(
  product: LockedProduct | undefined,
  { id }: { id: string },
  checked: ReadonlyMap<string, number | null>,
): RefusedChange | null {
  const atual = product && checked.get(product.id);
  if (product === undefined || atual === undefined) return null;
  return { id, nome: product.nome, motivo: 'Produto repetido na lista', atual };
}

interface ChangeToCheck {
  campo: ChangeField;
  item: ChangeApplyInput['itens'][number];
  isInSet: boolean;
}

/** Why the product stays as it is; null: it changes, or has the new value already. */
function checkChange(
  product: LockedProduct | undefined,
  { campo, item: { id, antes, depois }, isInSet }: ChangeToCheck,
): RefusedChange | null {
  if (product === undefined || product.excluido_em !== null) {
    return { id, nome: product?.nome ?? null, motivo: 'Produto não encontrado', atual: null };
  }
  const { nome, [campo]: atual } = product;
  if (atual === depois) return null;
  // In the set it has been changed by it already: what it was before that can be restored once only.
  if (atual !== antes || isInSet) return { id, nome, motivo: 'O valor mudou enquanto isso', atual };
  const refusal = campo === 'estoque' ? null : findUnsellable(product, { ...product, [campo]: depois });
  return refusal === null ? null : { id, nome, motivo: refusal, atual };
}

interface Changes extends Actor {
  campo: ChangeField;
  changes: Change[];
  set: ChangeSetKey | null;
}

async function writeChanges(
  deps: SyncedDeps,
  tx: Database,
  { usuarioId, atorId, campo, changes, set }: Changes,
): Promise<void> {
  if (changes.length === 0) return;
  const items = changes.map(({ product, antes, depois, movimento_id }) => ({
    produto_id: product.id,
    antes: { [campo]: toStored(campo, antes) },
    depois: { [campo]: toStored(campo, depois) },
    movimento_id,
  }));
  await writeValues(
    tx,
    usuarioId,
    items.map(({ produto_id, depois }) => ({ id: produto_id, valores: depois })),
  );
  await writeMoves(
    tx,
    { usuarioId, atorId, motivo: 'ajuste' },
    changes.flatMap(({ product, depois, movimento_id }) =>
      movimento_id === null
        ? []
        : [{ produto_id: product.id, id: movimento_id, quantidade: (depois ?? 0) - product.estoque }],
    ),
  );
  if (set !== null) await recordItems(tx, set, items);
  await deps.listingSync.followEdits(
    deps,
    tx,
    changes.map(({ product, depois }) => ({
      ...{ usuarioId, before: product, after: { ...product, [campo]: depois }, attributes: null },
    })),
  );
}

/** Money in cents, as change sets hold it. */
function toStored(campo: ChangeField, value: number | null): number | null {
  return value === null || campo === 'estoque' ? value : toCents(value);
}
