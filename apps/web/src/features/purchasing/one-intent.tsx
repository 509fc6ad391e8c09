import { createContext, type MouseEvent, type ReactNode, use, useEffect, useMemo, useState } from 'react';

/** How long after a step a click or a key still belongs to the same intent, wherever the pointer is by then. */
const STEP_PAUSE_MS = 700;

interface OneIntent {
  isHeld: boolean;
  hold: () => void;
}

const OneIntentContext = createContext<OneIntent>({ isHeld: false, hold: () => {} });

/** Whether nothing acts just now, and how a step holds everything up for a moment. */
export function useOneIntent(): OneIntent {
  return use(OneIntentContext);
}

/** Within it a second click or key soon after a step acts on nothing: a key on a button arrives as a click. */
export function OneIntentProvider({ children }: { children: ReactNode }) {
  const [heldSince, setHeldSince] = useState<number | null>(null);
  const isHeld = heldSince !== null;
  useEffect(() => {
    if (heldSince === null) return;
    const timer = window.setTimeout(() => setHeldSince(null), STEP_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [heldSince]);
  const value = useMemo(() => ({ isHeld, hold: () => setHeldSince(performance.now()) }), [isHeld]);

  function stop(event: MouseEvent) {
    if (!isHeld) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <OneIntentContext value={value}>
      <div className="grid grid-cols-1 gap-4" onClickCapture={stop}>
        {children}
      </div>
    </OneIntentContext>
  );
}
