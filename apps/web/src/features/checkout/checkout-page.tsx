import { isPlanId, PLANS } from '@esteira/domain/plans';
import { ArrowLeft, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { useTitle } from '../../lib/use-title';
import { paths } from '../../paths';
import { Logo } from '../../shell/navigation/logo';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { CardPayment } from './card-payment';
import { OrderSummary } from './order-summary';
import { useScriptsEndHere } from './own-document';

const REDIRECT_MS = 2000;

export function CheckoutPage() {
  const { planoId } = useParams();
  const navigate = useNavigate();
  const [message, setMessage] = useState<string | null>(null);
  const [parcelas, setParcelas] = useState(1);
  useTitle('Pagamento');
  useScriptsEndHere();

  useEffect(() => {
    if (message === null) return;
    const timer = setTimeout(() => navigate(paths.dashboard), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [message, navigate]);

  if (!isPlanId(planoId)) return <Navigate to={paths.pricing} replace />;
  const plan = PLANS[planoId];
  return (
    <main className="mx-auto grid min-h-dvh max-w-4xl content-start gap-8 px-4 py-5 sm:px-6">
      <div className="flex items-center justify-between">
        <Logo />
        <Button asChild variant="ghost">
          <Link to={paths.pricing}>
            <ArrowLeft aria-hidden />
            Voltar aos Planos
          </Link>
        </Button>
      </div>
      <h1 className="font-semibold text-2xl tracking-tight">Finalizar Assinatura</h1>
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_320px]">
        {message === null ? (
          <CardPayment key={plan.id} plan={plan} onInstallments={setParcelas} onPaid={setMessage} />
        ) : (
          <PaymentDone message={message} />
        )}
        <OrderSummary plan={plan} parcelas={parcelas} />
      </div>
    </main>
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
