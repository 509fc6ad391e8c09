import {
  PAYMENT_METHOD_LABELS,
  PAYMENT_METHODS,
  type PaymentMethod,
} from '@esteira/domain/billing/payment-status';
import { CreditCard, type LucideIcon, QrCode } from 'lucide-react';

const ICONS = { cartao: CreditCard, pix: QrCode } as const satisfies Record<PaymentMethod, LucideIcon>;

interface PaymentChoiceProps {
  method: PaymentMethod;
  onChoose: (method: PaymentMethod) => void;
}

/** 'Cartão' or 'Pix'. */
export function PaymentChoice({ method, onChoose }: PaymentChoiceProps) {
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
