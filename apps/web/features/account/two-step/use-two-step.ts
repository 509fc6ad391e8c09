import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { replaceToken } from '../../../lib/session/session-store';

export function useBeginTwoStep() {
  return trpc.account.beginTwoStep.useMutation();
}

export function useConfirmTwoStep() {
  const utils = trpc.useUtils();
  return trpc.account.confirmTwoStep.useMutation({
    onSuccess: ({ access_token }) => {
      if (access_token !== undefined) replaceToken(access_token);
      toast.success('Verificação em duas etapas ligada');
      // Not only it has changed: the other sessions have ended, and an admin may administer now.
      void utils.invalidate();
    },
  });
}

export function useRenewRecoveryCodes() {
  const utils = trpc.useUtils();
  return trpc.account.renewRecoveryCodes.useMutation({
    onSuccess: () => void utils.account.twoStep.invalidate(),
  });
}

export function useTurnOffTwoStep() {
  const utils = trpc.useUtils();
  return trpc.account.turnOffTwoStep.useMutation({
    onSuccess: ({ access_token }) => {
      if (access_token !== undefined) replaceToken(access_token);
      toast.success('Verificação em duas etapas desligada');
      return utils.account.invalidate();
    },
  });
}
