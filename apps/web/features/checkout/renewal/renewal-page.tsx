import { isPlanId, PLANS, type Plan } from '@esteira/domain/billing/plans';
import { isSubscriptionActive } from '@esteira/domain/billing/subscription';
import { formatDate } from '@esteira/domain/calendar';
import { DAY_MS } from '@esteira/domain/durations';
import { formatMoney } from '@esteira/domain/money';
import type { CheckoutInput, TokenCheckoutInput } from '@esteira/validators/billing/checkout';
import { Navigate, useNavigate, useParams } from 'react-router';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { useMayDo, useUser } from '../../../lib/session/session';
import { toastDetail } from '../../../lib/toasts';
import { paths } from '../../../paths';
import { Panel } from '../../../ui/panel';
import { useTitle } from '../../../ui/use-title';
import { CardForm } from '../card/card-form';
import { CardGate, TokenCard } from '../card/card-gate';
import type { CardSubmission } from '../card/card-submission';
import { useScriptsEndHere } from '../card/own-document';
import { CheckoutFrame } from '../checkout-frame';

const LABEL = 'Ligar renovação automática';
const BACK = { to: paths.subscription, label: 'Voltar à Assinatura' };

/** Where a card is given for the plan's renewals. It lies below the checkout, whose content policy it needs. */
export function RenewalPage() {
  const { planoId } = useParams();
  const navigate = useNavigate();
  useTitle('Renovação automática');
  useScriptsEndHere();
  const mayBuy = useMayDo('owner');
  if (!mayBuy || !isPlanId(planoId)) return <Navigate to={paths.subscription} replace />;
  const plan = PLANS[planoId];
  const props = { plan, onDone: () => navigate(paths.subscription) };
  return (
    <CheckoutFrame title="Renovação automática" back={BACK} aside={<RenewalSummary plan={plan} />}>
      <CardGate
        simulated={<SimulatedRenewal {...props} />}
        renderReal={(publicKey) => <RealRenewal {...props} publicKey={publicKey} />}
      />
    </CheckoutFrame>
  );
}

interface RenewalProps {
  plan: Plan;
  onDone: () => void;
}

function SimulatedRenewal(props: RenewalProps) {
  return <CardForm {...props} label={LABEL} submission={useTurnOnRenewal()} />;
}

function RealRenewal(props: RenewalProps & { publicKey: string }) {
  return <TokenCard {...props} label={LABEL} submission={useTurnOnRenewalWithToken()} />;
}

const FAILED = 'Erro ao ligar a renovação automática';
const DONE = 'Renovação automática ligada';

/** Keeps a card for the plan's renewals. */
function useTurnOnRenewal(): CardSubmission<CheckoutInput> {
  const { mutateAsync, error, isPending } = trpc.subscription.turnOnRenewal.useMutation(useWords());
  const submit = async ({ plano, nome_cartao, numero_cartao, validade, cvv }: CheckoutInput) => {
    await mutateAsync({ plano, nome_cartao, numero_cartao, validade, cvv });
    return { message: DONE };
  };
  return { submit, error, isPending, failure: FAILED };
}

/** As `useTurnOnRenewal`, with a card that became a token. */
function useTurnOnRenewalWithToken(): CardSubmission<TokenCheckoutInput> {
  const { mutateAsync, error, isPending } = trpc.subscription.turnOnRenewalWithToken.useMutation(useWords());
  const submit = async ({ parcelas, chave_idempotencia, ...card }: TokenCheckoutInput) => {
    await mutateAsync(card);
    return { message: DONE };
  };
  return { submit, error, isPending, failure: FAILED };
}

function useWords() {
  const utils = trpc.useUtils();
  return {
    onSuccess: () => {
      toast.success(DONE);
      void utils.subscription.invalidate();
      return utils.auth.me.invalidate();
    },
    onError: (error: unknown) => toastDetail(error, FAILED),
  };
}

/** What will be charged, when first, and how it ends. */
function RenewalSummary({ plan }: { plan: Plan }) {
  const { plano, data_expiracao } = useUser();
  const now = new Date();
  const isActive = isSubscriptionActive({ plano, data_expiracao }, now);
  const first = data_expiracao === null ? now : new Date(Date.parse(data_expiracao) - DAY_MS);
  const isLater = isActive && first > now;
  return (
    <Panel heading="Como funciona" className="md:sticky md:top-6">
      <div className="grid gap-4 p-4">
        <dl className="tabular grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
          <dt className="text-muted">Plano</dt>
          <dd className="text-right font-medium">{plan.nome}</dd>
          <dt className="text-muted">Valor</dt>
          <dd className="text-right">
            {formatMoney(plan.preco)} {EVERY[plan.meses]}
          </dd>
          <dt className="text-muted">Primeira cobrança</dt>
          <dd className="text-right">{isLater ? formatDate(first) : 'hoje'}</dd>
        </dl>
        <p className="text-[13px] text-muted">
          {isLater && 'Nada é cobrado agora: a primeira cobrança vem um dia antes de o tempo pago acabar. '}
          Você desliga quando quiser em Configurações, e o tempo já pago continua valendo.
        </p>
      </div>
    </Panel>
  );
}

/** The server charges that long before the paid time ends, so that the access never lapses. */

const EVERY = { 1: 'por mês', 6: 'a cada 6 meses', 12: 'por ano' } as const satisfies Record<
  Plan['meses'],
  string
>;
