import { MAX_LIMIT } from '@esteira/validators/wire/page';
import { useEffect, useMemo, useState } from 'react';
import { itemsOf, nextCursor } from '../../../lib/data/pages';
import { trpc } from '../../../lib/data/trpc';
import type { PreviewResult } from './csv-preview';
import type { PreviewReply, PreviewRequest } from './csv-preview-worker';

export type PreviewState =
  | { status: 'reading'; fraction: number }
  | { status: 'done'; result: PreviewResult }
  | { status: 'unreadable' }
  /** No worker: the file can still be imported unseen. */
  | { status: 'unavailable' };

type KnownSupplier = NonNullable<PreviewRequest['suppliers']>[number];

/** Reads a chosen file in a worker, so that 200,000 rows freeze nothing. */
export function useCsvPreview(file: File): { state: PreviewState; suppliers: KnownSupplier[] | null } {
  const [state, setState] = useState<PreviewState>({ status: 'reading', fraction: 0 });
  const { suppliers, pending } = useKnownSuppliers();

  useEffect(() => {
    if (pending) return;
    const worker = new Worker(new URL('./csv-preview-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<PreviewReply>) => {
      if (data.kind === 'progress') setState({ status: 'reading', fraction: data.fraction });
      else
        setState(data.kind === 'done' ? { status: 'done', result: data.result } : { status: 'unreadable' });
    };
    worker.onerror = () => setState({ status: 'unavailable' });
    worker.postMessage({ file, suppliers } satisfies PreviewRequest);
    return () => worker.terminate();
  }, [file, suppliers, pending]);

  return { state, suppliers };
}

/** All suppliers once every page is here; null where they cannot be had. */
function useKnownSuppliers() {
  // Shares its pages with the products screen, which asks for all of them.
  const { data, hasNextPage, isError } = trpc.suppliers.list.useInfiniteQuery(
    { limite: MAX_LIMIT },
    { getNextPageParam: nextCursor },
  );
  const pending = !isError && (data === undefined || hasNextPage);
  const suppliers = useMemo(
    () => (data && !hasNextPage ? itemsOf(data).map(({ id, nome }) => ({ id, nome })) : null),
    [data, hasNextPage],
  );
  return { suppliers, pending };
}
