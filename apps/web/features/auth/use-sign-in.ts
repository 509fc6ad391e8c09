import type { AuthResponse, LoginChallenge } from '@esteira/validators/accounts/account';
import type { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { detailOf } from '../../lib/forms/problem';
import { startSession } from '../../lib/session/session-store';

/** `onChallenge`: the password was right, and the account asks for a second step. */
export function useLogin(onChallenge: (challenge: LoginChallenge) => void) {
  return trpc.auth.login.useMutation({
    onSuccess: (answer) => ('desafio' in answer ? onChallenge(answer) : welcome(answer, SIGNED_IN)),
    onError: complain,
  });
}

export function useSecondStep() {
  return trpc.auth.secondStep.useMutation({
    onSuccess: (answer) => welcome(answer, SIGNED_IN),
    onError: complain,
  });
}

export function useRegister() {
  return trpc.auth.register.useMutation({
    onSuccess: (answer) => welcome(answer, 'Conta criada com sucesso!'),
    onError: complain,
  });
}

const SIGNED_IN = 'Login realizado com sucesso!';

function welcome({ usuario, access_token }: AuthResponse, sentence: string) {
  announce((say) => say.success(sentence));
  startSession(access_token, usuario);
}

export const SIGN_IN_FAILED = 'Erro ao processar solicitação';

function complain(error: unknown) {
  announce((say) => say.error(detailOf(error) ?? SIGN_IN_FAILED));
}

// The toasts' code comes with the first touch of the form, not with the page.
function announce(say: (by: typeof toast) => void) {
  import('sonner').then(({ toast }) => say(toast)).catch(() => undefined);
}
