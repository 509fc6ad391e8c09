import { formatMoney } from '@esteira/domain/money';
import type { HoldingCode } from '@esteira/domain/orders/order-attention';
import { sumCosts } from '@esteira/domain/purchasing/purchase-list';
import { countText } from '@esteira/domain/text/count-text';
import type { PurchaseGroup, PurchaseOrder } from '@esteira/validators/products/purchasing';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../lib/format/figures';
import { PaymentData } from '../../parts/payment/payment-data';
import { Button } from '../../ui/button';
import { useClickGuard } from './click-guard';
import { PurchaseLines } from './purchase-lines';
import { PurchaseOrders } from './purchase-orders';
import type { PurchaseStep } from './stable-list';
import type { Errand } from './use-errand';

interface PurchaseStepBlockProps {
  step: PurchaseStep;
  errand: Errand;
}

const TITLES = { enviar: 'A enviar', pagar: 'A pagar' } as const;

/** The orders that wait for one step, with their ticks, and what the ticked ones cost. */
export function PurchaseStepBlock({ step, errand }: PurchaseStepBlockProps) {
  const { list, shown, ticked, isTicked, toggle } = errand;
  const [showsOrders, setShowsOrders] = useState(false);
  if (list === undefined || shown[step].length === 0) return null;
  const { fornecedor } = list;
  const held = shown[step].filter((order) => order.retido !== null && !isTicked(order));

  return (
    <section
      aria-label={`${TITLES[step]} a ${fornecedor.nome}`}
      className="grid min-w-0 grid-cols-1 gap-3 border-border border-t pt-4 first:border-t-0 first:pt-0"
    >
      <h3 className="font-semibold text-sm">{TITLES[step]}</h3>
      {held.length > 0 && <HeldNote step={step} orders={held} onShow={() => setShowsOrders(true)} />}
      {ticked[step].length > 0 && (
        <PurchaseLines
          orders={ticked[step]}
          total={sumCosts(ticked[step])}
          label={`Produtos ${TITLES[step].toLowerCase()} de ${fornecedor.nome}`}
        />
      )}
      <Beyond shown={shown[step].length} group={list[step]} />
      {step === 'pagar' && ticked.pagar.length > 0 && <Payment errand={errand} supplier={fornecedor} />}
      <PurchaseOrders
        orders={shown[step]}
        isOpen={showsOrders}
        onToggle={() => setShowsOrders(!showsOrders)}
        isTicked={isTicked}
        onTick={toggle}
      />
    </section>
  );
}

type Payee = NonNullable<Errand['list']>['fornecedor'];

/** How the ticked orders are paid, and that they were. */
function Payment({ errand: { ticked, run }, supplier }: { errand: Errand; supplier: Payee }) {
  const { isHeld } = useClickGuard();
  const total = sumCosts(ticked.pagar);
  const isTaken = run.isBusy && run.run?.step === 'pagar';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <PaymentData supplier={supplier} amount={total} />
      <Button
        data-changes
        variant="primary"
        className="h-auto! min-h-9 max-w-full max-sm:min-h-10 whitespace-normal! py-1.5"
        busy={isTaken}
        aria-disabled={isHeld || (run.isBusy && !isTaken) || undefined}
        onClick={() => void run.start('pagar', ticked.pagar)}
      >
        {`Confirmar pagamento de ${formatMoney(total)} (${formatCount(ticked.pagar.length)})`}
      </Button>
    </div>
  );
}

const HOLDS: Record<HoldingCode, string> = {
  bloqueado: 'o marketplace pediu para não enviar',
  devolvido: 'o pacote voltou ao remetente',
  dados_ocultos: 'o marketplace não informou o comprador',
};

const LEFT_OUT = {
  enviar: ['pedido não será enviado', 'pedidos não serão enviados'],
  pagar: ['pedido não será pago', 'pedidos não serão pagos'],
} as const;

/** '1 pedido não será enviado: o marketplace pediu para não enviar · ver' */
function HeldNote({
  step,
  orders,
  onShow,
}: {
  step: PurchaseStep;
  orders: PurchaseOrder[];
  onShow: () => void;
}) {
  const [one, many] = LEFT_OUT[step];
  const reasons = new Set(orders.flatMap(({ retido }) => (retido === null ? [] : HOLDS[retido.codigo])));
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 rounded-lg bg-warning-soft px-3 py-2 text-warning-text">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {countText(orders.length, one, many)}: {[...reasons].join(', ')} ·
      <Button variant="link" size="bare" className="h-6 px-1" onClick={onShow}>
        ver
      </Button>
    </p>
  );
}

/** A list that is longer than what is shown says so: its amounts are of what is shown. */
function Beyond({ shown, group }: { shown: number; group: PurchaseGroup }) {
  const isCut = group.total_pedidos > group.pedidos.length;
  if (!isCut) return null;
  return (
    <p className="text-[13px] text-muted">
      Mostrando os {formatCount(shown)} pedidos mais antigos de {formatCount(group.total_pedidos)}. Os demais
      vêm em seguida.
    </p>
  );
}
