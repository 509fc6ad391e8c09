import type { Product } from '@esteira/validators/products/product';
import { History } from 'lucide-react';
import { itemsOf, nextCursor } from '../../../lib/data/pages';
import { trpc } from '../../../lib/data/trpc';
import { describeFailure } from '../../../lib/forms/problem';
import { EmptyState } from '../../../ui/lists/empty-state';
import { ListStates } from '../../../ui/lists/list-states';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/skeleton';
import { Dialog, DialogBody } from '../../../ui/overlays/dialog';
import { StockHistoryList } from './stock-history-list';

const PAGE = 50;

interface StockHistoryDialogProps {
  id: string;
  /** The products on screen, whose name is known already. */
  known: Product[];
  onClose: () => void;
}

/** How a product's stock came to be what it is, the newest change first. */
export function StockHistoryDialog({ id, known, onClose }: StockHistoryDialogProps) {
  const shown = known.find((product) => product.id === id);
  const fetched = trpc.products.get.useQuery({ id }, { enabled: !shown, retry: false });
  const product = shown ?? fetched.data;
  const query = trpc.products.stockHistory.useInfiniteQuery(
    { id, limite: PAGE },
    // What happened while it was closed belongs to it; its first lines are read each time it opens.
    { getNextPageParam: nextCursor, staleTime: 0, gcTime: 0 },
  );
  const entries = itemsOf(query.data);

  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title="Histórico de estoque"
      {...(product && { description: product.nome })}
    >
      <DialogBody className="grid grid-cols-1 content-start gap-3">
        <ListStates
          query={query}
          isEmpty={entries.length === 0}
          skeleton={<HistorySkeleton />}
          failure={{ title: 'Erro ao carregar dados', ...describeFailure(query.error) }}
          onRetry={() => void query.refetch()}
          empty={
            <EmptyState
              icon={History}
              title="Nenhuma movimentação"
              description="O estoque deste produto nunca mudou."
            />
          }
        >
          <StockHistoryList entries={entries} />
        </ListStates>
      </DialogBody>
    </Dialog>
  );
}

function HistorySkeleton() {
  return (
    <SkeletonGroup className="grid gap-3">
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <Skeleton key={row} className="h-11" />
      ))}
    </SkeletonGroup>
  );
}
