import type { ChangeField, ChangeRule } from '@esteira/domain/products/bulk-change';
import { MAX_CHANGE_BATCH } from '@esteira/domain/products/change-set';
import type { ProductName } from '@esteira/validators/products/product';
import type { PreviewedChange, RefusedChange } from '@esteira/validators/products/product-change';
import { useState } from 'react';
import { trpc } from '../../../lib/data/trpc';
import { detailOf, retryTransient } from '../../../lib/forms/problem';
import { randomId } from '../../../lib/random-id';
import { useProductCache } from '../list/use-product-cache';

interface Preview {
  stage: 'preview';
  rule: ChangeRule;
  itens: PreviewedChange[];
}

interface Progress {
  loteId: string;
  campo: ChangeField;
  applied: number;
  refused: RefusedChange[];
  /** Products whose new value was not sent yet. */
  left: PreviewedChange[];
}

interface Ended extends Progress {
  stage: 'ended';
  /** Why it stopped before its end; null: it did not. */
  failure: string | null;
}

type State = { stage: 'form' } | Preview | (Progress & { stage: 'running' }) | Ended;

/** Previews a change of many products, applies it in batches, and tells what became of it. */
export function useBulkChange(products: ProductName[]) {
  const [state, setState] = useState<State>({ stage: 'form' });
  const { reload } = useProductCache();
  const preview = trpc.products.previewChange.useMutation();
  const { mutateAsync: send } = trpc.products.applyChange.useMutation({ retry: retryTransient });

  function show(rule: ChangeRule): void {
    const ids = products.map(({ id }) => id);
    preview.mutate(
      { ids, ...rule },
      { onSuccess: ({ itens }) => setState({ stage: 'preview', rule, itens }) },
    );
  }

  function apply({ rule, itens }: Preview) {
    const left = itens.filter(isChanging);
    return run({ loteId: randomId(), campo: rule.campo, applied: 0, refused: [], left });
  }

  /** A batch that was sent twice changes nothing more, so what failed can be sent again. */
  async function run(from: Progress) {
    const { loteId, campo } = from;
    let at = from;
    let failure: string | null = null;
    setState({ stage: 'running', ...at });
    while (at.left.length > 0 && failure === null) {
      const batch = at.left.slice(0, MAX_CHANGE_BATCH);
      const itens = batch.map(({ id, antes, depois }) => ({ id, antes, depois }));
      try {
        const { aplicados, recusados } = await send({ lote_id: loteId, campo, itens });
        at = {
          ...at,
          applied: at.applied + aplicados,
          refused: [...at.refused, ...recusados],
          left: at.left.slice(batch.length),
        };
        setState({ stage: 'running', ...at });
      } catch (error) {
        failure = detailOf(error) ?? 'O servidor não respondeu';
      }
    }
    setState({ stage: 'ended', ...at, failure });
    await reload();
  }

  return {
    state,
    previewing: preview.isPending,
    previewFailure: preview.error && (detailOf(preview.error) ?? 'Erro ao carregar dados'),
    show,
    apply,
    retry: (ended: Ended) => run(ended),
    back: () => setState({ stage: 'form' }),
  };
}

/** Whether a product gets another value than it has. */
export function isChanging({ antes, depois, erro }: PreviewedChange): boolean {
  return erro === null && antes !== depois;
}
