import { PLANS } from '@esteira/domain/billing/plans';
import { formatDate } from '@esteira/domain/calendar';
import { formatMoney } from '@esteira/domain/money';
import type { Subscription } from '@esteira/validators/billing/subscription';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { retryTransient } from '../../lib/forms/problem';
import { toastFailure } from '../../lib/toasts';
import { formatCard } from '../../parts/payment/describe-means';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { Panel } from '../../ui/panel';

type Renewal = NonNullable<Subscription['renovacao']>;

/** 'Renovação automática': off until a seller gives a card for it, and ended whenever the seller wants. */
export function RenewalPanel({ subscription }: { subscription: Subscription }) {
  const { plano, renovacao } = subscription;
  return (
    <Panel
      heading="Renovação automática"
      aside={<RenewalBadge renewal={renovacao} />}
      className="flex flex-col"
    >
      <div className="grid flex-1 content-between gap-4 p-4">
        {renovacao === null ? (
          <>
            <p className="text-muted">
              Com ela ligada, o plano é cobrado no seu cartão um dia antes de o tempo pago acabar, e você não
              fica sem acesso. Desligue quando quiser.
            </p>
            {plano === null ? (
              <p className="text-[13px] text-muted">Disponível depois que você assinar um plano.</p>
            ) : (
              <Button asChild className="justify-self-start">
                <Link to={paths.turnOnRenewal(plano)}>Ligar renovação automática</Link>
              </Button>
            )}
          </>
        ) : (
          <RenewalOn renewal={renovacao} expiry={subscription.data_expiracao} />
        )}
      </div>
    </Panel>
  );
}

function RenewalBadge({ renewal }: { renewal: Renewal | null }) {
  if (renewal === null) return <Badge>Desligada</Badge>;
  if (renewal.situacao === 'falhou') {
    return (
      <Badge tone="danger" icon={TriangleAlert}>
        Cobrança recusada
      </Badge>
    );
  }
  return (
    <Badge tone="success" icon={CircleCheck}>
      Ligada
    </Badge>
  );
}

function RenewalOn({ renewal, expiry }: { renewal: Renewal; expiry: string | null }) {
  const { plano, valor, bandeira, ultimos_digitos, proxima_cobranca, falha } = renewal;
  const turnOff = useTurnOffRenewal();
  const [asking, setAsking] = useState(false);
  const paidUntil = expiry === null ? undefined : `O plano continua valendo até ${formatDate(expiry)}.`;
  return (
    <>
      <div className="grid gap-0.5">
        <p className="font-medium">{formatCard(bandeira, ultimos_digitos)}</p>
        {falha ? (
          <p className="text-danger-text">{falha}</p>
        ) : (
          <p className="tabular text-muted">
            Próxima cobrança em {formatDate(proxima_cobranca)}: {formatMoney(valor)}, Plano{' '}
            {PLANS[plano].nome}
          </p>
        )}
      </div>
      <Button className="justify-self-start" busy={turnOff.isPending} onClick={() => setAsking(true)}>
        Desligar renovação automática
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        question="Desligar a renovação automática?"
        subject={paidUntil}
        confirmLabel="Desligar"
        onConfirm={() => turnOff.mutateAsync()}
      />
    </>
  );
}

/** Ends the renewal; asked again it is ended still. */
function useTurnOffRenewal() {
  const utils = trpc.useUtils();
  return trpc.subscription.turnOffRenewal.useMutation({
    retry: retryTransient,
    onSuccess: (subscription) => {
      utils.subscription.get.setData(undefined, subscription);
      toast.success('Renovação automática desligada');
    },
    onError: (error) => toastFailure(error, 'Erro ao desligar a renovação automática'),
  });
}
