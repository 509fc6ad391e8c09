import type { CheckoutInput } from '@esteira/validators/checkout';
import { useRef } from 'react';
import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { statusOf } from '../../lib/forms/problem';
import { toastDetail } from '../../lib/toasts';
import { type Attempt, attemptFor, isSettledBy } from './payment-attempt';

/** Pays once: a submission that may have been charged is repeated under its key (docs/product-rules.md#charged-once). */
export function usePay() {
  const utils = trpc.useUtils();
  const attempt = useRef<Attempt | null>(null);
  const pay = trpc.checkout.pay.useMutation({
    onSuccess: ({ message }) => {
      attempt.current = null;
      toast.success(message);
      return utils.auth.me.invalidate();
    },
    onError: (error) => {
      if (isSettledBy(statusOf(error))) attempt.current = null;
      toastDetail(error, 'Erro ao processar pagamento');
    },
  });

  async function submit(values: CheckoutInput) {
    attempt.current = attemptFor(values, attempt.current);
    return pay.mutateAsync({ ...values, chave_idempotencia: attempt.current.key });
  }

  return { pay, submit };
}
