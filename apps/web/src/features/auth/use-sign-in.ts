import type { AuthResponse } from '@esteira/validators/account';
import type { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { detailOf } from '../../lib/forms/problem';
import { startSession } from '../../lib/session/session-store';

export function useLogin() {
  return trpc.auth.login.useMutation({
    onSuccess: (answer) => welcome(answer, 'Login realizado com sucesso!'),
    onError: complain,
  });
}

export function useRegister() {
  return trpc.auth.register.useMutation({
    onSuccess: (answer) => welcome(answer, 'Conta criada com sucesso!'),
    onError: complain,
  });
}

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
