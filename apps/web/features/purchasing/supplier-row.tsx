import { countText } from '@esteira/domain/text/count-text';
import type { PurchaseSummary } from '@esteira/validators/products/purchasing';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { describeFailure } from '../../lib/forms/problem';
import { Button } from '../../ui/button';
import { ErrorState } from '../../ui/lists/error-state';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';
import { Panel } from '../../ui/panel';
import { PurchaseStepBlock } from './purchase-step-block';
import { RunFailures } from './run-report';
import { ShareActions } from './share/share-actions';
import { SupplierHead } from './supplier-head';
import { type Errand, useErrand } from './use-errand';
import type { RowToSend } from './use-send-all';

interface SupplierRowProps {
  id: string;
  nome: string;
  /** Null: nothing is open any more. */
  summary: PurchaseSummary | null;
  startsOpen: boolean;
  /** All suppliers are being sent theirs, or could be by one button. */
  all: { isBusy: boolean; isOffered: boolean; register: (id: string, row: RowToSend) => void };
}

/** A supplier's part of the errand: a line with its sums and steps, which opens to what is bought for whom, and how it is paid. */
export function SupplierRow({ id, nome, summary, startsOpen, all }: SupplierRowProps) {
  const [panel, isNear] = useNear<HTMLElement>();
  const [isOpen, setOpen] = useState(startsOpen);
  const errand = useErrand(id, isNear || isOpen);
  const { list, query, send, shown, ticked, waiting } = errand;
  const body = useId();
  const count = list === undefined ? (summary?.enviar.pedidos ?? 0) : ticked.enviar.length;
  const { register } = all;
  useEffect(() => register(id, { count, send }));
  const isEmpty = list !== undefined && shown.enviar.length + shown.pagar.length + waiting === 0;

  return (
    <Panel ref={panel} id={`fornecedor-${id}`} aria-label={nome} className="min-w-0">
      <SupplierHead
        {...{ nome, summary, errand, isOpen, body, count }}
        isBusy={all.isBusy}
        isMain={!all.isOffered}
        onToggle={() => setOpen(!isOpen)}
      />
      <RunFailures run={errand.run} />
      <div id={body} hidden={!isOpen || isEmpty} className="border-border border-t p-4">
        {isOpen && list === undefined && query.isError && (
          <ErrorState
            title="Erro ao carregar compras"
            {...describeFailure(query.error)}
            onRetry={query.refetch}
            retrying={query.isFetching}
          />
        )}
        {isOpen && query.isPending && <BodySkeleton />}
        {isOpen && list !== undefined && !isEmpty && <Body errand={errand} />}
      </div>
    </Panel>
  );
}

export const BodySkeleton = () => (
  <SkeletonGroup className="grid gap-2">
    <Skeleton className="h-5 w-1/2" />
    <Skeleton className="h-40" />
  </SkeletonGroup>
);

function Body({ errand }: { errand: Errand }) {
  const { list, ticked, waiting, takeNew, sharedPage } = errand;
  const all = [...ticked.enviar, ...ticked.pagar];
  return (
    <div className="grid grid-cols-1 gap-5">
      {waiting > 0 && (
        <div className="flex flex-wrap items-center gap-2 rounded-lg bg-info-soft px-3 py-2 text-info-text">
          <p role="status" className="flex-1">
            {countText(waiting, 'pedido novo', 'pedidos novos')} fora dos valores abaixo.
          </p>
          <Button size="sm" onClick={takeNew}>
            Incluir
          </Button>
        </div>
      )}
      {list && all.length > 0 && (
        <ShareActions supplier={list.fornecedor} orders={all} sharedPage={sharedPage} />
      )}
      <PurchaseStepBlock step="enviar" errand={errand} />
      <PurchaseStepBlock step="pagar" errand={errand} />
    </div>
  );
}

/** Whether an element came near the viewport. */
function useNear<Shown extends Element>(marginPx = 600): [RefObject<Shown | null>, boolean] {
  const element = useRef<Shown>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: `${marginPx}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear, marginPx]);
  return [element, isNear];
}
