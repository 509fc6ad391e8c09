import { formatMoney } from '@esteira/domain/money';
import { sumCosts } from '@esteira/domain/purchasing/purchase-list';
import type { PurchaseList, PurchaseOrder } from '@esteira/validators/products/purchasing';
import { formatCount } from '../../lib/format/figures';
import { PaymentData } from '../../parts/payment/payment-data';
import { Button } from '../../ui/button';
import { useClickGuard } from './click-guard';
import { PurchaseLines } from './purchase-lines';
import { PurchaseOrders } from './purchase-orders';
import type { PurchaseStep } from './stable-list';
import type { SupplierRun } from './use-supplier-run';

interface PurchaseStepBlockProps {
  step: PurchaseStep;
  /** Exactly what the step is taken for. */
  orders: PurchaseOrder[];
  list: PurchaseList;
  run: SupplierRun;
}

const TITLES = { enviar: 'A enviar', pagar: 'A pagar' } as const;

/** The orders that wait for one step, what they cost, and the button that takes it for all of them. */
export function PurchaseStepBlock({ step, orders, list, run }: PurchaseStepBlockProps) {
  const { isHeld } = useClickGuard();
  if (orders.length === 0) return null;
  const { fornecedor } = list;
  const total = sumCosts(orders);
  const count = formatCount(orders.length);
  const label =
    step === 'enviar'
      ? `Enviar tudo ao fornecedor (${count})`
      : `Confirmar pagamento de ${formatMoney(total)} (${count})`;
  const isTaken = run.isBusy && run.run?.step === step;

  return (
    <section
      aria-label={`${TITLES[step]} a ${fornecedor.nome}`}
      className="grid min-w-0 grid-cols-1 gap-3 border-border not-first:border-t not-first:pt-4"
    >
      <h3 className="font-semibold text-sm">{TITLES[step]}</h3>
      <div
        className={
          step === 'pagar'
            ? 'grid min-w-0 grid-cols-1 gap-x-6 gap-y-4 xl:grid-cols-[minmax(0,1fr)_26rem]'
            : 'grid min-w-0 grid-cols-1'
        }
      >
        <div className="grid min-w-0 grid-cols-1 content-start gap-3">
          <PurchaseLines
            orders={orders}
            total={total}
            label={`Produtos ${TITLES[step].toLowerCase()} de ${fornecedor.nome}`}
          />
          <Beyond shown={orders.length} group={list[step]} />
          <PurchaseOrders orders={orders} />
        </div>
        {step === 'pagar' && (
          <div className="min-w-0">
            <h4 className="mb-2 text-[13px] text-muted">Pagamento de {formatMoney(total)}</h4>
            <PaymentData supplier={fornecedor} amount={total} />
          </div>
        )}
      </div>
      <div>
        <Button
          data-changes
          variant="primary"
          className="h-auto! min-h-9 max-w-full max-sm:min-h-10 whitespace-normal! py-1.5"
          busy={isTaken}
          aria-disabled={isHeld || (run.isBusy && !isTaken) || undefined}
          onClick={() => run.start(step, orders)}
        >
          {label}
        </Button>
      </div>
    </section>
  );
}

/** A list that is longer than what is shown says so: its amounts are of what is shown. */
function Beyond({ shown, group }: { shown: number; group: PurchaseList['enviar'] }) {
  const isCut = group.total_pedidos > group.pedidos.length;
  if (!isCut) return null;
  return (
    <p className="text-[13px] text-muted">
      Mostrando os {formatCount(shown)} pedidos mais antigos de {formatCount(group.total_pedidos)}. Os demais
      vêm em seguida.
    </p>
  );
}
