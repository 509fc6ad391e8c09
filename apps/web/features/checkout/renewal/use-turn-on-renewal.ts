import type { CheckoutInput, TokenCheckoutInput } from '@esteira/validators/billing/checkout';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { toastDetail } from '../../../lib/toasts';
import type { CardSubmission } from '../card/card-submission';

const FAILED = 'Erro ao ligar a renovação automática';
const DONE = 'Renovação automática ligada';

/** Keeps a card for the plan's renewals. */
export function useTurnOnRenewal(): CardSubmission<CheckoutInput> {
  const { mutateAsync, error, isPending } = trpc.subscription.turnOnRenewal.useMutation(useWords());
  const submit = async ({ plano, nome_cartao, numero_cartao, validade, cvv }: CheckoutInput) => {
    await mutateAsync({ plano, nome_cartao, numero_cartao, validade, cvv });
    return { message: DONE };
  };
  return { submit, error, isPending, failure: FAILED };
}

/** As `useTurnOnRenewal`, with a card that became a token. */
export function useTurnOnRenewalWithToken(): CardSubmission<TokenCheckoutInput> {
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
