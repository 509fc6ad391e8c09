import { MAX_LIMIT } from '@esteira/domain/paging';
import { MAX_SKUS_PER_CALL } from '@esteira/validators/csv/product-csv';
import { MAX_PRODUCTS_PER_CALL, type StoredProduct } from '@esteira/validators/csv/stored-product';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { itemsOf, nextCursor } from '../../../../lib/data/pages';
import { trpc } from '../../../../lib/data/trpc';
import { createReader } from '../prepare-file';
import type { PreviewResult } from './preview-file';
import type { PreviewReply, PreviewRequest, ReadingChoices, StoredResponse } from './preview-reader';
import type { StoredSkus } from './row-validator';

export type PreviewState =
  | { status: 'reading'; fraction: number }
  | { status: 'done'; result: PreviewResult }
  | { status: 'unreadable' }
  /** No worker: the file can still be imported unseen. */
  | { status: 'unavailable' };

type AskedSkus = Pick<Extract<PreviewReply, { kind: 'skus' }>, 'skus' | 'positions'>;

type KnownSupplier = NonNullable<PreviewRequest['suppliers']>[number];

/** Reads a chosen file in a worker, so that 200,000 rows freeze nothing; again whenever it is to be read otherwise. */
export function useCsvPreview(file: File, choices: ReadingChoices) {
  const [state, setState] = useState<PreviewState>({ status: 'reading', fraction: 0 });
  const [read, setRead] = useState<PreviewRequest | null>(null);
  const { suppliers, pending } = useKnownSuppliers();
  const findStored = useStoredSkus();
  const worker = useRef<Worker | null>(null);
  const { isUpdate, names, constants, corrections, encoding, withHidden } = choices;
  const request = useMemo<PreviewRequest>(
    () => ({ file, suppliers, isUpdate, names, constants, corrections, encoding, withHidden }),
    [file, suppliers, isUpdate, names, constants, corrections, encoding, withHidden],
  );

  useEffect(() => {
    if (pending) return;
    const reader = createReader();
    worker.current = reader;
    let isOver = false;
    async function answerSkus(asked: AskedSkus) {
      const stored = await findStored(asked, request.isUpdate, () => isOver);
      if (!isOver) reader.postMessage({ stored } satisfies StoredResponse);
    }
    function finish(end: PreviewState) {
      setState(end);
      setRead(request);
    }
    reader.onmessage = ({ data }: MessageEvent<PreviewReply>) => {
      if (data.kind === 'progress') setState(showProgress(data.fraction));
      else if (data.kind === 'skus') void answerSkus(data);
      else if (data.kind === 'done') finish({ status: 'done', result: data.result });
      else if (data.kind === 'unreadable') finish({ status: 'unreadable' });
    };
    reader.onerror = () => finish({ status: 'unavailable' });
    reader.postMessage(request);
    return () => {
      isOver = true;
      reader.terminate();
    };
  }, [pending, findStored, request]);

  return {
    state,
    /** Whether the state is that of the file as it is to be read now. */
    isCurrent: read === request,
    suppliers: suppliers satisfies KnownSupplier[] | null,
  };
}

/** While a file is read again, what was found before stays in sight. */
const showProgress =
  (fraction: number) =>
  (state: PreviewState): PreviewState =>
    state.status === 'done' && state.result.ok ? state : { status: 'reading', fraction };

/**
 * Asks what is stored under SKUs, as many at a time as the server takes, and of each only once; null where it cannot
 * be known. Whole products only where rows are compared with them.
 */
function useStoredSkus() {
  const { client } = trpc.useUtils();
  const taken = useRef(new Map<string, null>());
  const products = useRef(new Map<string, StoredProduct>());
  const asked = useRef({ taken: new Set<string>(), products: new Set<string>() });

  return useCallback(
    async (
      { skus, positions }: AskedSkus,
      isUpdate: boolean,
      isOver: () => boolean,
    ): Promise<StoredSkus | null> => {
      const done = isUpdate ? asked.current.products : asked.current.taken;
      const size = isUpdate ? MAX_PRODUCTS_PER_CALL : MAX_SKUS_PER_CALL;
      const left = skus.filter((sku) => !done.has(sku));
      try {
        for (let from = 0; from < left.length && !isOver(); from += size) {
          const batch = left.slice(from, from + size);
          if (isUpdate) {
            const { itens } = await client.products.bySku.mutate({
              skus: batch,
              posicoes: batch.map((sku) => positions.get(sku) ?? null),
            });
            for (const product of itens) products.current.set(product.sku.toLowerCase(), product);
          } else {
            for (const sku of (await client.products.takenSkus.mutate({ skus: batch })).skus)
              taken.current.set(sku, null);
          }
          for (const sku of batch) done.add(sku);
        }
        return isUpdate ? products.current : taken.current;
      } catch {
        return null;
      }
    },
    [client],
  );
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
