import type { DashboardPeriod } from '@esteira/validators/dashboards/dashboard-period';
import { ListX } from 'lucide-react';
import { itemsOf, nextCursor } from '../../../../lib/data/pages';
import { trpc } from '../../../../lib/data/trpc';
import { describeFailure } from '../../../../lib/forms/problem';
import { EmptyState } from '../../../../ui/lists/empty-state';
import { ListStates } from '../../../../ui/lists/list-states';
import { Skeleton, SkeletonGroup } from '../../../../ui/lists/skeleton';
import { Dialog, DialogBody } from '../../../../ui/overlays/dialog';
import { CostTable } from '../cost-table';
import { formatSpan } from '../period-texts';
import { FigureOrders } from './figure-orders';
import { FigureParts } from './figure-parts';
import { type FigureSource, findFigure } from './figure-source';
import { describeSource, formatFigure } from './figure-texts';

const PAGE = 50;

interface FigureDialogProps {
  data: DashboardPeriod;
  /** As the URL names the figure. */
  address: string;
  onClose: () => void;
}

/** 'Por que este número?': what a figure is made of, down to the orders whose sum it is. */
export function FigureDialog({ data, address, onClose }: FigureDialogProps) {
  const source = findFigure(data, address);
  if (source === null) return null;
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title="Por que este número?"
      description={`${describeSource(source)}, ${formatSpan(source.span)}: ${formatFigure(source.figure, source.amount)}`}
    >
      <DialogBody className="grid auto-rows-max grid-cols-1 content-start gap-5">
        {source.name === null && source.figure === 'liquido' && source.total.calculados > 0 ? (
          <CostTable total={data.total} custos={data.custos} />
        ) : (
          <FigureParts data={data} source={source} />
        )}
        <Orders source={source} />
      </DialogBody>
    </Dialog>
  );
}

function Orders({ source }: { source: FigureSource }) {
  const query = trpc.dashboard.periodOrders.useInfiniteQuery(
    { ...source.span, ...source.filter, limite: PAGE },
    // What happened while it was closed belongs to it.
    { getNextPageParam: nextCursor, staleTime: 0, gcTime: 0 },
  );
  const orders = itemsOf(query.data);
  return (
    <ListStates
      query={query}
      isEmpty={orders.length === 0}
      skeleton={
        <SkeletonGroup>
          <Skeleton className="h-40" />
        </SkeletonGroup>
      }
      failure={{ title: 'Erro ao carregar dados', ...describeFailure(query.error) }}
      onRetry={() => void query.refetch()}
      empty={<EmptyState icon={ListX} title="Nenhum pedido" description="Não houve vendas no período." />}
    >
      <FigureOrders orders={orders} source={source} isWhole={!query.hasNextPage} />
    </ListStates>
  );
}
