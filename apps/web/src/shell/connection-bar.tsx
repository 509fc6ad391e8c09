import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { isLiveInterrupted, isServerReachable, subscribeToConnection } from '../lib/connection-store';

/** Shown while the server does not answer, or tells nothing new. What is on screen stays there. */
export function ConnectionBar() {
  const reachable = useSyncExternalStore(subscribeToConnection, isServerReachable);
  const interrupted = useSyncExternalStore(subscribeToConnection, isLiveInterrupted);
  const queryClient = useQueryClient();

  useEffect(() => {
    if (reachable) return;
    const refetch = () => void queryClient.refetchQueries({ type: 'active' });
    window.addEventListener('online', refetch);
    return () => window.removeEventListener('online', refetch);
  }, [reachable, queryClient]);

  if (reachable && !interrupted) return null;
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-0 z-50 flex items-center justify-center gap-3 bg-foreground px-4 py-1.5 text-[13px] text-background"
    >
      <WifiOff aria-hidden className="size-4 shrink-0" />
      {reachable ? 'Atualização ao vivo interrompida' : 'Sem conexão com o servidor'}
      <button
        type="button"
        className="font-medium underline underline-offset-4"
        onClick={() => queryClient.refetchQueries({ type: 'active' })}
      >
        {reachable ? 'Atualizar agora' : 'Tentar novamente'}
      </button>
    </div>
  );
}
