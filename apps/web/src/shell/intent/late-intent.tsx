import { Suspense, useEffect, useState } from 'react';
import { lazyOffer } from '../../lib/lazy-named';

const LinkIntent = lazyOffer(() => import('./link-intent'), 'LinkIntent');

/** A pointer that only lies where the page has come up is none. */
const SIGNS = ['pointermove', 'focusin', 'touchstart'];

/** Fetches ahead what links lead to; the code for that comes with the first sign of a hand. */
export function LateIntent() {
  const [isWanted, setWanted] = useState(false);

  useEffect(() => {
    const want = () => setWanted(true);
    for (const sign of SIGNS) document.addEventListener(sign, want, { once: true, passive: true });
    return () => {
      for (const sign of SIGNS) document.removeEventListener(sign, want);
    };
  }, []);

  return <Suspense>{isWanted && <LinkIntent />}</Suspense>;
}
