import { isPlanId, PLANS, type Plan } from '@esteira/domain/billing/plans';
import { Navigate, useNavigate, useParams } from 'react-router';
import { useMayDo } from '../../../lib/session/session';
import { useTitle } from '../../../lib/use-title';
import { paths } from '../../../paths';
import { CardForm } from '../card/card-form';
import { CardGate, TokenCard } from '../card/card-gate';
import { useScriptsEndHere } from '../card/own-document';
import { CheckoutFrame } from '../checkout-frame';
import { RenewalSummary } from './renewal-summary';
import { useTurnOnRenewal, useTurnOnRenewalWithToken } from './use-turn-on-renewal';

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
