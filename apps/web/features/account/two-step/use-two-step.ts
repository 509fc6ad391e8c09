import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';

export function useBeginTwoStep() {
  return trpc.account.beginTwoStep.useMutation();
}

export function useConfirmTwoStep() {
  const utils = trpc.useUtils();
  return trpc.account.confirmTwoStep.useMutation({
    onSuccess: () => {
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
    onSuccess: () => {
      toast.success('Verificação em duas etapas desligada');
      return utils.account.twoStep.invalidate();
    },
  });
}
