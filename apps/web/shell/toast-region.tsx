import { useEffect, useState } from 'react';
import { loadAhead } from '../lib/ahead-queue';
import { lazyOffer } from '../lib/lazy-part';
import { getSession } from '../lib/session/session-store';

// A toast cannot report that the code of toasts is missing; the connection bar says why.
const Toaster = lazyOffer(() => import('../ui/overlays/toaster'), 'Toaster');

const TOUCHES = ['focusin', 'pointerdown', 'keydown'] as const;

/** Without idle callbacks: by then most pages have what they show. */
const LATER_MS = 2000;

/**
 * Where toasts appear. Their code is loaded with the first touch, and for who is signed in when the page is idle: a visitor
 * who has touched nothing gets none. A toast that is raised before it has arrived is shown then.
 */
export function ToastRegion() {
  const [wanted, setWanted] = useState(false);

  useEffect(() => {
    if (wanted) return;
    const want = () => setWanted(true);
    const isSignedIn = getSession().token !== null;
    const hasIdle = 'requestIdleCallback' in window;
    if (isSignedIn && hasIdle) loadAhead(async () => want());
    const timer = isSignedIn && !hasIdle ? setTimeout(want, LATER_MS) : undefined;
    for (const touch of TOUCHES) window.addEventListener(touch, want);
    return () => {
      clearTimeout(timer);
      for (const touch of TOUCHES) window.removeEventListener(touch, want);
    };
  }, [wanted]);

  return wanted && <Toaster />;
}
