import type { ProductName } from '@esteira/validators/products/product';
import pLimit from 'p-limit';
import { useEffect, useRef, useState } from 'react';
import { trpc } from '../../../lib/data/trpc';
import { detailOf, statusOf } from '../../../lib/forms/problem';
import type { BulkOutcome, BulkRun } from '../../../parts/bulk/bulk-outcome';
import { useProductCache } from '../list/use-product-cache';
import type { BulkAction } from './bulk-actions';

/** Enough to keep the server busy, few enough for the marketplaces' own limits. */
const MAX_AT_ONCE = 4;

interface ProductRun extends BulkRun {
  action: BulkAction;
}

/** Sends one action for many products and tells what became of each. */
export function useBulkRun(onEnd: (outcomes: BulkOutcome[]) => void) {
  const { reload } = useProductCache();
  const { mutateAsync: publish } = trpc.publication.publish.useMutation();
  const { mutateAsync: unpublish } = trpc.publication.unpublish.useMutation();
  const [run, setRun] = useState<ProductRun | null>(null);
  const stop = useRef<AbortController>(null);

  // Whoever leaves the page begins nothing more.
  useEffect(() => () => stop.current?.abort(), []);

  async function start(action: BulkAction, products: ProductName[]) {
    const controller = new AbortController();
    stop.current = controller;
    const send = action.kind === 'publish' ? publish : unpublish;
    const outcomes: BulkOutcome[] = [];
    const show = (state: BulkRun['state']) =>
      setRun({ action, title: action.label, total: products.length, done: outcomes.length, outcomes, state });

    async function sendOne({ id, nome }: ProductName) {
      try {
        const { message } = await send({ id, marketplace: action.marketplace });
        outcomes.push({ id, name: nome, state: 'done', text: message });
      } catch (error) {
        // The session has ended: every further call would fail alike.
        if (statusOf(error) === 401) controller.abort();
        outcomes.push({ id, name: nome, state: 'failed', text: detailOf(error) ?? action.failure });
      }
      show(controller.signal.aborted ? 'cancelling' : 'running');
    }

    show('running');
    const unlessCancelled = async (product: ProductName) => {
      if (!controller.signal.aborted) await sendOne(product);
    };
    await pLimit(MAX_AT_ONCE).map(products, unlessCancelled);
    const sent = new Set(outcomes.map(({ id }) => id));
    for (const { id, nome } of products)
      if (!sent.has(id))
        outcomes.push({ id, name: nome, state: 'skipped', text: 'Cancelado antes do envio' });
    show('ended');
    onEnd(outcomes);
    // Not waited for: the next run may begin while this is read.
    void reload();
  }

  function cancel() {
    stop.current?.abort();
    setRun((current) => current && { ...current, state: 'cancelling' });
  }

  return { run, start, cancel, close: () => setRun(null) };
}
