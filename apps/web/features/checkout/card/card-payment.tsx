import type { Plan } from '@esteira/domain/billing/plans';
import { formatMoney } from '@esteira/domain/money';
import type { Offer } from '../offer';
import { usePay, usePayWithToken } from '../use-pay';
import { CardForm } from './card-form';
import { CardGate, TokenCard } from './card-gate';

interface CardPaymentProps {
  plan: Plan;
  onOffer: (offer: Offer) => void;
  onPaid: (message: string) => void;
  /** To Pix, where the card's form does not come. */
  onPix: () => void;
}

/** Paying a plan by card. */
export function CardPayment(props: CardPaymentProps) {
  return (
    <CardGate
      simulated={<SimulatedPayment {...props} />}
      renderReal={(publicKey) => <RealPayment {...props} publicKey={publicKey} />}
    />
  );
}

function SimulatedPayment({ plan, onOffer, onPaid }: CardPaymentProps) {
  const label = `Pagar ${formatMoney(plan.preco)}`;
  return <CardForm {...{ plan, label, onOffer }} submission={usePay()} onDone={onPaid} />;
}

function RealPayment({ onPaid, ...props }: CardPaymentProps & { publicKey: string }) {
  return <TokenCard {...props} submission={usePayWithToken()} onDone={onPaid} />;
}
