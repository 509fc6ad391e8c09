import { PAYMENT_METHODS, type PaymentMethod } from '@esteira/domain/billing/payment-status';
import { isPlanId, PLANS, type Plan, type PlanId } from '@esteira/domain/billing/plans';
import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { trpc } from '../../lib/data/trpc';
import { useMayDo } from '../../lib/session/session';
import { useUrlState } from '../../lib/use-url-state';
import { paths } from '../../paths';
import { Panel } from '../../ui/panel';
import { useTitle } from '../../ui/use-title';
import { useScriptsEndHere } from './card/own-document';
import { CheckoutFrame } from './checkout-frame';
import { OrderSummary } from './order-summary';
import { PaymentPanel } from './payment-panel';
import { PaymentWaiting } from './payment-waiting';

const REDIRECT_MS = 2000;

export function CheckoutPage() {
  const { planoId } = useParams();
  useTitle('Pagamento');
  useScriptsEndHere();
  const mayBuy = useMayDo('owner');
  if (!mayBuy || !isPlanId(planoId)) return <Navigate to={paths.pricing} replace />;
  return <Checkout key={planoId} plan={PLANS[planoId]} />;
}

function Checkout({ plan }: { plan: Plan }) {
  const navigate = useNavigate();
  const [message, setMessage] = useState<string | null>(null);
  const [offer, setOffer] = useState({ parcelas: 1, total: plan.preco });
  const { method, isKnown, openPix, choose } = usePaymentMethod(plan.id);
  // Asked for in the same moment: what is chosen shows either at once.
  trpc.checkout.gateway.useQuery();

  useEffect(() => {
    if (message === null) return;
    const timer = setTimeout(() => navigate(paths.dashboard), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [message, navigate]);

  return (
    <CheckoutFrame title="Finalizar Assinatura" aside={<OrderSummary {...{ plan, method, offer }} />}>
      {message !== null && <PaymentDone message={message} />}
      {message === null && !isKnown && <PaymentWaiting />}
      {message === null && isKnown && (
        <PaymentPanel
          plan={plan}
          method={method}
          openPix={openPix}
          onChoose={choose}
          onOffer={setOffer}
          onPaid={setMessage}
        />
      )}
    </CheckoutFrame>
  );
}

function PaymentDone({ message }: { message: string }) {
  return (
    <Panel className="grid justify-items-center gap-3 px-6 py-14 text-center" role="status">
      <CircleCheck aria-hidden className="size-9 text-success-text" />
      <p className="font-semibold text-base">{message}</p>
      <p className="text-muted">Abrindo o Dashboard…</p>
    </Panel>
  );
}

/** How the plan is to be paid: as chosen, and before that by Pix where one was left open (a tab that was closed). */
function usePaymentMethod(plano: PlanId) {
  const { params, set } = useUrlState();
  // The address follows a moment later than a radio button may wait.
  const [chosen, setChosen] = useState(
    () => PAYMENT_METHODS.find((method) => method === params.get('pagamento')) ?? null,
  );
  // Asked once for each visit: a Pix of another tab must not take away a card that is being typed, and one that was paid
  // since the last visit is not open any more.
  const open = trpc.checkout.openPix.useQuery(
    { plano },
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false },
  );
  const fallback: PaymentMethod = open.data ? 'pix' : 'cartao';

  function choose(pagamento: PaymentMethod) {
    setChosen(pagamento);
    set({ pagamento }, { replace: true });
  }

  return {
    method: chosen ?? fallback,
    /** Null without one, and while it is not known. */
    openPix: open.data ?? null,
    isKnown: !open.isPending,
    choose,
  };
}
