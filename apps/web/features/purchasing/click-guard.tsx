import { createContext, type MouseEvent, type ReactNode, use, useEffect, useMemo, useState } from 'react';

/** How long after a step clicks and keys are ignored, as a double click would act twice. */
const STEP_PAUSE_MS = 700;

interface ClickGuard {
  isHeld: boolean;
  hold: () => void;
}

const ClickGuardContext = createContext<ClickGuard>({ isHeld: false, hold: () => {} });

/** Whether clicks are ignored at the moment, and how a step starts that. */
export function useClickGuard(): ClickGuard {
  return use(ClickGuardContext);
}

/** Ignores clicks within it soon after a step. A key on a button arrives as a click. */
export function ClickGuardProvider({ children }: { children: ReactNode }) {
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
    <ClickGuardContext value={value}>
      <div className="grid grid-cols-1 gap-4" onClickCapture={stop}>
        {children}
      </div>
    </ClickGuardContext>
  );
}
