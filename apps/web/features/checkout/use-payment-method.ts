import { PAYMENT_METHODS, type PaymentMethod } from '@esteira/domain/billing/payment-status';
import type { PlanId } from '@esteira/domain/billing/plans';
import { useState } from 'react';
import { trpc } from '../../lib/data/trpc';
import { useUrlState } from '../../lib/use-url-state';

/** How the plan is to be paid: as chosen, and before that by Pix where one was left open (a tab that was closed). */
export function usePaymentMethod(plano: PlanId) {
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
