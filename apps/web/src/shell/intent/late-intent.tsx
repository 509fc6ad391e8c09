import { type ComponentType, useEffect, useState } from 'react';

/** A pointer that only lies where the page has come up is none. */
const SIGNS = ['pointermove', 'focusin', 'touchstart'];

/**
 * Fetches ahead what links lead to; the code for that comes with the first sign of a hand. Without Suspense, which
 * would hold it back for 300 ms: until then the first link is pressed.
 */
export function LateIntent() {
  const [LinkIntent, setLinkIntent] = useState<ComponentType | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    function load() {
      controller.abort();
      import('./link-intent').then(
        (loaded) => setLinkIntent(() => loaded.LinkIntent),
        // The page does without.
        () => undefined,
      );
    }
    for (const sign of SIGNS) document.addEventListener(sign, load, { signal, passive: true });
    return () => controller.abort();
  }, []);

  return LinkIntent && <LinkIntent />;
}
