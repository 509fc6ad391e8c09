import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { loadAhead } from '../../lib/ahead-queue';
import { lazyDialog } from '../../lib/lazy-dialog';
import { isSingleKey } from '../../ui/single-keys';
import { closeOverlay, openOverlay, useOverlay } from '../overlay-store';
import { CommandPalette } from '../palette/palette';
import { focusSearch } from './focus-search';
import { createKeySequence } from './key-sequence';

const ShortcutsDialog = lazyDialog(() => import('./shortcuts-dialog'), 'ShortcutsDialog', {
  title: 'Atalhos do teclado',
});

const loadShortcuts = () => import('./shortcuts');
loadAhead(loadShortcuts);

/** The keys that work on every page of the shell, and what they open. */
export function ShellKeys() {
  const { open } = useOverlay();
  useKeys();
  // With the session its overlays go.
  useEffect(() => closeOverlay, []);
  return (
    <>
      {open === 'palette' && <CommandPalette />}
      {open === 'shortcuts' && <ShortcutsDialog onClose={closeOverlay} />}
    </>
  );
}

function useKeys() {
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
    const keys = event.repeat ? event.key : read(event.key, event.timeStamp);
    if (keys === '/') {
      // What is typed next goes into the field.
      event.preventDefault();
      return focusSearch();
    }
    // Keys that are pressed before the shortcuts are loaded act then, one after the other.
    loadShortcuts().then(
      ({ findShortcut }) => {
        const shortcut = findShortcut(keys);
        if (shortcut && (!event.repeat || shortcut.repeats)) shortcut.run(navigate);
      },
      () => undefined,
    );
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Whether Ctrl K or ⌘K was pressed. */
function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}
