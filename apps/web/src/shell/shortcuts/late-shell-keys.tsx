import { Suspense, useEffect, useState } from 'react';
import { lazyNamed } from '../../lib/lazy-named';
import { useOverlay } from '../overlay-store';
import { createEarlyKeys } from './early-keys';

const ShellKeys = lazyNamed(
  () => import('./shell-keys'),
  'ShellKeys',
  () => undefined,
);

/** Long enough for a page to have loaded what it shows on a slow machine, too. */
const LATER_MS = 5000;

/** The shell's keys, whose code no page waits for: it comes with the first key, with a button that needs it, or later. */
export function LateShellKeys() {
  const { open } = useOverlay();
  const [isWanted, setWanted] = useState(false);
  const [early] = useState(createEarlyKeys);

  useEffect(() => {
    const want = () => setWanted(true);
    const timer = setTimeout(want, LATER_MS);
    early.start(want);
    return () => {
      clearTimeout(timer);
      early.stop();
    };
  }, [early]);

  // Once there, it stays: it has taken over the keys.
  if (open !== null && !isWanted) setWanted(true);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <ShellKeys takeEarly={early.stop} />
    </Suspense>
  );
}
