import type { PaymentMethod } from '@esteira/domain/billing/payment-status';
import type { Plan } from '@esteira/domain/billing/plans';
import type { PixPayment as Pix } from '@esteira/validators/billing/pix';
import { Suspense, useState } from 'react';
import { lazyNamed } from '../../lib/lazy-named';
import { CardPayment } from './card/card-payment';
import type { Offer } from './offer';
import { PaymentChoice } from './payment-choice';
import { PaymentWaiting } from './payment-waiting';

const PixPayment = lazyNamed(() => import('./pix/pix-payment'), 'PixPayment');

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
      {method === 'pix' && (
        <Suspense fallback={<PaymentWaiting />}>
          <PixPayment plan={plan} open={openPix} onPaid={onPaid} />
        </Suspense>
      )}
    </div>
  );
}
