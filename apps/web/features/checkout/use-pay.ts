import type { CheckoutInput, TokenCheckoutInput } from '@esteira/validators/billing/checkout';
import { useRef } from 'react';
import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { statusOf } from '../../lib/forms/problem';
import { toastDetail } from '../../lib/toasts';
import type { CardResult, CardSubmission } from './card/card-submission';

const PAYMENT_FAILED = 'Erro ao processar pagamento';

/** A submission and the key under which it may be repeated without charging twice. Lives in memory only. */
interface Attempt {
  key: string;
  values: string;
}

/** Pays once: a submission that may have been charged is repeated under its key (docs/product-rules/plans.md#charged-once). */
export function usePay(): CardSubmission<CheckoutInput> {
  const { options, toKey } = useAttempts();
  const { mutateAsync, error, isPending } = trpc.checkout.pay.useMutation(options);
  const submit = (values: CheckoutInput) => mutateAsync({ ...values, chave_idempotencia: toKey(values) });
  return { submit, error, isPending, failure: PAYMENT_FAILED };
}

/** As `usePay`, with a card that became a token. */
export function usePayWithToken(): CardSubmission<TokenCheckoutInput> {
  const { options, toKey } = useAttempts();
  const { mutateAsync, error, isPending } = trpc.checkout.payWithToken.useMutation(options);
  const submit = (values: TokenCheckoutInput) =>
    mutateAsync({ ...values, chave_idempotencia: toKey(values) });
  return { submit, error, isPending, failure: PAYMENT_FAILED };
}

function useAttempts() {
  const utils = trpc.useUtils();
  const attempt = useRef<Attempt | null>(null);
  const options = {
    onSuccess: ({ message, em_andamento = null }: CardResult) => {
      attempt.current = null;
      if (em_andamento !== null) return;
      toast.success(message);
      return utils.auth.me.invalidate();
    },
    onError: (error: unknown) => {
      if (isFinalStatus(statusOf(error))) attempt.current = null;
      toastDetail(error, PAYMENT_FAILED);
      // It may have been paid all the same: by an earlier try, or by Pix.
      if (statusOf(error) === 409) return utils.auth.me.invalidate();
    },
  };

  function toKey(values: object): string {
    attempt.current = toAttempt(values, attempt.current);
    return attempt.current.key;
  }

  return { options, toKey };
}

/** The open attempt when it is the same submission, else a new one. */
export function toAttempt(values: object, open: Attempt | null): Attempt {
  // The server does not compare the CVV either: correcting it must not charge a second time. A token is another one
  // with every try.
  const written = JSON.stringify({ ...values, cvv: undefined, token: undefined });
  return open?.values === written ? open : { key: randomKey(), values: written };
}

/**
 * Whether this failure says for sure that nothing was charged. No answer, a payment under way (409) or a failing
 * server (5xx) may have charged: only the same key asks again without paying twice.
 */
export function isFinalStatus(status: number | null): boolean {
  return status === 402 || status === 422;
}

// crypto.randomUUID exists in secure contexts only, and a seller may reach the server over plain HTTP.
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
