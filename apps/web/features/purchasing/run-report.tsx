import { UNDO_WITHIN_MS } from '@esteira/domain/orders/order-undo';
import { countText } from '@esteira/domain/text/count-text';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatCount } from '../../lib/format/figures';
import { Button } from '../../ui/button';
import { useClickGuard } from './click-guard';
import type { Run } from './supplier-run';
import type { SupplierRun } from './use-supplier-run';

/** A margin for the way to the server. */
const UNDO_OFFERED_MS = UNDO_WITHIN_MS - 10_000;

/** What the last run did, and the way back while there is one. */
export function RunReport({ run: { run, undo } }: { run: SupplierRun }) {
  const canUndo = useUndoTime(run);
  const { isHeld } = useClickGuard();
  if (run === null || (!run.isBusy && run.done.length === 0)) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-[13px] text-success-text">
      <CircleCheck aria-hidden className="size-4 shrink-0" />
      <p role="status" className="tabular font-medium">
        {run.isBusy
          ? `${formatCount(run.answered)} de ${countText(run.total, 'pedido', 'pedidos')}…`
          : toOutcomeText(run)}
      </p>
      {!run.isBusy && canUndo && (
        <Button
          data-changes
          variant="link"
          size="bare"
          className="h-6 px-1"
          aria-disabled={isHeld || undefined}
          onClick={undo}
        >
          Desfazer
        </Button>
      )}
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

/** What the last run could not do, and why. */
export function RunFailures({ run: { run, dismiss } }: { run: SupplierRun }) {
  const failures = run?.isBusy === false ? run.failures : [];
  if (failures.length === 0) return null;
  return (
    <div
      role="alert"
      className="mx-4 mb-3 grid grid-cols-1 gap-1 rounded-lg bg-danger-soft px-3 py-2 text-danger-text"
    >
      <div className="flex flex-wrap items-center gap-2">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        <p className="flex-1 font-medium">
          {countText(failures.length, 'pedido ficou como estava', 'pedidos ficaram como estavam')}
        </p>
        <Button size="sm" onClick={dismiss}>
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
