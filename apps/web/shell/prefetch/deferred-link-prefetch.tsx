import { type ComponentType, useEffect, useState } from 'react';

/** `pointerover` would also fire for a pointer that rests where the page appears. */
const SIGNS = ['pointermove', 'focusin', 'touchstart'];

/**
 * Prefetches what links lead to. Its code is loaded at the first input, and without Suspense, which would delay it by
 * 300 ms: by then the first link is pressed.
 */
export function DeferredLinkPrefetch() {
  const [LinkPrefetch, setLinkPrefetch] = useState<ComponentType | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    function load() {
      controller.abort();
      import('./link-prefetch').then(
        (loaded) => setLinkPrefetch(() => loaded.LinkPrefetch),
        // Prefetching is optional.
        () => undefined,
      );
    }
    for (const sign of SIGNS) document.addEventListener(sign, load, { signal, passive: true });
    return () => controller.abort();
  }, []);

  return LinkPrefetch && <LinkPrefetch />;
}
