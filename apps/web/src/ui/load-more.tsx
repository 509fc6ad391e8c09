import { useEffect, useRef } from 'react';
import { Button } from './button';

interface LoadMoreProps {
  hasMore: boolean;
  loading: boolean;
  /** The last page failed: wait for a click instead of asking again on sight. */
  failed: boolean;
  onLoad: () => void;
  /** How far before its end the next page is asked for, in pixels. */
  ahead?: number;
}

/** Asks for the next page shortly before its end comes into view; the button does the same by hand. */
export function LoadMore({ hasMore, loading, failed, onLoad, ahead = 600 }: LoadMoreProps) {
  const marker = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = marker.current;
    if (!element || !hasMore || loading || failed) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onLoad();
      },
      { rootMargin: `${ahead}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, loading, failed, onLoad, ahead]);

  if (!hasMore) return null;
  return (
    <div ref={marker} className="flex justify-center pt-2">
      <Button onClick={onLoad} busy={loading}>
        {failed ? 'Tentar novamente' : 'Carregar mais'}
      </Button>
    </div>
  );
}
