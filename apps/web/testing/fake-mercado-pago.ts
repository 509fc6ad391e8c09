import { act } from '@testing-library/react';
import { vi } from 'vitest';
import type { MercadoPago, SecureField } from '../features/checkout/token-card/mercado-pago-sdk';

export const CREDIT = '5474925432670366';
/** The account takes interest for three parts of it. */
export const CREDIT_WITH_INTEREST = '5480128232670366';
export const DEBIT = '5067667883888311';

let number = '';
let onBin: (change: { bin: string | null }) => void = () => {};

/** Stands for the official script: fields that draw nothing, and a token that bears its holder's name. */
class Script implements MercadoPago {
  fields = {
    create(kind: string) {
      const field: SecureField = {
        mount: () => field,
        unmount: () => {},
        on(event: string, listener: typeof onBin) {
          if (kind === 'cardNumber' && event === 'binChange') onBin = listener;
        },
      };
      return field;
    },
    async createCardToken({ cardholderName }: { cardholderName: string }) {
      if (number.length < 16) throw new Error('incomplete');
      return { id: `tok_${cardholderName}`, last_four_digits: number.slice(-4) };
    },
  };

  async getPaymentMethods({ bin }: { bin: string }) {
    const isDebit = DEBIT.startsWith(bin);
    const found = isDebit
      ? { id: 'debelo', payment_type_id: 'debit_card' }
      : { id: 'master', payment_type_id: 'credit_card' };
    return { results: [found] };
  }

  async getInstallments({ amount, bin }: { amount: string; bin: string }) {
    const payer_costs = [1, 2, 3].map((installments) => {
      const interest = CREDIT_WITH_INTEREST.startsWith(bin) && installments === 3 ? 12.02 : 0;
      const total_amount = Number(amount) + interest;
      const installment_amount = Math.round((total_amount / installments) * 100) / 100;
      return { installments, installment_amount, total_amount };
    });
    return [{ payer_costs }];
  }
}

/** Makes the checkout's document one that has loaded the script. `closeApp` takes it away. */
export function bringScript(): void {
  number = '';
  vi.stubGlobal('MercadoPago', Script);
}

/** With it the page would load itself again where the checkout is left, which jsdom cannot. */
export function takeScriptAway(): void {
  Reflect.deleteProperty(globalThis, 'MercadoPago');
}

/** Lets the document be one that was opened at the checkout; after `openApp`, which brings its own clock. */
export function openInOwnDocument(): void {
  const entry = { name: 'http://localhost/checkout/basico' } as PerformanceEntry;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry]);
}

/** Types a card's number into the field that is not ours. */
export async function typeCard(digits: string): Promise<void> {
  number = digits;
  await act(async () => onBin({ bin: digits.length >= 8 ? digits.slice(0, 8) : null }));
}
