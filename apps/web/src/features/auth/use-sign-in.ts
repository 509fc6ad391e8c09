import type { AuthAnswer } from '@esteira/validators/account';
import { toast } from 'sonner';
import { detailOf } from '../../lib/problem';
import { startSession } from '../../lib/session-store';
import { trpc } from '../../lib/trpc';

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

function welcome({ usuario, access_token }: AuthAnswer, sentence: string) {
  toast.success(sentence);
  startSession(access_token, usuario);
}

function complain(error: unknown) {
  toast.error(detailOf(error) ?? 'Erro ao processar solicitação');
}
