import { useCallback, useEffect, useReducer, useRef } from 'react';
import { Button } from '../button';

interface LoadMoreProps {
  hasMore: boolean;
  loading: boolean;
  /** The last page failed: wait for a click instead of asking again on sight. */
  failed: boolean;
  /** Resolves once it has loaded, failed, or was replaced by another load of the same list. */
  onLoad: (options: { cancelRefetch: false }) => Promise<unknown>;
  /** How far before its end the next page is asked for, in pixels. */
  ahead?: number;
}

/** Asks for the next page shortly before its end comes into view; the button does the same by hand. */
export function LoadMore({ hasMore, loading, failed, onLoad, ahead = 600 }: LoadMoreProps) {
  const marker = useRef<HTMLDivElement>(null);
  const [round, lookAgain] = useReducer((count: number) => count + 1, 0);

  // The list may be read again at the same time: neither load may cancel the other.
  const load = useCallback(
    // A page that came to nothing changes nothing on screen, and an observer tells only of changes.
    () => void onLoad({ cancelRefetch: false }).finally(lookAgain),
    [onLoad],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round checks again whether the end is in sight.
  useEffect(() => {
    const element = marker.current;
    if (!element || !hasMore || loading || failed) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy browser tells of several moments at once; the last one is now.
        if (entries.at(-1)?.isIntersecting) load();
      },
      { rootMargin: `${ahead}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, loading, failed, load, ahead, round]);

  if (!hasMore) return null;
  return (
    <div ref={marker} className="flex justify-center pt-2">
      <Button onClick={load} busy={loading}>
        {failed ? 'Tentar novamente' : 'Carregar mais'}
      </Button>
    </div>
  );
}
