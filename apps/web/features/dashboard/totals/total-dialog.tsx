import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { NotLoaded } from '../../../lib/data/loaded';
import { trpc } from '../../../lib/data/trpc';
import { Dialog, DialogBody } from '../../../ui/overlays/dialog';
import { useAccountFilter } from '../use-account-filter';
import { type Explained, explainBestSeller, explainTotal } from './explain-total';
import { findTotal, type TotalSource } from './total-source';

interface TotalDialogProps {
  /** As the URL names the figure. */
  address: string;
  onClose: () => void;
}

/** 'Por que este número?' of a figure of all time: the months whose sum it is. */
export function TotalDialog({ address, onClose }: TotalDialogProps) {
  const source = findTotal(address);
  if (source === null) return null;
  return source.kind === 'total' ? (
    <MonthsDialog source={source} onClose={onClose} />
  ) : (
    <BestSellerDialog rank={source.rank} onClose={onClose} />
  );
}

interface MonthsDialogProps extends Pick<TotalDialogProps, 'onClose'> {
  source: Extract<TotalSource, { kind: 'total' }>;
}

function MonthsDialog({ source, onClose }: MonthsDialogProps) {
  const query = trpc.dashboard.months.useQuery(useAccountFilter().filter, { staleTime: 0 });
  return (
    <RowsDialog query={query} explained={query.data && explainTotal(query.data, source)} onClose={onClose} />
  );
}

function BestSellerDialog({ rank, onClose }: { rank: number } & Pick<TotalDialogProps, 'onClose'>) {
  const query = trpc.dashboard.bestSellers.useQuery(useAccountFilter().filter, { staleTime: 0 });
  return (
    <RowsDialog
      query={query}
      explained={query.data && explainBestSeller(query.data, rank)}
      onClose={onClose}
    />
  );
}

interface RowsDialogProps extends Pick<TotalDialogProps, 'onClose'> {
  query: ComponentProps<typeof NotLoaded>['query'];
  /** Undefined until it is known; null: there is no such figure. */
  explained: Explained | null | undefined;
}

function RowsDialog({ query, explained, onClose }: RowsDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Por que este número?"
      {...(explained && { description: `${explained.name}, desde o início: ${explained.sum}` })}
    >
      <DialogBody className="grid auto-rows-max grid-cols-1 content-start gap-3">
        {explained && <Rows explained={explained} />}
        {explained === null && (
          <p className="text-muted">Este produto não está mais entre os mais vendidos.</p>
        )}
        <NotLoaded query={query} failure="Não foi possível carregar os meses." className="h-40" />
      </DialogBody>
    </Dialog>
  );
}

function Rows({ explained: { rows, sum } }: { explained: Explained }) {
  const { narrow } = useAccountFilter();
  if (rows.length === 0) return <p className="text-muted">Ainda não há nada para somar.</p>;
  return (
    <>
      <ol className="tabular divide-y divide-border text-[13px]">
        {rows.map(({ key, label, text, to }) => (
          <li key={key} className="flex items-baseline justify-between gap-4 py-2">
            {to === null ? (
              <span>{label}</span>
            ) : (
              <Link to={narrow(to)} className="text-primary-text underline-offset-4 hover:underline">
                {label}
              </Link>
            )}
            <span className="shrink-0 font-semibold">{text}</span>
          </li>
        ))}
      </ol>
      <p className="tabular flex justify-between gap-4 border-border border-t pt-2 font-semibold text-[13px]">
        Soma
        <span>{sum}</span>
      </p>
    </>
  );
}
