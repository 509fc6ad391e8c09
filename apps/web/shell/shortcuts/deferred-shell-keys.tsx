import { useEffect, useState } from 'react';
import { lazyOffer } from '../../lib/lazy-named';
import { useOverlay } from '../overlay-store';
import { createKeydownBuffer } from './keydown-buffer';

const ShellKeys = lazyOffer(() => import('./shell-keys'), 'ShellKeys');

/** By then a page has loaded its content on a slow machine too. */
const LATER_MS = 5000;

/** The shell's keys. Their code is loaded with the first key, with a button that needs it, or after `LATER_MS`. */
export function DeferredShellKeys() {
  const { open } = useOverlay();
  const [isWanted, setWanted] = useState(false);
  const [buffer] = useState(createKeydownBuffer);

  useEffect(() => {
    const want = () => setWanted(true);
    const timer = setTimeout(want, LATER_MS);
    buffer.start(want);
    return () => {
      clearTimeout(timer);
      buffer.stop();
    };
  }, [buffer]);

  if (open !== null && !isWanted) setWanted(true);
  if (!isWanted) return null;
  return <ShellKeys takeBuffered={buffer.stop} />;
}
