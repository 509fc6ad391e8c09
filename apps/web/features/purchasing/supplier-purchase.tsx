import { formatMoney } from '@esteira/domain/money';
import { countText } from '@esteira/domain/text/count-text';
import type { PurchaseList, PurchaseSummary } from '@esteira/validators/products/purchasing';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { trpc } from '../../lib/data/trpc';
import { useLoadFailure } from '../../lib/data/use-load-failure';
import { formatCount } from '../../lib/format/figures';
import { describeFailure } from '../../lib/forms/problem';
import { Button } from '../../ui/button';
import { ErrorState } from '../../ui/lists/error-state';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';
import { Panel } from '../../ui/panel';
import { PurchaseStepBlock } from './purchase-step-block';
import { RunReport } from './run-report';
import { ShareActions } from './share/share-actions';
import { acceptAll, acceptMoved, toStableList } from './stable-list';
import { useSupplierRun } from './use-supplier-run';

interface SupplierPurchaseProps {
  id: string;
  nome: string;
  /** Null: nothing is open any more. */
  summary: PurchaseSummary | null;
}

/** A supplier's part of the errand: what to buy, for whom, how to pay, and both steps. */
export function SupplierPurchase({ id, nome, summary }: SupplierPurchaseProps) {
  const [panel, place] = useInView<HTMLElement>();
  // Read once it comes near, and never taken from an earlier visit.
  const query = trpc.purchasing.supplier.useQuery(
    { fornecedor_id: id },
    { enabled: place === 'near', gcTime: 0 },
  );
  useLoadFailure(query, 'Erro ao carregar compras');
  return (
    <Panel ref={panel} id={`fornecedor-${id}`} aria-label={nome} className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-border border-b px-4 py-3">
        <h2 className="font-semibold text-base [overflow-wrap:anywhere]">{nome}</h2>
        <p className="tabular text-[13px] text-muted">{toSummaryText(summary)}</p>
      </div>
      {query.isPending && place === 'far' && <div className="h-39" />}
      {query.isPending && place !== 'far' && (
        <SkeletonGroup className="grid gap-2 p-4">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-24" />
        </SkeletonGroup>
      )}
      {query.isError && !query.data && (
        <div className="p-4">
          <ErrorState
            title="Erro ao carregar compras"
            {...describeFailure(query.error)}
            onRetry={query.refetch}
            retrying={query.isFetching}
          />
        </div>
      )}
      {query.data && <Errand list={query.data} />}
    </Panel>
  );
}

function toSummaryText(summary: PurchaseSummary | null): string {
  if (summary === null) return 'Nada em aberto';
  const parts = [
    { label: 'a enviar', ...summary.enviar },
    { label: 'a pagar', ...summary.pagar },
  ];
  return parts
    .filter(({ pedidos }) => pedidos > 0)
    .map(({ label, pedidos, total }) => `${formatCount(pedidos)} ${label} · ${formatMoney(total)}`)
    .join('  |  ');
}

function Errand({ list }: { list: PurchaseList }) {
  const [accepted, accept] = useState(() => acceptAll(list));
  const { waiting, ...shown } = toStableList(list, accepted);
  const run = useSupplierRun(list.fornecedor.id, (ids, to) =>
    accept((current) => acceptMoved(current, ids, to)),
  );
  const all = [...shown.enviar, ...shown.pagar];

  return (
    <div className="grid grid-cols-1 gap-5 p-4">
      {waiting > 0 && (
        <div className="flex flex-wrap items-center gap-2 rounded-lg bg-info-soft px-3 py-2 text-info-text">
          <p role="status" className="flex-1">
            {countText(waiting, 'pedido novo', 'pedidos novos')} fora dos valores abaixo.
          </p>
          <Button size="sm" onClick={() => accept(acceptAll(list))}>
            Incluir
          </Button>
        </div>
      )}
      <RunReport run={run} />
      {all.length === 0 && !run.isBusy && <p className="text-muted">Nada em aberto com este fornecedor.</p>}
      <PurchaseStepBlock step="enviar" orders={shown.enviar} list={list} run={run} />
      <PurchaseStepBlock step="pagar" orders={shown.pagar} list={list} run={run} />
      {all.length > 0 && <ShareActions supplier={list.fornecedor} orders={all} />}
    </div>
  );
}

/** `unknown` until the observer's first call. */
type Place = 'unknown' | 'far' | 'near';

/** Whether an element is within `marginPx` of the viewport; once `near`, it stays so. */
function useInView<Shown extends Element>(marginPx = 600): [RefObject<Shown | null>, Place] {
  const element = useRef<Shown>(null);
  const [place, setPlace] = useState<Place>('unknown');
  const isNear = place === 'near';
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => setPlace(entries.some(({ isIntersecting }) => isIntersecting) ? 'near' : 'far'),
      { rootMargin: `${marginPx}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear, marginPx]);
  return [element, place];
}
