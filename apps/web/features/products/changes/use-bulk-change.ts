import type { ChangeField } from '@esteira/domain/products/bulk-change';
import { MAX_CHANGE_BATCH } from '@esteira/domain/products/change-set';
import type { ProductName } from '@esteira/validators/products/product';
import type { PreviewedChange, RefusedChange } from '@esteira/validators/products/product-change';
import { useState } from 'react';
import { trpc } from '../../../lib/data/trpc';
import { detailOf, retryTransient } from '../../../lib/forms/problem';
import { randomId } from '../../../lib/random-id';
import { useProductCache } from '../list/use-product-cache';
import type { SharedRule } from './rule-choices';

interface Preview {
  stage: 'preview';
  rule: SharedRule;
  itens: PreviewedChange[];
}

interface Progress {
  loteId: string;
  /** How many values are to change. */
  total: number;
  /** Products of which some value changed. */
  applied: ReadonlySet<string>;
  refused: (RefusedChange & { campo: ChangeField })[];
  /** New values that were not sent yet, column by column. */
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

  function show(rule: SharedRule): void {
    const ids = products.map(({ id }) => id);
    preview.mutate(
      { ids, ...rule },
      { onSuccess: ({ itens }) => setState({ stage: 'preview', rule, itens: dropUnpriced(itens, rule) }) },
    );
  }

  /** A batch that was sent twice changes nothing more, so what failed can be sent again. */
  async function run(from: Progress) {
    const { loteId } = from;
    let at = from;
    let failure: string | null = null;
    setState({ stage: 'running', ...at });
    while (at.left[0] !== undefined && failure === null) {
      const { campo } = at.left[0];
      const batch = at.left.slice(0, MAX_CHANGE_BATCH).filter((item) => item.campo === campo);
      const itens = batch.map(({ id, antes, depois }) => ({ id, antes, depois }));
      try {
        const { recusados } = await send({ lote_id: loteId, campo, itens });
        at = advance(at, { campo, batch, refused: recusados });
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
    apply: (preview: Preview) => run(begin(preview)),
    retry: (ended: Ended) => run(ended),
    back: () => setState({ stage: 'form' }),
  };
}

function begin({ rule, itens }: Preview): Progress {
  const changing = itens.filter(isChanging);
  const left = rule.campos.flatMap((campo) => changing.filter((item) => item.campo === campo));
  return { loteId: randomId(), total: left.length, applied: new Set(), refused: [], left };
}

interface SentBatch {
  campo: ChangeField;
  batch: readonly PreviewedChange[];
  refused: readonly RefusedChange[];
}

function advance(at: Progress, { campo, batch, refused }: SentBatch): Progress {
  const taken = batch.filter(({ id }) => refused.every((each) => each.id !== id));
  return {
    ...at,
    applied: new Set([...at.applied, ...taken.map(({ id }) => id)]),
    refused: [...at.refused, ...refused.map((each) => ({ ...each, campo }))],
    left: at.left.slice(batch.length),
  };
}

/** Of several prices at once, one that a product does not have is no error of it. */
function dropUnpriced(itens: PreviewedChange[], { campos }: SharedRule): PreviewedChange[] {
  if (campos.length === 1) return itens;
  return itens.filter(({ nome, antes, depois }) => nome === null || antes !== null || depois !== null);
}

/** Whether a product gets another value than it has. */
export function isChanging({ antes, depois, erro }: PreviewedChange): boolean {
  return erro === null && antes !== depois;
}
