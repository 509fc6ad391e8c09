import {
  PAYMENT_METHOD_LABELS,
  PAYMENT_METHODS,
  type PaymentMethod,
} from '@esteira/domain/billing/payment-status';
import type { Plan } from '@esteira/domain/billing/plans';
import { formatMoney } from '@esteira/domain/money';
import type { PixPayment as Pix } from '@esteira/validators/billing/pix';
import { CreditCard, type LucideIcon, QrCode } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../lib/lazy-part';
import { CardForm } from './card/card-form';
import { CardGate, TokenCard } from './card/card-gate';
import type { Offer } from './offer';
import { PaymentWaiting } from './payment-waiting';
import { usePay, usePayWithToken } from './use-pay';

const PixPayment = lazyPart(() => import('./pix/pix-payment'), 'PixPayment', {
  fallback: <PaymentWaiting />,
});

interface PaymentPanelProps {
  plan: Plan;
  method: PaymentMethod;
  onChoose: (method: PaymentMethod) => void;
  openPix: Pix | null;
  onOffer: (offer: Offer) => void;
  onPaid: (message: string) => void;
}

/** The choice of how to pay, and what it takes. A card that was begun is still there after a look at Pix. */
export function PaymentPanel({ plan, method, onChoose, openPix, onOffer, onPaid }: PaymentPanelProps) {
  const [hadCard, setHadCard] = useState(false);
  if (method === 'cartao' && !hadCard) setHadCard(true);
  return (
    <div className="grid grid-cols-1 gap-4">
      <PaymentChoice method={method} onChoose={onChoose} />
      {hadCard && (
        <div hidden={method !== 'cartao'}>
          <CardPayment plan={plan} onOffer={onOffer} onPaid={onPaid} onPix={() => onChoose('pix')} />
        </div>
      )}
      {method === 'pix' && <PixPayment plan={plan} open={openPix} onPaid={onPaid} />}
    </div>
  );
}

const ICONS = { cartao: CreditCard, pix: QrCode } as const satisfies Record<PaymentMethod, LucideIcon>;

interface PaymentChoiceProps {
  method: PaymentMethod;
  onChoose: (method: PaymentMethod) => void;
}

/** 'Cartão' or 'Pix'. */
function PaymentChoice({ method, onChoose }: PaymentChoiceProps) {
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="pb-2 font-medium text-[13px]">Forma de pagamento</legend>
      {PAYMENT_METHODS.map((each) => {
        const Icon = ICONS[each];
        return (
          <label
            key={each}
            className="flex h-11 cursor-pointer items-center gap-2.5 rounded-lg border border-field bg-surface px-3.5 font-medium transition-colors hover:bg-sunken has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary-text"
          >
            <input
              type="radio"
              name="pagamento"
              value={each}
              checked={each === method}
              onChange={() => onChoose(each)}
              className="size-4 accent-primary"
            />
            {PAYMENT_METHOD_LABELS[each]}
            <Icon aria-hidden className="ml-auto size-4 shrink-0" />
          </label>
        );
      })}
    </fieldset>
  );
}

interface CardPaymentProps {
  plan: Plan;
  onOffer: (offer: Offer) => void;
  onPaid: (message: string) => void;
  /** To Pix, where the card's form does not come. */
  onPix: () => void;
}

/** Paying a plan by card. */
function CardPayment(props: CardPaymentProps) {
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
