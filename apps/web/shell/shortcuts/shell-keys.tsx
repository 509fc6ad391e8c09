import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { lazyPart } from '../../lib/lazy-named';
import { isSingleKey } from '../../ui/single-keys';
import { closeOverlay, openOverlay, useOverlay } from '../overlay-store';
import { createKeySequence } from './key-sequence';
import { isPaletteKey } from './keydown-buffer';
import { findShortcut } from './shortcuts';

const onMissing = () => {
  closeOverlay();
  toast.error('Não foi possível abrir. Verifique a conexão e tente de novo.');
};
const CommandPalette = lazyPart(() => import('../palette/palette'), 'CommandPalette', { onMissing });
const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog'), 'ShortcutsDialog', { onMissing });

interface ShellKeysProps {
  /** The keys that were pressed before anybody listened here, each once. */
  takeBuffered: () => readonly KeyboardEvent[];
}

/** The keys that work on every page of the shell, and what they open. */
export function ShellKeys({ takeBuffered }: ShellKeysProps) {
  const { open } = useOverlay();
  useKeys(takeBuffered);
  // With the session its overlays go.
  useEffect(() => closeOverlay, []);
  return (
    <>
      {open === 'palette' && <CommandPalette />}
      {open === 'shortcuts' && <ShortcutsDialog />}
    </>
  );
}

function useKeys(takeBuffered: ShellKeysProps['takeBuffered']) {
  const navigate = useNavigate();
  const [read] = useState(createKeySequence);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isPaletteKey(event)) {
      // Of the browser's own, it would leave the page for the address bar.
      event.preventDefault();
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) openOverlay('palette');
      return;
    }
    // What it opens may still be on its way.
    if (useOverlay.getState().open !== null || !isSingleKey(event)) return;
    const shortcut = findShortcut(event.repeat ? event.key : read(event.key, event.timeStamp));
    if (shortcut === undefined || (event.repeat && !shortcut.repeats)) return;
    event.preventDefault();
    shortcut.run(navigate);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    for (const event of takeBuffered()) listen(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [takeBuffered]);
}
