import { formatMoney } from '@esteira/domain/money';
import { countText } from '@esteira/domain/text/count-text';
import type { ChosenOrder } from '@esteira/validators/orders/order-bulk';
import { Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../lib/format/figures';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { BulkRunDialog } from '../../../parts/bulk/bulk-run-dialog';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { PrintLabelsDialog } from '../printing/print-labels-dialog';
import { BULK_STEPS, type BulkStep, filterHeld, filterReady, sumCosts } from './bulk-steps';
import { HeldOrders } from './held-orders';
import { listUndoable, type OrderRun, type OrderTask, toWords, useOrderRun } from './use-order-run';
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
  const [includesHeld, setIncludesHeld] = useState(false);
  const held = filterHeld(selected);
  if (includesHeld && held.length === 0) setIncludesHeld(false);
  const meant = includesHeld ? selected : selected.filter(({ retido }) => retido === null);
  const send = useSingleFlight((step: BulkStep) =>
    start({ kind: 'step', step, includesHeld }, filterReady(meant, step)),
  );
  // The first stands in sight where the row goes on beyond its edge.
  const [first, ...others] = BULK_STEPS.map((step) => ({ step, ready: filterReady(meant, step) })).filter(
    ({ ready }) => ready.length > 0,
  );
  const [paying, setPaying] = useState<BulkStep | null>(null);
  const isOpen = run !== null;
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) onClosed();
    wasOpen.current = isOpen;
  }, [isOpen, onClosed]);

  const toButton = ({ step, ready }: NonNullable<typeof first>, variant: 'primary' | 'secondary') => (
    <Button
      key={step.name}
      size="sm"
      variant={variant}
      // Money is said before it is confirmed.
      onClick={() => (step.action === 'pay' ? setPaying(step) : send(step))}
    >
      {`${step.label} (${formatCount(ready.length)})`}
      {step.action === 'pay' && ` · ${formatMoney(sumCosts(ready))}`}
    </Button>
  );

  return (
    <>
      {first && toButton(first, 'primary')}
      {held.length > 0 && <HeldOrders orders={held} isIncluded={includesHeld} onInclude={setIncludesHeld} />}
      {others.map((each) => toButton(each, 'secondary'))}
      <PrintSelected orders={selected} />
      {paying && (
        <PaymentQuestion
          costs={sumCosts(filterReady(meant, paying))}
          orders={filterReady(meant, paying).length}
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
  const what = countText(orders, 'pedido', 'pedidos');
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
  const undoable = listUndoable(task, orders).filter(({ id }) => doneIds.has(id));
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
      {undoable.length > 0 && (
        <Button onClick={() => undo(undefined)}>{`Desfazer (${formatCount(undoable.length)})`}</Button>
      )}
    </BulkRunDialog>
  );
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
