import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { formatMoney, fromCents, toCents } from '@esteira/domain/money';
import type { DashboardPeriod } from '@esteira/validators/dashboards/dashboard-period';
import { ListX } from 'lucide-react';
import { itemsOf, nextCursor } from '../../../../lib/data/pages';
import { trpc } from '../../../../lib/data/trpc';
import { formatCount } from '../../../../lib/format/figures';
import { describeFailure } from '../../../../lib/forms/problem';
import { EmptyState } from '../../../../ui/lists/empty-state';
import { ListStates } from '../../../../ui/lists/list-states';
import { Skeleton, SkeletonGroup } from '../../../../ui/lists/skeleton';
import { Dialog, DialogBody } from '../../../../ui/overlays/dialog';
import { useAccountFilter } from '../../use-account-filter';
import { CostTable } from '../cost-table';
import { formatSpan } from '../period-texts';
import { FigureOrders } from './figure-orders';
import { describeKnownRevenue, FIGURES, type FigureSource, findFigure, KNOWN_REVENUE } from './figure-source';
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
  const { filter } = useAccountFilter();
  const query = trpc.dashboard.periodOrders.useInfiniteQuery(
    { ...source.span, ...source.filter, ...filter, limite: PAGE },
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

interface FigurePartsProps {
  data: DashboardPeriod;
  source: FigureSource;
}

/** The amounts that a figure is the sum of, where there are such besides its orders. */
function FigureParts({ data, source }: FigurePartsProps) {
  const parts = toParts(data, source);
  if (parts.length === 0) return null;
  return (
    <dl className="tabular grid gap-1.5 text-[13px]">
      {parts.map(([label, text], index, { length }) => (
        <div
          key={label}
          className={
            index === length - 1
              ? 'flex justify-between gap-4 border-border border-t pt-1.5 font-semibold'
              : 'flex justify-between gap-4'
          }
        >
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function toParts(
  data: DashboardPeriod,
  { figure, name, total }: FigureSource,
): [label: string, text: string][] {
  switch (figure) {
    case 'custo':
    case KNOWN_REVENUE:
      return [];
    case 'vendas':
      if (name !== null) return [];
      return [
        ...data.marketplaces.map((row): [string, string] => [
          MARKETPLACE_NAMES[row.marketplace],
          formatCount(row.total.vendas),
        ]),
        [FIGURES.vendas, formatCount(total.vendas)],
      ];
    case 'receita':
      if (name !== null) return [];
      return [
        ...data.marketplaces.map((row): [string, string] => [
          MARKETPLACE_NAMES[row.marketplace],
          formatMoney(row.total.receita),
        ]),
        [FIGURES.receita, formatMoney(total.receita)],
      ];
    case 'lucro':
      return [
        [FIGURES.receita, formatMoney(total.receita)],
        ['Custo do fornecedor', formatMoney(fromCents(toCents(total.lucro) - toCents(total.receita)))],
        [FIGURES.lucro, formatMoney(total.lucro)],
      ];
    default:
      return [
        [describeKnownRevenue(total.calculados), formatMoney(total.receita_calculada)],
        ['Custos', formatMoney(0 - total.custos)],
        ['Líquido', total.liquido === null ? '—' : formatMoney(total.liquido)],
      ];
  }
}
