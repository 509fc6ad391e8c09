import { useEffect, useState } from 'react';
import { lazyOffer } from '../lib/lazy-named';
import { getSession } from '../lib/session/session-store';

// A toast cannot report that the code of toasts is missing; the connection bar says why.
const Toaster = lazyOffer(() => import('../ui/overlays/toaster'), 'Toaster');

const TOUCHES = ['focusin', 'pointerdown', 'keydown'] as const;

/**
 * Where toasts appear. A visitor who has touched nothing gets none, so the first view of the login page comes
 * without their code; a toast that is raised before it has arrived is shown then.
 */
export function ToastRegion() {
  const [wanted, setWanted] = useState(() => getSession().token !== null);

  useEffect(() => {
    if (wanted) return;
    const want = () => setWanted(true);
    for (const touch of TOUCHES) window.addEventListener(touch, want);
    return () => {
      for (const touch of TOUCHES) window.removeEventListener(touch, want);
    };
  }, [wanted]);

  return wanted && <Toaster />;
}
