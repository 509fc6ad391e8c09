import { formatMoney } from '@esteira/domain/money';
import { isUndoable } from '@esteira/domain/orders/order-undo';
import type { ChosenOrder } from '@esteira/validators/orders/order-bulk';
import { Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../lib/format/figures';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import type { BulkWords } from '../../../parts/bulk/bulk-outcome';
import { BulkRunDialog } from '../../../parts/bulk/bulk-run-dialog';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { PrintLabelsDialog } from '../printing/print-labels-dialog';
import { BULK_STEPS, type BulkStep, filterReady, sumCosts } from './bulk-steps';
import { type OrderRun, type OrderTask, useOrderRun } from './use-order-run';
import type { OrderSelection } from './use-order-selection';

interface OrderBulkActionsProps {
  selection: OrderSelection;
  /** The dialog with the result of a run has been closed. */
  onClosed: () => void;
}

/** Every step that one of the ticked orders can take, and the run that leads them. */
export function OrderBulkActions({ selection, onClosed }: OrderBulkActionsProps) {
  const { selected } = selection;
  const { run, start, cancel, close } = useOrderRun(selection);
  const send = useSingleFlight((step: BulkStep) =>
    start({ kind: 'step', step }, filterReady(selected, step)),
  );
  const [paying, setPaying] = useState<BulkStep | null>(null);
  const isOpen = run !== null;
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) onClosed();
    wasOpen.current = isOpen;
  }, [isOpen, onClosed]);

  return (
    <>
      <div className="grid w-full gap-2 empty:hidden sm:ml-auto sm:flex sm:w-auto sm:flex-wrap">
        {BULK_STEPS.map((step) => {
          const ready = filterReady(selected, step).length;
          return (
            ready > 0 && (
              <Button
                key={step.name}
                size="sm"
                variant="primary"
                // Money is said before it is confirmed.
                onClick={() => (step.action === 'pay' ? setPaying(step) : send(step))}
              >
                {`${step.label} (${formatCount(ready)})`}
              </Button>
            )
          );
        })}
        <PrintSelected orders={selected} />
      </div>
      {paying && (
        <PaymentQuestion
          costs={sumCosts(filterReady(selected, paying))}
          orders={filterReady(selected, paying).length}
          onConfirm={() => send(paying)}
          onClose={() => setPaying(null)}
        />
      )}
      {run && <RunDialog run={run} onStop={cancel} onClose={close} onStart={start} />}
    </>
  );
}

interface PaymentQuestionProps {
  orders: number;
  costs: number;
  onConfirm: () => void;
  onClose: () => void;
}

function PaymentQuestion({ orders, costs, onConfirm, onClose }: PaymentQuestionProps) {
  const what = orders === 1 ? '1 pedido' : `${formatCount(orders)} pedidos`;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      question={`Confirmar o pagamento de ${formatMoney(costs)}?`}
      subject={`Custo do fornecedor de ${what}`}
      confirmLabel="Confirmar Pagamento"
      onConfirm={async () => onConfirm()}
    />
  );
}

interface RunDialogProps {
  run: OrderRun;
  onStop: () => void;
  onClose: () => void;
  onStart: (task: OrderTask, orders: OrderRun['orders']) => Promise<void>;
}

function RunDialog({ run, onStop, onClose, onStart }: RunDialogProps) {
  const { task, orders, outcomes } = run;
  const doneIds = new Set(outcomes.filter(({ state }) => state === 'done').map(({ id }) => id));
  const undoable = orders.filter(({ id, real }) => doneIds.has(id) && isUndoable(task.step.action, real));
  const undo = useSingleFlight(() => onStart({ kind: 'undo', step: task.step }, undoable));
  return (
    <BulkRunDialog
      run={run}
      words={toWords(task)}
      underWay={task.kind === 'step' ? 'Atualizando os pedidos…' : 'Desfazendo…'}
      stop={['Parar', 'Parando']}
      resultLabel="Resultado por pedido"
      onStop={onStop}
      onClose={onClose}
    >
      {task.kind === 'step' && undoable.length > 0 && (
        <Button onClick={() => undo(undefined)}>{`Desfazer (${formatCount(undoable.length)})`}</Button>
      )}
    </BulkRunDialog>
  );
}

function toWords({ kind, step }: OrderTask): BulkWords {
  return {
    done: kind === 'step' ? step.done : ['desfeito', 'desfeitos'],
    skipped: ['não alterado', 'não alterados'],
  };
}

/** 'Imprimir etiquetas (N)' for ticked orders, of which N have a label; the others are named before it prints. */
function PrintSelected({ orders }: { orders: readonly ChosenOrder[] }) {
  const [isOpen, setOpen] = useState(false);
  const count = orders.filter(({ tem_etiqueta }) => tem_etiqueta).length;
  if (count === 0 && !isOpen) return null;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Printer aria-hidden />
        {`Imprimir etiquetas (${formatCount(count)})`}
      </Button>
      {isOpen && (
        <PrintLabelsDialog
          orders={{ ids: sortReadyFirst(orders).map(({ id }) => id) }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** One document takes so many orders only: those with a label go first. */
function sortReadyFirst(orders: readonly ChosenOrder[]): ChosenOrder[] {
  return [...orders].sort((a, b) => Number(b.tem_etiqueta) - Number(a.tem_etiqueta));
}
