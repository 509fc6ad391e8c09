import type { ChangeField } from '@esteira/domain/products/bulk-change';
import { MAX_CHANGE_BATCH } from '@esteira/domain/products/change-set';
import type { Product } from '@esteira/validators/products/product';
import type { RefusedChange } from '@esteira/validators/products/product-change';
import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useCallback, useRef } from 'react';
import { type Pages, patchItems } from '../../../../lib/data/pages';
import { trpc } from '../../../../lib/data/trpc';
import { detailOf, retryTransient } from '../../../../lib/forms/problem';
import { formatValue } from '../../changes/change-texts';
import type { CellError } from './use-cell-errors';

/** A cell that gets another value. */
export interface CellChange {
  product: Product;
  /** The value that is replaced: the one that the seller saw. */
  antes: number | null;
  depois: number | null;
}

interface Edit {
  campo: ChangeField;
  changes: readonly CellChange[];
  /** The set that takes them back together; null: they are typed back. */
  loteId: string | null;
}

/**
 * Shows new values at once and saves them one after the other: two edits of one cell arrive in their order. What the
 * server refuses goes back to what it has, with its sentence at the cell. Resolves with how many were taken.
 */
export function useCellEdits(onErrors: (errors: readonly CellError[]) => void) {
  const { patchMany, markStale } = useTableCache();
  const { mutateAsync } = trpc.products.applyChange.useMutation({ retry: retryTransient });
  const saving = useRef<Promise<unknown>>(Promise.resolve());

  const sendBatch = useCallback(
    async ({ campo, changes, loteId }: Edit): Promise<number> => {
      const itens = changes.map(({ product, antes, depois }) => ({ id: product.id, antes, depois }));
      try {
        const { aplicados, recusados } = await mutateAsync({ lote_id: loteId, campo, itens });
        await patchMany(recusados.flatMap((refused) => toStored(campo, refused)));
        onErrors(
          recusados.map((refused) => ({ id: refused.id, campo, sentence: toSentence(campo, refused) })),
        );
        return aplicados;
      } catch (error) {
        const sentence = detailOf(error) ?? 'Não foi salvo: o servidor não respondeu';
        await patchMany(
          changes.map(({ product }) => ({ id: product.id, changed: { [campo]: product[campo] } })),
        );
        onErrors(itens.map(({ id }) => ({ id, campo, sentence })));
        return 0;
      }
    },
    [mutateAsync, patchMany, onErrors],
  );

  return useCallback(
    async ({ campo, changes, loteId }: Edit): Promise<number> => {
      await patchMany(
        changes.map(({ product, depois }) => ({ id: product.id, changed: { [campo]: depois } })),
      );
      onErrors(changes.map(({ product }) => ({ id: product.id, campo, sentence: null })));
      const work = saving.current.then(async () => {
        let taken = 0;
        for (let from = 0; from < changes.length; from += MAX_CHANGE_BATCH) {
          const batch = changes.slice(from, from + MAX_CHANGE_BATCH);
          taken += await sendBatch({ campo, loteId, changes: batch });
        }
        await markStale();
        return taken;
      });
      saving.current = work;
      return work;
    },
    [patchMany, markStale, sendBatch, onErrors],
  );
}

/** What the server has, where it told. */
function toStored(campo: ChangeField, { id, nome, atual }: RefusedChange) {
  return nome === null || (atual === null && campo !== 'preco_venda_amazon')
    ? []
    : [{ id, changed: { [campo]: atual } }];
}

function toSentence(campo: ChangeField, { motivo, atual }: RefusedChange): string {
  return atual === null ? motivo : `${motivo}: agora ${formatValue(campo, atual)}`;
}

interface ProductPatch {
  id: string;
  changed: Partial<Product>;
}

/** What editing in the table does to the lists on screen; both functions keep their identity. */
function useTableCache() {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();

  /** Shows other values of many products. An answer already on its way must not paint over them. */
  const patchMany = useCallback(
    async (patches: readonly ProductPatch[]) => {
      if (patches.length === 0) return;
      const lists = { queryKey: getQueryKey(trpc.products.list, undefined, 'infinite') };
      await queryClient.cancelQueries(lists);
      const byId = new Map(patches.map(({ id, changed }) => [id, changed]));
      queryClient.setQueriesData<Pages<Product>>(lists, (pages) => pages && patchItems(pages, byId));
    },
    [queryClient],
  );

  /** The server has what is shown: nothing moves under the cursor, the counts and the next visit read it again. */
  const markStale = useCallback(async () => {
    const lists = { queryKey: getQueryKey(trpc.products.list, undefined, 'infinite') };
    await Promise.all([
      queryClient.invalidateQueries({ ...lists, refetchType: 'none' }),
      utils.products.count.invalidate(),
      utils.products.changes.invalidate(),
      utils.products.get.invalidate(undefined, { refetchType: 'none' }),
    ]);
  }, [queryClient, utils]);

  return { patchMany, markStale };
}
