import { UNDO_WITHIN_MS } from '@esteira/domain/orders/order-undo';
import { countText } from '@esteira/domain/text/count-text';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatCount } from '../../lib/format/figures';
import { Button } from '../../ui/button';
import { useClickGuard } from './click-guard';
import type { Run, RunFailure } from './supplier-run';
import type { SupplierRun } from './use-supplier-run';

/** A margin for the way to the server. */
const UNDO_OFFERED_MS = UNDO_WITHIN_MS - 10_000;

/** What the last run did, what it could not do and why, and the way back while there is one. */
export function RunReport({ run: { run, undo, dismiss } }: { run: SupplierRun }) {
  const canUndo = useUndoTime(run);
  const { isHeld } = useClickGuard();
  if (run === null) return null;
  const { isBusy, done, failures } = run;
  return (
    <div className="grid grid-cols-1 gap-2">
      {(isBusy || done.length > 0) && (
        <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-success-soft px-3 py-1.5 text-success-text">
          <CircleCheck aria-hidden className="size-4 shrink-0" />
          <p role="status" className="tabular font-medium">
            {isBusy
              ? `${formatCount(run.answered)} de ${countText(run.total, 'pedido', 'pedidos')}…`
              : toOutcomeText(run)}
          </p>
          {!isBusy && canUndo && (
            <Button
              variant="link"
              size="bare"
              className="h-8 px-1"
              aria-disabled={isHeld || undefined}
              onClick={undo}
            >
              Desfazer
            </Button>
          )}
        </div>
      )}
      {!isBusy && failures.length > 0 && <Failures failures={failures} onDismiss={dismiss} />}
    </div>
  );
}

const WORDS = {
  take: {
    enviar: ['pedido enviado ao fornecedor', 'pedidos enviados ao fornecedor'],
    pagar: ['pedido pago ao fornecedor', 'pedidos pagos ao fornecedor'],
  },
  undo: {
    enviar: ['envio desfeito', 'envios desfeitos'],
    pagar: ['pagamento desfeito', 'pagamentos desfeitos'],
  },
} as const;

function toOutcomeText({ kind, step, done }: Run): string {
  const [one, many] = WORDS[kind][step];
  return countText(done.length, one, many);
}

function Failures({ failures, onDismiss }: { failures: RunFailure[]; onDismiss: () => void }) {
  return (
    <div role="alert" className="grid grid-cols-1 gap-1 rounded-lg bg-danger-soft px-3 py-2 text-danger-text">
      <div className="flex flex-wrap items-center gap-2">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        <p className="flex-1 font-medium">
          {countText(failures.length, 'pedido ficou como estava', 'pedidos ficaram como estavam')}
        </p>
        <Button size="sm" onClick={onDismiss}>
          Fechar
        </Button>
      </div>
      <ul className="max-h-60 list-disc overflow-y-auto pl-5">
        {failures.map(({ order, reason }) => (
          <li key={order.id} className="[overflow-wrap:anywhere]">
            Pedido #{order.ml_order_id}, {order.produto_nome}: {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether the run can still be taken back. */
function useUndoTime(run: Run | null): boolean {
  const until = run?.kind === 'take' && run.done.length > 0 ? run.at + UNDO_OFFERED_MS : 0;
  const [overAt, setOverAt] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const timer = window.setTimeout(() => setOverAt(until), Math.max(0, until - Date.now()));
    return () => window.clearTimeout(timer);
  }, [until]);
  return until > 0 && overAt !== until;
}
