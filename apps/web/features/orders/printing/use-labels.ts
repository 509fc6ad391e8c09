import { MAX_PRINTED_LABELS } from '@esteira/domain/orders/label-printing';
import type { LabelsResponse } from '@esteira/validators/orders/order-labels';
import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../../lib/data/trpc';
import type { toListInput } from '../filters/order-search';

/** Orders by their ids, or all of a filter. */
export type OrdersToPrint = { ids: readonly string[] } | { filter: ReturnType<typeof toListInput> };

export interface FoundLabels extends LabelsResponse {
  /** How many orders are left out, because one document has room for so many only. */
  leftOut: number;
}

/** What is asked for again before the ticket ends that the form sends. */
const ASK_AGAIN_MS = 5 * 60_000;

/** Asks which of the orders have a label; the answer is what the dialog shows, whatever changes meanwhile. */
export function useLabels(orders: OrdersToPrint) {
  const { client } = trpc.useUtils();

  async function findIds(): Promise<readonly string[]> {
    if ('ids' in orders) return orders.ids;
    const { itens } = await client.orders.choose.query(orders.filter);
    return itens.map(({ id }) => id);
  }

  async function find(): Promise<FoundLabels | null> {
    const ids = await findIds();
    if (ids.length === 0) return null;
    const found = await client.orders.labels.mutate({ ids: ids.slice(0, MAX_PRINTED_LABELS) });
    return { ...found, leftOut: Math.max(0, ids.length - MAX_PRINTED_LABELS) };
  }

  return useQuery({
    queryKey: ['labels to print', orders],
    queryFn: find,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ASK_AGAIN_MS,
    refetchOnWindowFocus: false,
  });
}
