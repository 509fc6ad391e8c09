import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import { pingServer, useConnection } from '../../lib/live/connection-store';

/** Shown while the server does not answer, or tells nothing new. What is on screen stays there. */
export function ConnectionBar() {
  const { reachable, liveInterrupted } = useConnection();
  const queryClient = useQueryClient();
  // The page may have nothing to read again, as the login page has not: the server is asked by itself.
  const tryAgain = useCallback(async () => {
    if (await pingServer()) await queryClient.refetchQueries({ type: 'active' });
  }, [queryClient]);

  useEffect(() => (reachable ? undefined : tryUntilStopped(tryAgain)), [reachable, tryAgain]);

  if (reachable && !liveInterrupted) return null;
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-0 z-50 flex items-center justify-center gap-3 bg-foreground px-4 py-1.5 text-[13px] text-background"
    >
      <WifiOff aria-hidden className="size-4 shrink-0" />
      {reachable ? 'Atualização ao vivo interrompida' : 'Sem conexão com o servidor'}
      <button type="button" className="font-medium underline underline-offset-4" onClick={tryAgain}>
        {reachable ? 'Atualizar agora' : 'Tentar novamente'}
      </button>
    </div>
  );
}

const FIRST_WAIT_MS = 1000;
const LAST_WAIT_MS = 15_000;

/** Tries at ever longer intervals, and at once when the browser has its network back. Returns what ends it. */
function tryUntilStopped(attempt: () => Promise<void>): () => void {
  let wait = FIRST_WAIT_MS;
  let timer: number | undefined;
  let stopped = false;

  async function run() {
    window.clearTimeout(timer);
    timer = undefined;
    await attempt();
    wait = Math.min(LAST_WAIT_MS, wait * 2);
    schedule();
  }
  function schedule() {
    if (timer === undefined && !stopped) timer = window.setTimeout(run, wait);
  }
  function runNow() {
    // The network may need a moment more.
    wait = FIRST_WAIT_MS / 2;
    void run();
  }

  window.addEventListener('online', runNow);
  schedule();
  return () => {
    stopped = true;
    window.removeEventListener('online', runNow);
    window.clearTimeout(timer);
  };
}
