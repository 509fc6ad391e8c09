import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { aheadQueue, isSparing } from './ahead-queue';

const LOOK_MS = 1000;

/** Loads what waits whenever the page has what it shows, nothing is being read, and the browser is idle. */
export function useLoadAhead(): void {
  const fetching = useIsFetching();
  useEffect(() => {
    // Safari has no idle callbacks: it loads a dialog when it is opened.
    if (fetching > 0 || !('requestIdleCallback' in window)) return;
    const timer = setInterval(() => aheadQueue.size > 0 && requestIdleCallback(loadWaiting), LOOK_MS);
    return () => clearInterval(timer);
  }, [fetching]);
}

function loadWaiting(): void {
  if (
    isSparing() ||
    document.querySelector('main h1') === null ||
    document.querySelector('[aria-busy="true"]')
  )
    return;
  for (const load of aheadQueue) {
    aheadQueue.delete(load);
    // Whoever needs it loads it again, and tells of the failure.
    load().catch(() => undefined);
  }
}
