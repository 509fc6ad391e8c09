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

const FAILURES: Readonly<Record<ListingsRunKind, string>> = {
  pause: 'Erro ao pausar anúncios',
  resume: 'Erro ao reativar anúncios',
};

/** Goes through a supplier's listings, call after call, until none is left or it is stopped. */
export function useListingsRun(kind: ListingsRunKind, fornecedor_id: string) {
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
    const outcomes: BulkOutcome[] = [];
    const show = (state: BulkRun['state']) => {
      const total = Math.max(expected, outcomes.length, 1);
      setRun({ title: RUN_TITLES[kind], total, done: outcomes.length, outcomes, state });
    };
    show('running');
    let cursor: string | null = null;
    try {
      do {
        const answer: SupplierListingsRun = await (kind === 'pause' ? pause : resume)({
          fornecedor_id,
          cursor,
        });
        outcomes.push(...answer.resultados.map(toOutcome));
        cursor = answer.proximo_cursor;
        show(isStopped.current ? 'cancelling' : 'running');
      } while (cursor !== null && !isStopped.current);
    } catch (error) {
      toastFailure(error, FAILURES[kind]);
    }
    show('ended');
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

function toOutcome({
  produto_id,
  nome,
  marketplace,
  ok,
  detail,
}: SupplierListingsRun['resultados'][number]): BulkOutcome {
  return {
    id: `${produto_id} ${marketplace}`,
    name: nome,
    state: ok ? 'done' : 'failed',
    // What became of it is said once, above the list.
    text: ok ? MARKETPLACE_NAMES[marketplace] : `${MARKETPLACE_NAMES[marketplace]}: ${detail}`,
  };
}
