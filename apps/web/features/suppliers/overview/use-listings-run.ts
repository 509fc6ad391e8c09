import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import type { SupplierListingsRun } from '@esteira/validators/products/supplier-listings';
import { useEffect, useRef, useState } from 'react';
import { trpc } from '../../../lib/data/trpc';
import { toastFailure } from '../../../lib/toasts';
import type { BulkOutcome, BulkRun } from '../../../parts/bulk/bulk-outcome';

export type ListingsRunKind = 'pause' | 'resume';

export const RUN_TITLES: Readonly<Record<ListingsRunKind, string>> = {
  pause: 'Pausar todos os anúncios',
  resume: 'Reativar anúncios',
};

/** The toast that tells of a supplier's pause. */
export const toPauseToast = (fornecedor_id: string) => `pausa-${fornecedor_id}`;

const FAILURES: Readonly<Record<ListingsRunKind, string>> = {
  pause: 'Erro ao pausar anúncios',
  resume: 'Erro ao reativar anúncios',
};

/** What each listing of a product is marked by in the result. */
const MARKS: Readonly<Record<ListingsRunKind, string>> = { pause: 'pausado', resume: 'reativado' };

/** Goes through a supplier's listings, call after call, until none is left or it is stopped. */
export function useListingsRun(
  kind: ListingsRunKind,
  fornecedor_id: string,
  /** All went well: nothing is left to be read. */
  onDone: (outcomes: BulkOutcome[]) => void,
) {
  const utils = trpc.useUtils();
  const { mutateAsync: pause } = trpc.publication.pauseSupplier.useMutation();
  const { mutateAsync: resume } = trpc.publication.resumeSupplier.useMutation();
  const [run, setRun] = useState<BulkRun | null>(null);
  const isStopped = useRef(false);
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, []);

  async function start(expected: number) {
    const results: Results = [];
    const show = (state: BulkRun['state']) => {
      const outcomes = results.map(toOutcome);
      const total = Math.max(expected, outcomes.length, 1);
      const lines = toLines(kind, results);
      setRun({ title: RUN_TITLES[kind], total, done: outcomes.length, outcomes, lines, state });
    };
    show('running');
    let cursor: string | null = null;
    let isWhole = false;
    try {
      do {
        const answer: SupplierListingsRun = await (kind === 'pause' ? pause : resume)({
          fornecedor_id,
          cursor,
        });
        results.push(...answer.resultados);
        cursor = answer.proximo_cursor;
        show(isStopped.current ? 'cancelling' : 'running');
      } while (cursor !== null && !isStopped.current);
      isWhole = cursor === null;
    } catch (error) {
      toastFailure(error, FAILURES[kind]);
    }
    if (isWhole && results.every(({ ok }) => ok)) onDone(results.map(toOutcome));
    else show('ended');
    await Promise.all([
      utils.products.invalidate(),
      utils.publication.invalidate(),
      utils.purchasing.invalidate(),
    ]);
  }

  function stop() {
    isStopped.current = true;
    setRun((current) => current && { ...current, state: 'cancelling' });
  }

  return { run, start, stop };
}

type Results = SupplierListingsRun['resultados'];

function toOutcome({ produto_id, nome, ok, na_fila, detail }: Results[number]): BulkOutcome {
  const state = ok ? 'done' : 'failed';
  return { id: produto_id, name: nome, state, isQueued: na_fila === true, text: detail };
}

/** 'Mercado Livre: pausado · Amazon: não respondeu' of each product. */
function toLines(kind: ListingsRunKind, results: Results): BulkOutcome[] {
  const products = new Map<string, Results>();
  for (const result of results) {
    products.set(result.produto_id, [...(products.get(result.produto_id) ?? []), result]);
  }
  return [...products].map(([id, listings]) => ({
    id,
    name: listings[0]?.nome ?? '',
    state: listings.every(({ ok }) => ok) ? 'done' : 'failed',
    text: listings
      .map(({ marketplace, ok, na_fila, detail }) => {
        const mark = na_fila ? 'em processamento' : MARKS[kind];
        return `${MARKETPLACE_NAMES[marketplace]}: ${ok ? mark : detail}`;
      })
      .join(' · '),
  }));
}
