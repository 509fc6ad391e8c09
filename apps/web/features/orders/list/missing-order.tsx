import { SearchX } from 'lucide-react';
import { trpc } from '../../../lib/data/trpc';
import { statusOf } from '../../../lib/forms/problem';

/** Says so when the order that the URL names does not exist, or is not this seller's. */
export function MissingOrder({ id }: { id: string }) {
  const { error } = trpc.orders.get.useQuery({ id });
  if (statusOf(error) !== 404) return null;
  return (
    <p
      role="status"
      className="flex items-center gap-2 rounded-lg border border-border bg-surface px-3 py-2 font-medium"
    >
      <SearchX aria-hidden className="size-4 shrink-0 text-muted" />
      Pedido não encontrado
    </p>
  );
}
