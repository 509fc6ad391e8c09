import { STOCK_REASON_LABELS } from '@esteira/domain/products/stock';
import type { Product } from '@esteira/validators/products/product';
import type { StockHistoryEntry } from '@esteira/validators/products/stock-history';
import { clsx } from 'clsx';
import { History } from 'lucide-react';
import { Link } from 'react-router';
import { itemsOf, nextCursor } from '../../../lib/data/pages';
import { trpc } from '../../../lib/data/trpc';
import { formatCount } from '../../../lib/format/figures';
import { When } from '../../../lib/format/when';
import { describeFailure } from '../../../lib/forms/problem';
import { paths } from '../../../paths';
import { EmptyState } from '../../../ui/lists/empty-state';
import { ListStates } from '../../../ui/lists/list-states';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/skeleton';
import { Dialog, DialogBody } from '../../../ui/overlays/dialog';

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

/** One line per change: what and when at left, the units and what was left of them at right. */
function StockHistoryList({ entries }: { entries: StockHistoryEntry[] }) {
  return (
    <ol className="divide-y divide-border">
      {entries.map((entry) => (
        <li key={entry.id} className="flex items-baseline justify-between gap-4 py-2.5 first:pt-0">
          <div className="min-w-0">
            <p className="font-medium">
              {STOCK_REASON_LABELS[entry.motivo]}
              {entry.pedido && (
                <>
                  {' · '}
                  <Link
                    to={paths.orderPage(entry.pedido.id)}
                    className="tabular text-primary-text underline-offset-4 hover:underline [overflow-wrap:anywhere]"
                  >
                    Pedido #{entry.pedido.ml_order_id}
                  </Link>
                </>
              )}
            </p>
            <p className="text-[13px] text-muted">
              <When date={entry.criado_em} />
              {' · '}
              {entry.ator_nome ?? 'Marketplace'}
            </p>
          </div>
          <p className="tabular shrink-0 text-right">
            <span className={clsx('font-semibold', entry.quantidade > 0 && 'text-success-text')}>
              {formatUnits(entry.quantidade)}
            </span>
            <span className="block text-[13px] text-muted">saldo {formatCount(entry.saldo)}</span>
          </p>
        </li>
      ))}
    </ol>
  );
}

/** '+3', '−1'. */
function formatUnits(units: number): string {
  return units > 0 ? `+${formatCount(units)}` : formatCount(units);
}
